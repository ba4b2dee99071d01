import ServiceDiscovery

/// Commands to start the daemon and to show its log on this machine: with systemd if it is running. Containers often have no
/// systemd.
struct ServiceAdvice {
    let isManaged: Bool

    init(isManaged: Bool = ServiceCommand.isManaged) { self.isManaged = isManaged }

    var start: String { isManaged ? "sudo systemctl enable --now netdiagd" : "sudo netdiagd" }

    var restart: String {
        isManaged ? "sudo systemctl restart netdiagd" : "sudo kill $(pidof netdiagd), then sudo netdiagd"
    }

    /// The command that makes the daemon reload its configuration.
    var reload: String {
        isManaged ? "sudo systemctl reload-or-restart netdiagd" : "sudo kill -HUP $(pidof netdiagd)"
    }

    var log: String { isManaged ? "journalctl -u netdiagd -n 50" : "what netdiagd has written to standard error" }

    /// The command that starts other services, which have init scripts for machines without systemd.
    func start(_ services: String...) -> String {
        isManaged
            ? "sudo systemctl enable --now \(services.joined(separator: " "))"
            : services.map { "sudo service \($0) start" }.joined(separator: ", then ")
    }
}
