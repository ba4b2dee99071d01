import Glibc

/// The right to write to a database: a lock of flock(2) on a file next to it. The kernel releases it when the process
/// ends.
final class DatabaseLock: Sendable {
    private let descriptor: CInt

    /// - Throws: ``HistoryProblem/held(_:)`` with the process that holds the lock; ``SystemFailure`` if the file cannot
    ///   be opened.
    init(of database: String) throws {
        let path = database + ".lock"
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard opened >= 0 else { throw SystemFailure(path) }
        // From here on, an error runs deinit, which closes it.
        descriptor = opened
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let failure = SystemFailure(path)
            var bytes = [UInt8](repeating: 0, count: 16)
            let count = pread(descriptor, &bytes, bytes.count, 0)
            guard isHeld else { throw failure }
            let pid = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").first
            throw HistoryProblem.held(
                pid.flatMap { pid_t($0) }.map { "the netdiagd with PID \($0)" } ?? "another netdiagd")
        }
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    }

    deinit {
        // A child process shares the lock until it executes its program, and would keep it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
