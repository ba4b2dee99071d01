import Glibc
import NetworkModel
import Synchronization

/// The directory of the state that is kept across restarts. Only one daemon can use it at a time.
///
/// It is locked by flock(2) on the file `lock` in it. The kernel releases the lock whenever the daemon ends. The file's
/// content names the holder, but is only informative.
final class StateDirectory: Sendable {
    /// The directory if no other is configured.
    static let defaultPath = "/var/lib/netdiag"

    let path: String
    private let lock: Mutex<CInt>

    private init(path: String, lock: CInt) {
        self.path = path
        self.lock = Mutex(lock)
    }

    deinit {
        lock.withLock {
            // A child process shares the lock until it executes its program, and would keep it.
            _ = flock($0, LOCK_UN)
            _ = close($0)
        }
    }

    /// The directory for the state: the option precedes `$NETDIAG_STATE`, which precedes the first directory in
    /// `$STATE_DIRECTORY` (systemd.exec(5)).
    static func place(
        option: String?, variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
    ) -> String {
        if let option { return option }
        if let named = variable("NETDIAG_STATE"), named.hasPrefix("/") { return named }
        let managed = variable("STATE_DIRECTORY")?.split(separator: ":").first.map(String.init) ?? ""
        return managed.hasPrefix("/") ? managed : defaultPath
    }

    /// Why there is no state directory.
    enum Failure: Error {
        /// Another daemon uses it; the line contains which one, and what to do.
        case held(String)
        /// It cannot be created or written.
        case unusable(String)
    }

    /// Creates the directory if only the last component is missing, and takes the lock.
    static func open(_ path: String) throws(Failure) -> StateDirectory {
        let shown = SafeText.escaped(path)
        if mkdir(path, 0o755) != 0, errno != EEXIST { throw .unusable("\(shown) cannot be made: \(reason())") }
        let file = path + "/lock"
        // Opens neither a FIFO, which would block, nor a symbolic link to another file.
        let descriptor = Glibc.open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .unusable("\(SafeText.escaped(file)) cannot be written: \(reason())") }
        // Every user who may read a file may lock it, and could prevent the daemon from starting. Earlier releases let
        // all users read it.
        _ = fchmod(descriptor, 0o600)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let failure = reason()
            defer { close(descriptor) }
            guard isHeld else { throw .unusable("\(SafeText.escaped(file)) cannot be locked: \(failure)") }
            throw .held(
                "the state directory \(shown) is in use by \(holder(descriptor)); stop it first, or choose another with --state"
            )
        }
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
        return StateDirectory(path: path, lock: descriptor)
    }

    /// The holder of the lock: the PID, and the command line if it can be read (proc(5)).
    private static func holder(_ descriptor: CInt) -> String {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").first
        guard let pid = text.flatMap({ pid_t($0) }), pid > 0 else { return "another netdiagd" }
        let command = Glibc.open("/proc/\(pid)/cmdline", O_RDONLY | O_CLOEXEC)
        guard command >= 0 else { return "the netdiagd with PID \(pid)" }
        defer { close(command) }
        var line = [UInt8](repeating: 0, count: 1_024)
        let length = read(command, &line, line.count)
        let words = line.prefix(max(0, length)).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard !words.isEmpty else { return "the netdiagd with PID \(pid)" }
        return "PID \(pid) (\(SafeText.escaped(words.joined(separator: " "))))"
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
