import Glibc

/// The commands that start system services on this machine, for texts to people: `systemctl start dbus`, or `service dbus start`
/// without systemd, as in most containers (sd_booted(3)).
enum ServiceCommand {
    static func start(_ service: String) -> String { command("start", service) }
    static func restart(_ service: String) -> String { command("restart", service) }

    private static func command(_ verb: String, _ service: String) -> String {
        access("/run/systemd/system", F_OK) == 0 ? "systemctl \(verb) \(service)" : "service \(service) \(verb)"
    }
}
