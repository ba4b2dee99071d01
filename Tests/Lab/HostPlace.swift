import CLab
import Glibc

/// Access to a host by its first process and that process's root directory. Both are held open, so that they remain
/// correct if the PID is reused.
final class HostPlace: Sendable {
    let pidfd: CInt
    let root: CInt

    init(pid: pid_t) throws {
        let pidfd = lab_pidfd_open(pid)
        guard pidfd >= 0 else { throw LabError.system("pidfd_open", code: -pidfd) }
        let root = open("/proc/\(pid)/root", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else {
            let code = errno
            close(pidfd)
            throw LabError.system("open /proc/\(pid)/root", code: code)
        }
        (self.pidfd, self.root) = (pidfd, root)
    }

    /// Whether a path exists on the host.
    func exists(_ path: String) -> Bool { lab_exists(root, path) }

    /// Creates a directory with an unused name in `/run`.
    func makeFolder(for server: String) throws(LabError) -> String {
        while true {
            let path = "/run/\(server).\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
            let error = lab_make_folder(root, path, 0o755)
            if error == 0 { return path }
            guard error == -EEXIST else { throw .system("mkdir \(path)", code: -error) }
        }
    }

    /// Writes a file, and creates its directory.
    func write(_ path: String, _ text: String, mode: mode_t) throws(LabError) {
        let error = lab_make_folders(root, path)
        guard error == 0 else { throw .system("mkdir for \(path)", code: -error) }
        let fd = lab_open(root, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard fd >= 0 else { throw .system("open \(path)", code: -fd) }
        defer { close(fd) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
            guard written > 0 else {
                if errno == EINTR { continue }
                throw .system("write \(path)", code: errno)
            }
            rest = rest.dropFirst(written)
        }
        guard fchmod(fd, mode) == 0 else { throw .system("chmod \(path)", code: errno) }
    }

    /// Reads a whole file.
    func read(_ path: String) throws(LabError) -> String {
        let fd = lab_open(root, path, O_RDONLY, 0)
        guard fd >= 0 else { throw .system("open \(path)", code: -fd) }
        defer { close(fd) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(fd, $0.baseAddress, $0.count) }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw .system("read \(path)", code: errno)
            }
            bytes += buffer.prefix(count)
        }
    }

    deinit {
        close(pidfd)
        close(root)
    }
}
