import Glibc

/// The file of a database.
package enum DatabaseFile {
    /// Creates a file that only its owner may read, unless it exists. SQLite creates the files next to it with the same mode.
    ///
    /// - Returns: The error number (errno(3)) if it cannot be created, read or written, or is a symbolic link or a directory;
    ///   `nil` if SQLite can open it.
    package static func create(_ path: String) -> CInt? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return nil
        }
        guard errno == EEXIST else { return errno }
        // An existing file is not opened: closing it would release the locks of all connections of this process (fcntl(2)).
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno }
        switch status.st_mode & S_IFMT {
        case S_IFLNK: return ELOOP
        case S_IFDIR: return EISDIR
        default: return faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 ? nil : errno
        }
    }
}
