import CFiles
import Glibc
import NetworkModel

/// Replaces files atomically.
enum FileReplacement {
    /// `O_TMPFILE`, which Swift does not import: creates a file without a name, which disappears with the writing process.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// Stores a file in a directory. If the process is killed while it writes, only the old file is left. Between the last two
    /// calls, the new file is left as well, under its temporary name. The permissions of the old file are kept, and its owner if
    /// this process may set it.
    ///
    /// - Parameters:
    ///   - temporary: The temporary name of the new file before it is renamed. A file with this name that a killed process left
    ///     is replaced.
    /// - Returns: Whether the file was stored. If not, the old file stays.
    static func store(_ bytes: [UInt8], in directory: CInt, as name: String, by temporary: String) -> Bool {
        removeLeftover(temporary, in: directory)
        var old = stat()
        let isReplaced =
            fstatat(directory, name, &old, AT_SYMLINK_NOFOLLOW) == 0 && old.st_mode & S_IFMT == S_IFREG
        let mode = isReplaced ? old.st_mode & 0o777 : 0o644
        var file = openat(directory, ".", withoutName | O_WRONLY | O_CLOEXEC, mode)
        let isNamed = file < 0
        if isNamed {
            // Some file systems do not support files without a name.
            file = openat(directory, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        }
        guard file >= 0 else { return false }
        defer { close(file) }
        if isReplaced {
            // The owner comes first, since chown(2) clears bits of the mode.
            let isOfOthers = old.st_uid != geteuid() || old.st_gid != getegid()
            // Only root can give a file away, and its owner can give it to a group that the owner is in.
            if isOfOthers, fchown(file, old.st_uid, old.st_gid) != 0 { _ = fchown(file, .max, old.st_gid) }
            fchmod(file, mode)
        }
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

    /// Removes the temporary file of a killed process if it is a regular file of this user.
    private static func removeLeftover(_ name: String, in directory: CInt) {
        var status = stat()
        guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid()
        else { return }
        unlinkat(directory, name, 0)
    }

    /// Writes all bytes. The result is `false` if that is not possible, with the reason in errno.
    static func write(_ bytes: [UInt8], to file: CInt) -> Bool {
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
