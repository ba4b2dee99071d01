// For the importer, its headers define the types of the socket calls.
import CAres
import Glibc
import NetworkModel
import Synchronization

/// The contents of hosts(5), to distinguish its answers from others of the system resolver. It is read again when it has
/// changed.
final class HostsFile: Sendable {
    /// The maximum number of bytes that are read; block lists have a few MiB.
    static let maxBytes = 8 << 20

    private struct Version: Equatable {
        var device: UInt
        var inode: UInt
        var size: Int
        var seconds: Int
        var nanoseconds: Int
    }

    private struct Content {
        var version: Version?
        /// The file. Only the lines of the names that are looked up are parsed, since block lists have some hundred thousand.
        var bytes: [UInt8] = []
        /// The addresses of the names that were looked up, by lower-case name.
        var addresses: [String: [IPAddress]] = [:]
    }

    /// The number of names whose addresses are kept.
    private static let maxNames = 4_096

    private let path: String
    private let content = Mutex(Content())

    init(path: String) {
        self.path = path
    }

    /// The addresses of a name, in the file's order; empty if the file cannot be read.
    func addresses(of name: String) -> [IPAddress] {
        content.withLock { content in
            refresh(&content)
            let name = name.lowercased()
            if let known = content.addresses[name] { return known }
            let found = Self.addresses(of: Array(name.utf8), in: content.bytes)
            if content.addresses.count >= Self.maxNames { content.addresses = [:] }
            content.addresses[name] = found
            return found
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
        content = Content(version: version, bytes: SystemFiles.read(path, atMost: Self.maxBytes))
    }

    /// The addresses of the lines that have a name, which is in lower case.
    private static func addresses(of name: [UInt8], in bytes: [UInt8]) -> [IPAddress] {
        guard !name.isEmpty else { return [] }
        var found: [IPAddress] = []
        bytes.withUnsafeBufferPointer { bytes in
            name.withUnsafeBufferPointer { name in
                var start = 0
                while start < bytes.count {
                    var end = start
                    // The end of the line, or of what is not a comment.
                    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "#") {
                        end += 1
                    }
                    for _ in 0..<count(of: name, in: bytes, from: start, to: end) {
                        let field = self.field(in: bytes, from: start, to: end)
                        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[field]), as: UTF8.self)
                        if let address = IPAddress(text) { found.append(address) }
                    }
                    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
                    start = end + 1
                }
            }
        }
        return found
    }

    /// How often a line has a name after its first field.
    private static func count(
        of name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
    ) -> Int {
        var count = 0
        var field = field(in: bytes, from: start, to: end)
        while !field.isEmpty {
            field = self.field(in: bytes, from: field.upperBound, to: end)
            if isEqual(name, bytes, field) { count += 1 }
        }
        return count
    }

    private static func isEqual(
        _ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, _ field: Range<Int>
    ) -> Bool {
        guard field.count == name.count else { return false }
        for offset in 0..<name.count {
            let byte = bytes[field.lowerBound + offset]
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            guard name[offset] == (isUpper ? byte | 0x20 : byte) else { return false }
        }
        return true
    }

    /// The next field of a line; empty at its end.
    private static func field(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Range<Int> {
        var first = start
        while first < end, isBlank(bytes[first]) { first += 1 }
        var last = first
        while last < end, !isBlank(bytes[last]) { last += 1 }
        return first..<last
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
