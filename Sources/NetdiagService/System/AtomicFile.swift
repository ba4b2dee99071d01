import Glibc
import NetworkModel

/// Files that contain either all of the new content or all of the old, whenever the daemon is killed or the power fails.
enum AtomicFile {
    /// Why a file could not be written, in a line with its name.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes a temporary file beside it, gives that the name, and returns when both are on the disk (fsync(2) says that
    /// the directory needs one of its own).
    ///
    /// - Parameter path: An absolute path; its directory is made where only that is missing.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        // Usually the service manager has made it.
        if mkdir(directory, 0o755) != 0, errno != EEXIST { throw failure("cannot be made", directory) }
        let new = path + ".new"
        // What a run that was killed has left, or something else by that name: opening a FIFO would wait for a reader.
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be written", new) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let broken = failure("cannot be written", new)
                unlink(new)
                throw broken
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0, rename(new, path) == 0 else { throw failure("cannot be written", path) }
        let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure("cannot be opened", directory) }
        defer { close(folder) }
        // Some file systems have no directories to be synchronized (EINVAL).
        guard fsync(folder) == 0 || errno == EINVAL else { throw failure("cannot be written", directory) }
    }

    private static func failure(_ what: String, _ path: String) -> Failure {
        Failure(description: "\(SafeText.escaped(path)) \(what): \(String(cString: strerror(errno)))")
    }
}
