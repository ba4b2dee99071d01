import CLab
import Glibc

/// What leads into a host: its first process and that one's root directory, both held so that no reuse of a PID can
/// lead elsewhere.
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

    deinit {
        close(pidfd)
        close(root)
    }
}
