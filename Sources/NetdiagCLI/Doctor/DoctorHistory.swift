import Glibc
import NetdiagConfiguration
import NetworkModel

/// Checks whether results can be recorded.
struct DoctorHistory {
    /// The free space in bytes below which the disk is almost full.
    private static let leastFree: UInt64 = 64 << 20
    /// The file without a configuration and a running daemon.
    private static let file = "/var/lib/netdiag/history.db"

    /// The configuration; `nil` if it cannot be read.
    let configuration: Configuration?
    let status: DoctorDaemon.Reply

    var finding: DoctorFinding {
        if case .status(let document) = status, let trouble = document.history {
            return DoctorFinding(
                "history", .error, "results are not recorded: \(SafeText.escaped(trouble.reason))",
                fix: "See the daemon's log: \(ServiceAdvice().log)")
        }
        // The daemon knows its --state and $NETDIAG_STATE, and has read its configuration, which may have changed since.
        if case .status(let document) = status {
            if let file = document.historyFile { return finding(path: file, isOfDaemon: true) }
            guard configuration?.history.isEnabled == false else {
                return DoctorFinding(
                    "history", .note,
                    "the running netdiagd names no file in which it keeps results: it was started with history: off, or is "
                        + "of another version than this command", fix: "Restart it: \(ServiceAdvice().restart)")
            }
        }
        guard configuration?.history.isEnabled != false else {
            return DoctorFinding("history", .note, "no results are kept: history: off in the configuration")
        }
        return finding(path: configuration?.history.file ?? Self.file, isOfDaemon: false)
    }

    /// - Parameter isOfDaemon: Whether the running daemon has named the file.
    private func finding(path: String, isOfDaemon: Bool) -> DoctorFinding {
        let shown = SafeText.escapedPath(path)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/"
        var disk = statvfs()
        if statvfs(folder, &disk) == 0, UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < Self.leastFree {
            return DoctorFinding(
                "history", .warning, "less than 64 MiB are free where \(shown) is: results will be lost soon",
                fix: "Make room, or give the history less: history: max: in netdiag.yaml(5)")
        }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            switch errno {
            // The daemon creates the file when it starts.
            case ENOENT where isOfDaemon:
                return DoctorFinding(
                    "history", .note,
                    "netdiagd keeps its results in \(shown), which is not there: it was removed, or the daemon sees other "
                        + "file systems, as in a container")
            case ENOENT: return DoctorFinding("history", .note, "nothing was recorded yet: there is no \(shown)")
            case EACCES, EPERM:
                return DoctorFinding(
                    "history", .note, "this user may not read \(shown)", fix: "Run it as root: sudo netdiag doctor")
            default:
                return DoctorFinding(
                    "history", .error, "\(shown) cannot be opened: \(ErrorNumber.text())", fix: Self.fix)
            }
        }
        defer { close(file) }
        // Every SQLite database begins with this header (SQLite file format, section 1.2).
        var head = [UInt8](repeating: 0, count: 16)
        let count = Glibc.read(file, &head, head.count)
        guard count == 0 || head == Array("SQLite format 3\0".utf8) else {
            return DoctorFinding("history", .error, "\(shown) is damaged: it is not an SQLite database", fix: Self.fix)
        }
        return DoctorFinding("history", .ok, "results are kept in \(shown)")
    }

    private static var fix: String {
        "Restart the daemon, which sets it aside and creates a new one: \(ServiceAdvice().restart)"
    }
}
