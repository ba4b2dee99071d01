// Its headers own the types of the socket calls, in the eyes of the importer.
import CAres
import Glibc

/// The files that `getaddrinfo(3)` reads in every program.
enum SystemFiles {
    private static let paths = ["/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/hosts", "/etc/gai.conf"]

    /// Those that are there, and that not everybody may read.
    static var unreadable: [String] {
        paths.filter { path in
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
            return status.st_mode & S_IROTH == 0
        }
    }
}
