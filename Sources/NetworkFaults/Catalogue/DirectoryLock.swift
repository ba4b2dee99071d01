import CSockets
import Glibc

/// A lock that marks a directory as in use while the process that created it lives (flock(2)).
final class DirectoryLock: Sendable {
    private let descriptor: CInt

    /// Locks a directory.
    ///
    /// - Returns: `nil` if another process holds the lock, or if there is no such directory.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit {
        // A child process shares the lock until it executes its program, and would keep it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
