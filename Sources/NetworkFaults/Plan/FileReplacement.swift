import CFiles
import Glibc
import NetworkModel

/// Writes a file that takes the place of another only when all of it is written.
enum FileReplacement {
    /// `O_TMPFILE`, which Swift does not import: a file without a name, gone with the process that writes it.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// Stores a file in a directory. A process that is killed while it writes leaves the old file, and nothing else; between the last
    /// two calls it leaves the new file under its temporary name.
    ///
    /// - Parameters:
    ///   - temporary: The name that the new file has for a moment, before it is renamed. A file of that name that a killed process
    ///     has left is replaced.
    /// - Returns: Whether it was stored. If not, the old file stays.
    static func store(_ bytes: [UInt8], in directory: CInt, as name: String, by temporary: String) -> Bool {
        removeLeftover(temporary, in: directory)
        var file = openat(directory, ".", withoutName | O_WRONLY | O_CLOEXEC, 0o644)
        let isNamed = file < 0
        if isNamed {
            // Some file systems have no files without a name.
            file = openat(directory, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        }
        guard file >= 0 else { return false }
        defer { close(file) }
        guard write(bytes, to: file) else {
            if isNamed { unlinkat(directory, temporary, 0) }
            return false
        }
        if !isNamed {
            let opened = "/proc/self/fd/\(file)"
            guard linkat(AT_FDCWD, opened, directory, temporary, AT_SYMLINK_FOLLOW) == 0 else { return false }
        }
        guard renameat(directory, temporary, directory, name) == 0 else {
            unlinkat(directory, temporary, 0)
            return false
        }
        return true
    }

    /// Removes what a killed process has left: a file of this user, never a link or a device.
    private static func removeLeftover(_ name: String, in directory: CInt) {
        var status = stat()
        guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid()
        else { return }
        unlinkat(directory, name, 0)
    }

    private static func write(_ bytes: [UInt8], to file: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
