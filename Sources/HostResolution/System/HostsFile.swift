// For the importer, its headers define the types of the socket calls.
import CAres
import Glibc
import NetworkModel
import Synchronization

/// The contents of hosts(5), to distinguish its answers from others of the system resolver. It is read again when it has
/// changed.
final class HostsFile: Sendable {
    /// The maximum number of bytes that are read; block lists have a few MiB.
    static let sizeLimit = 8 << 20

    private struct Version: Equatable {
        var device: UInt
        var inode: UInt
        var size: Int
        var seconds: Int
        var nanoseconds: Int
    }

    private struct Content {
        var version: Version?
        /// The addresses by lower-case name.
        var addresses: [String: [IPAddress]] = [:]
    }

    private let path: String
    private let content = Mutex(Content())

    init(path: String) {
        self.path = path
    }

    /// The addresses of a name, in the file's order; empty if the file cannot be read.
    func addresses(of name: String) -> [IPAddress] {
        content.withLock { content in
            refresh(&content)
            return content.addresses[name.lowercased()] ?? []
        }
    }

    private func refresh(_ content: inout Content) {
        guard let status = SystemFiles.regular(path) else {
            content = Content()
            return
        }
        let version = Version(
            device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        guard version != content.version else { return }
        content = Content(version: version, addresses: Self.parse(SystemFiles.read(path, atMost: Self.sizeLimit)))
    }

    private static func parse(_ bytes: [UInt8]) -> [String: [IPAddress]] {
        var addresses: [String: [IPAddress]] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let fields = line.prefix { $0 != UInt8(ascii: "#") }
                .split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
            guard fields.count > 1, let address = IPAddress(String(decoding: fields[0], as: UTF8.self)) else {
                continue
            }
            for name in fields.dropFirst() {
                addresses[String(decoding: name, as: UTF8.self).lowercased(), default: []].append(address)
            }
        }
        return addresses
    }
}
