import CRename
import Glibc

/// Files that did not exist before, whole or not at all.
enum NewFile {
    /// The largest file that another is compared with, in bytes.
    private static let maxOriginal = 1 << 20

    /// Writes a file beside it, and gives that the name: by a link, which fails where the name is taken (link(2)).
    ///
    /// - Parameters:
    ///   - mode: Permissions, whatever umask(2) says: the daemon has a user of its own, and secrets have none.
    ///   - option: What names the file.
    ///   - original: A file that may be there already with the same content: nobody's work is lost with it.
    ///   - ownFolder: A directory that is made where it is missing, since netdiag's own files belong there. No other is:
    ///     it would hide that somebody has mistyped its name.
    /// - Throws: ``Failure/usage(_:)`` where the file exists or its directory does not, ``Failure/failed(_:)`` where it
    ///   cannot be written.
    static func write(
        _ bytes: [UInt8], to path: String, mode: mode_t, option: String = "--output", unless original: String? = nil,
        ownFolder: String? = nil
    ) throws(Failure) {
        try check(path, option: option, unless: original, ownFolder: ownFolder)
        let folder = folder(of: path)
        if folder == ownFolder {
            if mkdir(folder, 0o755) == 0 {
                _ = chmod(folder, 0o755)
            } else if errno != EEXIST {
                throw failure("cannot be made", folder)
            }
        }
        var name = Array("\(folder)/.netdiag.XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        guard descriptor >= 0 else { throw failure("cannot be written to", folder) }
        defer {
            close(descriptor)
            unlink(name)
        }
        let error = StandardStream.writeAll(bytes, to: descriptor)
        guard error == 0 else { throw .failed("\(Text.shown(path)) cannot be written: \(ErrorNumber.text(error))") }
        // This process has made the file: where it may not say who can read it, the file system has nothing to say it with.
        guard fchmod(descriptor, mode) == 0 || errno == EPERM, fsync(descriptor) == 0 else {
            throw failure("cannot be written", path)
        }
        let isReplaced = isUnchanged(path, original)
        guard isReplaced ? rename(name, path) == 0 : give(path, to: name) else {
            if errno == EEXIST { throw existing(path, option) }
            throw failure("cannot be written", path)
        }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        defer { close(directory) }
        // Some file systems have no directories to be synchronized.
        _ = fsync(directory)
    }

    /// Gives a file a name that nothing has: by a link, or where the file system has none, as FAT and some of FUSE, by
    /// renameat2(2), which takes the first name away.
    ///
    /// - Returns: Whether it has; else `errno` says why not, EEXIST where the name is taken.
    private static func give(_ path: String, to name: [CChar]) -> Bool {
        if link(name, path) == 0 { return true }
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
        return renamed(name, path)
    }

    /// Renames a file, never over another.
    static func renamed(_ name: [CChar], _ path: String) -> Bool {
        renameat2(AT_FDCWD, name, AT_FDCWD, path, UInt32(netdiag_rename_noreplace)) == 0
    }

    /// - Throws: ``Failure/usage(_:)`` where there is something of that name, be it a link that leads nowhere, or no
    ///   directory for it.
    static func check(
        _ path: String, option: String = "--output", unless original: String? = nil, ownFolder: String? = nil
    ) throws(Failure) {
        guard !path.isEmpty, !path.utf8.contains(0), path.utf8.last != UInt8(ascii: "/") else {
            throw .usage("\"\(Text.shown(path))\" is no name of a file")
        }
        var status = stat()
        if lstat(path, &status) == 0, !isUnchanged(path, original) { throw existing(path, option) }
        let folder = folder(of: path)
        guard folder != ownFolder else { return }
        guard stat(folder, &status) == 0 else {
            throw .usage(
                "\(Text.shown(path)) cannot be written: the directory \(Text.shown(folder)): \(ErrorNumber.text()); "
                    + "make it, or choose another file with \(option)")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .usage(
                "\(Text.shown(path)) cannot be written: \(Text.shown(folder)) is no directory; "
                    + "choose another file with \(option)")
        }
    }

    /// Whether both are regular files, no links, with the same content.
    private static func isUnchanged(_ path: String, _ original: String?) -> Bool {
        guard let original, let there = content(path), let here = content(original) else { return false }
        return there == here
    }

    private static func content(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maxOriginal else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: maxOriginal)
        let count = read(descriptor, &bytes, maxOriginal)
        return count == status.st_size ? Array(bytes.prefix(count)) : nil
    }

    /// - Throws: ``Failure/failed(_:)`` where this user may make no file there, before anybody has answered questions.
    ///
    /// - Parameters:
    ///   - command: What root would call.
    ///   - option: What names another file.
    static func checkPermission(_ path: String, command: String, option: String) throws(Failure) {
        var folder = folder(of: path)
        while access(folder, F_OK) != 0, errno == ENOENT, folder.count > 1 { folder = Self.folder(of: folder) }
        guard access(folder, W_OK | X_OK) != 0 else { return }
        let error = errno
        // On a file system that nobody writes to, root does not either.
        let asRoot = geteuid() == 0 || error == EROFS ? "" : "run it as root: sudo \(command), or "
        throw .failed(
            "\(Text.shown(path)) cannot be written: \(Text.shown(folder)): \(ErrorNumber.text(error)); "
                + "\(asRoot)choose another file with \(option)")
    }

    private static func existing(_ path: String, _ option: String) -> Failure {
        .usage("\(Text.shown(path)) exists and was left as it is; choose another file with \(option)")
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failure(_ what: String, _ path: String) -> Failure {
        .failed("\(Text.shown(path)) \(what): \(ErrorNumber.text())")
    }
}
