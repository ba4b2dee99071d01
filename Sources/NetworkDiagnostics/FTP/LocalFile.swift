import Glibc
import NetworkModel

/// A file of this machine that is read or written on the thread of a transfer.
final class LocalFile: Sendable {
    let path: String
    private let descriptor: CInt

    /// Opens a file for writing, creates it if needed, and locks it against other writers.
    init(writing path: String) throws(FTPClientError) {
        self.path = path
        // A symbolic link is not followed, since another user may have created it.
        let flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let new = open(path, flags | O_CREAT | O_EXCL, 0o666)
        descriptor = new < 0 && errno == EEXIST ? open(path, flags) : new
        guard descriptor >= 0 else { throw .local("\(path): \(Self.reason())") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw .local("\(path) is being written by another program")
        }
        guard isRegular else { throw .local("\(path) is not a regular file") }
        // Another user could have chosen its content, and goes on writing to it. A new file of a network file system may
        // belong to somebody else, but is this program's.
        guard new >= 0 || isOwn else {
            throw .local("\(path) belongs to another user or has a second name, and is not continued; remove it first")
        }
    }

    init(reading path: String) throws(FTPClientError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .local("\(path): \(Self.reason())") }
        guard isRegular else { throw .local("\(path) is not a regular file") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    static func reason() -> String { String(cString: strerror(errno)) }

    private var status: stat {
        var status = stat()
        fstat(descriptor, &status)
        return status
    }

    private var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
    private var isOwn: Bool {
        let status = status
        return status.st_uid == geteuid() && status.st_nlink == 1
    }
    var size: Int { Int(status.st_size) }

    /// A mark of the current state of the file. It changes if the file is replaced or written to.
    var mark: String {
        let status = status
        return PartialFileTag(
            "\(status.st_size)", "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)", "\(status.st_ino)"
        ).text
    }

    func seek(_ offset: Int) -> Bool { lseek(descriptor, off_t(offset), SEEK_SET) == off_t(offset) }

    func restart() -> Bool { ftruncate(descriptor, 0) == 0 && seek(0) }

    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads data.
    ///
    /// - Returns: 0 at the end, `nil` if it cannot be read.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int? {
        while true {
            let count = Glibc.read(descriptor, room.baseAddress, room.count)
            if count < 0, errno == EINTR { continue }
            return count < 0 ? nil : count
        }
    }

    /// Renames the file once its content is on the disk.
    ///
    /// - Parameter overwrites: Whether to replace an existing file of that name.
    func rename(to final: String, overwrites: Bool) throws(FTPClientError) {
        guard fsync(descriptor) == 0 else { throw .local("\(path): \(Self.reason())") }
        if overwrites {
            guard Glibc.rename(path, final) == 0 else { throw .local("\(final): \(Self.reason())") }
        } else if link(path, final) == 0 {
            // Unlike rename(2), a hard link never replaces another file.
            unlink(path)
        } else if errno == EEXIST {
            throw .local("\(final) is there already; --force replaces it")
        } else if Glibc.rename(path, final) != 0 {
            throw .local("\(final): \(Self.reason())")
        }
        let directory = open(FilePath.directory(of: final), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    func remove() { unlink(path) }

    /// Checks whether a file can be created under this name.
    ///
    /// - Parameter overwrites: Whether to replace an existing file of that name; anything but a file is never replaced.
    static func checkPlace(_ path: String, overwrites: Bool) throws(FTPClientError) {
        var status = stat()
        // The link itself, since its destination may not exist.
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { throw .local("\(path) exists, and is not a regular file") }
            guard overwrites else { throw .local("\(path) is there already; --force replaces it") }
        } else if errno != ENOENT {
            throw .local("\(path): \(reason())")
        }
        guard access(FilePath.directory(of: path), W_OK | X_OK) == 0 else { throw .local("\(path): \(reason())") }
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

/// The mark in the name of a partial file, which identifies its source, so that a transfer is resumed only from the same
/// source: 16 hexadecimal digits, the same in every run.
struct PartialFileTag: Hashable {
    let text: String

    /// Creates a mark: 64-bit FNV-1a over the texts, with a zero byte after each.
    init(_ pieces: String...) {
        text = FNV1a(pieces.flatMap { Array($0.utf8) + [0] }).digits
    }
}
