import Glibc
import LocaleText
import NetworkModel
import Synchronization
import NetdiagConfiguration

/// The file of the Unix socket: prepares its place, makes it accessible, and removes it at the end.
final class SocketFile: Sendable {
    let path: String
    /// The device and inode of this daemon's file.
    private let identity = Mutex<(device: dev_t, inode: ino_t)?>(nil)

    /// `O_PATH`, which Swift does not import.
    private static let pathOnly: CInt = 0o10_000_000

    init(path: String) {
        self.path = path
    }

    /// Creates the directory if only the last component is missing, and removes a socket without a listener.
    ///
    /// - Throws: ``DaemonError`` if another file is in the way, a daemon listens there, or the directory is not
    ///   writable.
    func prepare() throws(DaemonError) {
        let shown = SafeText.escaped(path)
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        var status = stat()
        if !directory.isEmpty, stat(directory, &status) != 0, errno == ENOENT, mkdir(directory, 0o755) != 0,
            errno != EEXIST
        {
            throw DaemonError(
                "the directory of the socket \(shown) cannot be made: \(Self.reason()); create it, or choose another with --socket"
            )
        }
        guard access(directory.isEmpty ? "/" : directory, W_OK | X_OK) == 0 else {
            throw DaemonError(
                "the socket \(shown) cannot be made: its directory cannot be written to: \(Self.reason()); run as its owner, or choose another with --socket"
            )
        }
        // Others could replace the socket by a link to another file.
        if stat(directory.isEmpty ? "/" : directory, &status) == 0, status.st_mode & S_IWOTH != 0,
            status.st_mode & S_ISVTX == 0
        {
            throw DaemonError(
                "the socket \(shown) cannot be made: every user can replace files in its directory; restrict it (chmod o-w), or choose another with --socket"
            )
        }
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw DaemonError("\(shown) already exists and is not a socket; remove it, or choose another with --socket")
        }
        guard !isListened() else {
            throw DaemonError(
                "another netdiagd listens on \(shown); stop it first (systemctl stop netdiagd), or choose another with --socket"
            )
        }
        guard unlink(path) == 0 else {
            throw DaemonError("the old socket \(shown) cannot be removed: \(Self.reason())")
        }
    }

    /// Lets every user of the machine connect, as for the sockets of systemd-resolved: they may read. Further rights
    /// depend on the user (``AccessRules``), so that a failed change of the owner is not an error.
    /// Only a socket of this user is changed, not a file that somebody has put in its place meanwhile.
    func open(_ access: Configuration.Access) {
        let descriptor = Glibc.open(path, Self.pathOnly | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else {
            return
        }
        let opened = "/proc/self/fd/\(descriptor)"
        if chmod(opened, 0o666) != 0 {
            LocaleStandardError.write(
                "netdiagd: other users cannot use the socket \(SafeText.escaped(path)): chmod: \(Self.reason())\n")
        }
        if access.owner != nil || access.group != nil {
            // The value -1 leaves the owner or group unchanged (chown(2)).
            _ = chown(opened, access.owner ?? .max, access.group ?? .max)
        }
        identity.withLock { $0 = (status.st_dev, status.st_ino) }
    }

    /// Removes the file, unless another daemon has replaced it.
    func remove() {
        var status = stat()
        guard let own = identity.withLock({ $0 }), lstat(path, &status) == 0, own == (status.st_dev, status.st_ino)
        else { return }
        unlink(path)
    }

    private func isListened() -> Bool {
        let descriptor = socket(
            AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // EAGAIN means that the queue of a listener is full. Without a listener, the connection is refused.
        return result == 0 || errno != ECONNREFUSED
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
