import CFiles
import Glibc
package import NIOCore

/// A regular file, open to be read; it is closed when nobody holds it any more.
package final class OpenFile: Sendable {
    private let descriptor: CInt
    /// Bytes, when it was opened.
    package let size: Int
    /// Seconds since 1970, when it was opened.
    package let modified: Int
    /// What tells this content from another one of the same file (RFC 9110 section 8.8.3).
    package let entityTag: String

    /// - Parameter descriptor: Of a regular file; the new object closes it.
    init(descriptor: CInt, status: stat) {
        self.descriptor = descriptor
        size = Int(status.st_size)
        // As two words: which module `timespec` belongs to differs with what else is imported.
        let time = withUnsafeBytes(of: status.st_mtim) { words in
            [0, MemoryLayout<Int>.size].map { words.loadUnaligned(fromByteOffset: $0, as: Int.self) }
        }
        modified = time[0]
        let parts = [Int(status.st_ino), size, modified, time[1]]
        entityTag = "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
    }

    deinit { close(descriptor) }

    /// At most so many bytes from a place on; `nil` at the end and where it cannot be read.
    package func read(at offset: Int, count: Int) -> ByteBuffer? {
        var buffer = ByteBuffer()
        let result = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            max(0, pread(descriptor, bytes.baseAddress, min(count, bytes.count), off_t(offset)))
        }
        return result > 0 ? buffer : nil
    }
}

extension OpenFile {
    /// Opens a regular file that an administrator has named; `nil` if it cannot be read.
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
