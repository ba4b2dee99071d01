// For the importer, its headers define the types of the socket calls.
import CAres
import Glibc

/// The files that getaddrinfo(3) reads in every program.
enum SystemFiles {
    private static let paths = ["/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/hosts", "/etc/gai.conf"]

    /// The existing files that not everybody can read.
    static var unreadable: [String] {
        paths.filter { path in
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
            return status.st_mode & S_IROTH == 0
        }
    }
}
