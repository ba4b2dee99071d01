/// How the daemon is started and asked for its words on this machine: by systemd where there is one. A container often
/// has none, and systemctl would only say so.
struct ServiceAdvice {
    let isManaged: Bool

    init(isManaged: Bool = ServiceStarter.isManaged) { self.isManaged = isManaged }

    var start: String { isManaged ? "sudo systemctl enable --now netdiagd" : "sudo netdiagd" }

    var restart: String {
        isManaged ? "sudo systemctl restart netdiagd" : "sudo kill $(pidof netdiagd), then sudo netdiagd"
    }

    /// Has the daemon read its configuration again.
    var reload: String {
        isManaged ? "sudo systemctl reload-or-restart netdiagd" : "sudo kill -HUP $(pidof netdiagd)"
    }

    var log: String { isManaged ? "journalctl -u netdiagd -n 50" : "what netdiagd has written to standard error" }

    /// Starts services of others, which have scripts for where there is no systemd.
    func start(_ services: String...) -> String {
        isManaged
            ? "sudo systemctl enable --now \(services.joined(separator: " "))"
            : services.map { "sudo service \($0) start" }.joined(separator: ", then ")
    }
}
