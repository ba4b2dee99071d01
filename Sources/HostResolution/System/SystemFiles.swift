// For the importer, its headers define the types of the socket calls.
import CAres
import Glibc

/// The files that getaddrinfo(3) reads in every program.
package enum SystemFiles {
    private static let paths = ["/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/hosts", "/etc/gai.conf"]

    /// The existing files that not everybody can read.
    static var unreadable: [String] {
        paths.filter { regular($0).map { $0.st_mode & S_IROTH == 0 } ?? false }
    }

    /// The status of a regular file; `nil` if there is none.
    static func regular(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
    }

    /// The contents of a file, in steps of 64 KiB until the limit is reached; empty if it cannot be read.
    package static func read(_ path: String, atMost limit: Int) -> [UInt8] {
        let fd = open(path, O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { return [] }
        defer { close(fd) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let count = Glibc.read(fd, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }
}
