import NetdiagConfiguration

/// The facts of a machine that determine how a daemon can be started.
struct ServiceSituation: Sendable {
    /// Whether a daemon responds at the default socket.
    var isRunning = false
    /// Whether systemd manages the machine and has the unit.
    var hasUnit = false
    /// Whether the running daemon is that of the unit.
    var isUnitActive = false
    var isRoot = false
    /// The path of netdiagd; `nil` if it is not installed.
    var program: String?

    /// How to start a daemon with this configuration file, or what to do instead.
    func manager(for path: String) -> ServiceStarter.Manager {
        let start = "netdiagd --config \(Text.shown(path))"
        // The unit reads one file. Neither reloading nor starting it would make it read another one.
        if hasUnit, path != Configuration.defaultPath {
            let isHeld = isUnitActive ? "; the unit runs, so first end it with: systemctl stop netdiagd" : ""
            return .impossible(
                "The unit reads \(Configuration.defaultPath). Start a daemon with this file with: \(start)\(isHeld)")
        }
        if hasUnit, isUnitActive || !isRunning {
            if isRoot { return .systemd }
            return .impossible(
                isUnitActive
                    ? "Only root can have it read the file: sudo systemctl reload netdiagd"
                    : "Only root can start it: sudo systemctl enable --now netdiagd")
        }
        if isRunning {
            return .impossible(
                "A daemon is running already, by no unit. If it was started with this file, have it read it with: "
                    + "kill -HUP $(pidof netdiagd); else end it, and start it with: \(start)")
        }
        guard let program else {
            return .impossible("netdiagd is not installed; install it, and start it as it says")
        }
        return .none(program: program)
    }
}
