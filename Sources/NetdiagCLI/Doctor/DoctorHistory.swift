import Glibc
import NetdiagConfiguration
import NetworkModel
import Translations

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
                "history", .error, .resultsNotRecorded, ["reason": FactWords.local(SafeText.escaped(trouble.reason))],
                fix: LocalSentence(.seeDaemonLog, ["log": ServiceAdvice(in: .current).log]))
        }
        // The daemon knows its --state and $NETDIAG_STATE, and has read its configuration, which may have changed since.
        if case .status(let document) = status {
            if let file = document.historyFile { return finding(path: file, isOfDaemon: true) }
            guard configuration?.history.isEnabled == false else {
                return DoctorFinding(
                    "history", .note, .historyUnnamed,
                    fix: LocalSentence(.restartIt, ["command": ServiceAdvice(in: .current).restart]))
            }
        }
        guard configuration?.history.isEnabled != false else {
            return DoctorFinding("history", .note, .historyOff)
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
                "history", .warning, .diskAlmostFull, ["file": shown], fix: LocalSentence(.makeRoom))
        }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            switch errno {
            // The daemon creates the file when it starts.
            case ENOENT where isOfDaemon:
                return DoctorFinding("history", .note, .historyNotThere, ["file": shown])
            case ENOENT: return DoctorFinding("history", .note, .nothingRecorded, ["file": shown])
            case EACCES, EPERM:
                return DoctorFinding(
                    "history", .note, .fileUnreadable, ["file": shown],
                    fix: LocalSentence(.runAsRoot, ["command": "sudo netdiag doctor"]))
            default:
                return DoctorFinding(
                    "history", .error, .historyUnopened, ["file": shown, "error": ErrorNumber.text()], fix: Self.fix)
            }
        }
        defer { close(file) }
        // Every SQLite database begins with this header (SQLite file format, section 1.2).
        var head = [UInt8](repeating: 0, count: 16)
        let count = Glibc.read(file, &head, head.count)
        guard count == 0 || head == Array("SQLite format 3\0".utf8) else {
            return DoctorFinding("history", .error, .historyDamaged, ["file": shown], fix: Self.fix)
        }
        return DoctorFinding("history", .ok, .historyKept, ["file": shown])
    }

    private static var fix: LocalSentence {
        LocalSentence(.restartSetsAside, ["command": ServiceAdvice(in: .current).restart])
    }
}
