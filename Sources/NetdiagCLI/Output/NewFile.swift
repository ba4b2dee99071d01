import CRename
import Glibc
import NetworkModel
import Translations

/// Creates new files atomically.
enum NewFile {
    /// The maximum size of a file that another one is compared with, in bytes.
    private static let maxOriginal = 1 << 20

    /// Writes a temporary file in the same directory, and then gives it the name by creating a link, which fails if the name
    /// exists (link(2)).
    ///
    /// - Parameters:
    ///   - mode: The permissions, independent of umask(2): the daemon has a user of its own, and secrets must not be readable
    ///     by others.
    ///   - option: The option that specifies the file.
    ///   - original: A file with the original content. An existing file with this content may be replaced, since it contains no
    ///     changes.
    ///   - ownFolder: A directory of netdiag, which is created if it is missing. Others are not created, since that would hide
    ///     mistyped names.
    /// - Throws: ``Failure/usage(_:)`` if the file exists or its directory does not, ``Failure/failed(_:)`` if it cannot be
    ///   written.
    static func write(
        _ bytes: [UInt8], to path: String, mode: mode_t, option: String = "--output", unless original: String? = nil,
        ownFolder: String? = nil
    ) throws(Failure) {
        try check(path, option: option, unless: original, ownFolder: ownFolder)
        let folder = FilePath.directory(of: path)
        if folder == ownFolder {
            if mkdir(folder, 0o755) == 0 {
                _ = chmod(folder, 0o755)
            } else if errno != EEXIST {
                throw failure(.folderNotMade, folder)
            }
        }
        var name = Array("\(folder)/.netdiag.XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        guard descriptor >= 0 else { throw failure(.folderNotWritable, folder) }
        defer {
            close(descriptor)
            unlink(name)
        }
        let error = StandardStream.writeAll(bytes, to: descriptor)
        guard error == 0 else { throw failure(.fileNotWritten, path, error) }
        // This process owns the file. If it cannot change the permissions, the file system does not support them.
        guard fchmod(descriptor, mode) == 0 || errno == EPERM, fsync(descriptor) == 0 else {
            throw failure(.fileNotWritten, path)
        }
        let isReplaced = isUnchanged(path, original)
        guard isReplaced ? rename(name, path) == 0 : link(name, as: path) else {
            if errno == EEXIST { throw existing(path, option) }
            throw failure(.fileNotWritten, path)
        }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        defer { close(directory) }
        // Some file systems cannot synchronise directories.
        _ = fsync(directory)
    }

    /// Gives a file an unused name: by a link, or with renameat2(2) on file systems without hard links, such as FAT and some
    /// FUSE file systems.
    ///
    /// - Returns: Whether it succeeded; otherwise `errno` has the reason, which is `EEXIST` if the name is in use.
    private static func link(_ name: [CChar], as path: String) -> Bool {
        if Glibc.link(name, path) == 0 { return true }
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
        return renamed(name, path)
    }

    /// Renames a file without replacing another one.
    static func renamed(_ name: [CChar], _ path: String) -> Bool {
        renameat2(AT_FDCWD, name, AT_FDCWD, path, UInt32(netdiag_rename_noreplace)) == 0
    }

    /// - Throws: ``Failure/usage(_:)`` if the name exists, even as a dangling link, or if its directory does not exist.
    static func check(
        _ path: String, option: String = "--output", unless original: String? = nil, ownFolder: String? = nil
    ) throws(Failure) {
        guard !path.isEmpty, !path.utf8.contains(0), path.utf8.last != UInt8(ascii: "/") else {
            throw .usage(CommandPhrase.isNoFileName.text(["file": Text.shown(path)]))
        }
        var status = stat()
        if lstat(path, &status) == 0, !isUnchanged(path, original) { throw existing(path, option) }
        let folder = FilePath.directory(of: path)
        guard folder != ownFolder else { return }
        let error = stat(folder, &status) == 0 ? 0 : errno
        let facts = [
            "file": Text.shown(path), "folder": Text.shown(folder), "error": FactWords.local(ErrorNumber.text(error)),
            "option": option,
        ]
        guard error == 0 else { throw .usage(CommandPhrase.folderIsMissing.text(facts)) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .usage(CommandPhrase.folderIsNone.text(facts)) }
    }

    /// Whether both are regular files, not links, with the same content.
    static func isUnchanged(_ path: String, _ original: String?) -> Bool {
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

    /// - Throws: ``Failure/failed(_:)`` if this user cannot create the file. This is checked before the user answers questions.
    ///
    /// - Parameters:
    ///   - command: The command for root.
    ///   - option: The option that specifies another file.
    static func checkPermission(_ path: String, command: String, option: String) throws(Failure) {
        var folder = FilePath.directory(of: path)
        while access(folder, F_OK) != 0, errno == ENOENT, folder.count > 1 { folder = FilePath.directory(of: folder) }
        guard access(folder, W_OK | X_OK) != 0 else { return }
        let error = errno
        // On a read-only file system, root cannot write either.
        let phrase: CommandPhrase = geteuid() == 0 || error == EROFS ? .folderRefuses : .folderRefusesUser
        throw .failed(
            phrase.text([
                "file": Text.shown(path), "folder": Text.shown(folder),
                "error": FactWords.local(ErrorNumber.text(error)), "command": "sudo \(command)", "option": option,
            ]))
    }

    private static func existing(_ path: String, _ option: String) -> Failure {
        .usage(CommandPhrase.fileIsLeft.text(["file": Text.shown(path), "option": option]))
    }

    private static func failure(_ phrase: CommandPhrase, _ path: String, _ error: CInt = errno) -> Failure {
        .failed(phrase.text(["file": Text.shown(path), "error": FactWords.local(ErrorNumber.text(error))]))
    }
}
