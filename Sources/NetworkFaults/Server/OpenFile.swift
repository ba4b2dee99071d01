import CFiles
import Glibc
package import NIOCore

/// A regular file that is open for reading. It is closed with the last reference.
package final class OpenFile: Sendable {
    private let descriptor: CInt
    /// The size in bytes when the file was opened.
    package let size: Int
    /// The time of modification when the file was opened, in seconds since 1970.
    package let modified: Int
    /// The entity tag, which distinguishes versions of the file (RFC 9110 section 8.8.3).
    package let entityTag: String

    /// Creates a file from a descriptor.
    ///
    /// - Parameter descriptor: The descriptor of a regular file. The new object closes it.
    init(descriptor: CInt, status: stat) {
        self.descriptor = descriptor
        size = Int(status.st_size)
        // The time is read as two words, since the module of `timespec` depends on the other imports.
        let time = withUnsafeBytes(of: status.st_mtim) { words in
            [0, MemoryLayout<Int>.size].map { words.loadUnaligned(fromByteOffset: $0, as: Int.self) }
        }
        modified = time[0]
        let parts = [Int(status.st_ino), size, modified, time[1]]
        entityTag = "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
    }

    deinit { close(descriptor) }

    /// Reads at most `count` bytes at an offset; the result is `nil` at the end of the file and after an error.
    package func read(at offset: Int, count: Int) -> ByteBuffer? {
        var buffer = ByteBuffer()
        let result = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            max(0, pread(descriptor, bytes.baseAddress, min(count, bytes.count), off_t(offset)))
        }
        return result > 0 ? buffer : nil
    }
}

extension OpenFile {
    /// Opens a regular file that an administrator has specified; the result is `nil` if it cannot be read.
    convenience init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.init(descriptor: descriptor, status: status)
    }
}
