import Glibc
import LocaleText
import NetworkModel

/// Writes files so that they contain either all of the new content or all of the old, even if the daemon is killed or
/// the power fails.
enum AtomicFile {
    /// The reason why a file could not be written, in one line with its name.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes a temporary file in the same directory, renames it, and returns when both changes are on the disk (the
    /// directory needs its own fsync(2)).
    ///
    /// - Parameter path: An absolute path; its directory is created if only the last component is missing.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        // Usually the service manager has created it.
        if mkdir(directory, 0o755) != 0, errno != EEXIST { throw failure("cannot be made", directory) }
        let new = path + ".new"
        // A killed run may have left the file. It may also be something else: opening a FIFO would wait for a reader.
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be written", new) }
        defer { close(descriptor) }
        guard DescriptorOutput.writeAll(bytes, to: descriptor) == 0 else {
            let broken = failure("cannot be written", new)
            unlink(new)
            throw broken
        }
        guard fsync(descriptor) == 0, rename(new, path) == 0 else { throw failure("cannot be written", path) }
        let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure("cannot be opened", directory) }
        defer { close(folder) }
        // Some file systems cannot synchronize directories (EINVAL).
        guard fsync(folder) == 0 || errno == EINVAL else { throw failure("cannot be written", directory) }
    }

    private static func failure(_ what: String, _ path: String) -> Failure {
        Failure(description: "\(SafeText.escaped(path)) \(what): \(String(cString: strerror(errno)))")
    }
}
