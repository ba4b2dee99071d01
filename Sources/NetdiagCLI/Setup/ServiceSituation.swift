import NetdiagConfiguration
import Translations

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
            let facts = ["file": Configuration.defaultPath, "command": start, "stop": "systemctl stop netdiagd"]
            return .impossible(LocalSentence(isUnitActive ? .unitReadsOtherAndRuns : .unitReadsOther, facts))
        }
        if hasUnit, isUnitActive || !isRunning {
            if isRoot { return .systemd }
            return .impossible(
                isUnitActive
                    ? LocalSentence(.onlyRootReload, ["command": "sudo systemctl reload netdiagd"])
                    : LocalSentence(.onlyRootStart, ["command": "sudo systemctl enable --now netdiagd"]))
        }
        if isRunning {
            return .impossible(
                LocalSentence(.runsByNoUnit, ["reload": "kill -HUP $(pidof netdiagd)", "start": start]))
        }
        guard let program else {
            return .impossible(LocalSentence(.daemonNotInstalled, ["command": start]))
        }
        return .none(program: program)
    }
}
