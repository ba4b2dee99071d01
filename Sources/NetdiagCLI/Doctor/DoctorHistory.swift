import Glibc
import NetdiagConfiguration
import NetworkModel

/// Checks whether results can be recorded.
struct DoctorHistory {
    /// The free space in bytes below which the disk is almost full.
    private static let leastFree: UInt64 = 64 << 20
    private static let directory = "/var/lib/netdiag"

    /// The configuration; `nil` if it cannot be read.
    let configuration: Configuration?
    let status: DoctorDaemon.Reply

    var finding: DoctorFinding {
        if case .status(let document) = status, let trouble = document.history {
            return DoctorFinding(
                "history", .error, "results are not recorded: \(SafeText.escaped(trouble.reason))",
                fix: "See the daemon's log: \(ServiceAdvice().log)")
        }
        guard configuration?.history.isEnabled != false else {
            return DoctorFinding("history", .note, "no results are kept: history: off in the configuration")
        }
        if case .status = status, configuration?.history.file == nil,
            StateLock.isHeld(Self.directory + "/lock") == false
        {
            return DoctorFinding(
                "history", .note,
                "the running netdiagd does not keep its results in \(Self.directory): it was started with another "
                    + "--state or $NETDIAG_STATE; netdiag history shows them")
        }
        let path = configuration?.history.file ?? Self.directory + "/history.db"
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

/// The lock of a state directory, which a running daemon holds.
enum StateLock {
    /// Whether a process holds the lock, by /proc/locks; `nil` if that cannot be told. The lock is not tried, which could keep
    /// a daemon from starting.
    static func isHeld(_ path: String, locks: String = "/proc/locks") -> Bool? {
        var status = stat()
        guard stat(path, &status) == 0 else { return errno == ENOENT ? false : nil }
        let bytes = SystemFile.read(locks)
        guard !bytes.isEmpty else { return nil }
        return isListed(inode: UInt64(status.st_ino), in: String(decoding: bytes, as: UTF8.self))
    }

    /// Whether a lock of flock(2) is on a file. The device is not compared, since some file systems have several.
    static func isListed(inode: UInt64, in locks: String) -> Bool {
        locks.unicodeScalars.split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            guard words.count >= 6, String(words[1]) == "FLOCK" else { return false }
            return words.contains { word in
                let parts = word.split(separator: ":")
                return parts.count == 3 && String(parts[2]) == "\(inode)"
            }
        }
    }
}
