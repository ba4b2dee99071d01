import NetdiagConfiguration

/// What there is on a machine that a daemon could be started by.
struct ServiceSituation: Sendable {
    /// Whether a daemon answers at the usual socket.
    var isRunning = false
    /// Whether systemd manages the machine and knows the unit.
    var hasUnit = false
    /// Whether what runs is the unit.
    var isUnitActive = false
    var isRoot = false
    /// Where netdiagd is; `nil` if it is not installed.
    var program: String?

    /// Who would start a daemon that reads a file, or what to do in place of it.
    func manager(for path: String) -> ServiceStarter.Manager {
        let start = "netdiagd --config \(Text.shown(path))"
        // The unit reads one file: neither a reload nor a start of it would read another.
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
