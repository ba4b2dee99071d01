import Glibc

/// A small file of this machine's configuration or state, which is read without blocking.
package enum SmallFile {
    private static let maxBytes = 64 << 10

    /// The first 64 KiB of the file; empty if it cannot be read.
    package static func text(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: maxBytes)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
    }
}
