import Glibc

/// The commands that start system services on this machine, for texts to people: `systemctl start dbus`, or `service dbus start`
/// without systemd, as in most containers.
package enum ServiceCommand {
    /// Whether systemd manages this machine (sd_booted(3)).
    package static var isManaged: Bool {
        var status = stat()
        return lstat("/run/systemd/system", &status) == 0
    }

    static func start(_ service: String) -> String { command("start", service) }
    static func restart(_ service: String) -> String { command("restart", service) }

    private static func command(_ verb: String, _ service: String) -> String {
        isManaged ? "systemctl \(verb) \(service)" : "service \(service) \(verb)"
    }
}
