import CSockets
import Glibc

/// Says that a directory is in use, as long as the process lives that made it (flock(2)).
final class DirectoryLock: Sendable {
    private let descriptor: CInt

    /// - Returns: `nil` if another process holds it, and where there is no such directory.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }
}
