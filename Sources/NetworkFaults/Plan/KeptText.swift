import Glibc
import NetworkModel
import Synchronization

/// The text of a file, served and edited.
package final class KeptText: Sendable {
    /// Bytes of it.
    package static let maxBytes = 1 << 20

    package let path: String
    private let text: Mutex<[UInt8]>

    /// - Throws: ``FaultError/usage(_:)`` where there is a file that cannot be read; a missing one is an empty text.
    package init(path: String) throws(FaultError) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw Self.problem(path) }
            text = Mutex([])
            return
        }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: Self.maxBytes + 1)
        var count = 0
        while count < buffer.count {
            let got = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, $0.count - count) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Self.problem(path) }
            guard got > 0 else { break }
            count += got
        }
        guard count <= Self.maxBytes else { throw .usage("\(SafeText.shown(path)) has more than 1 MiB") }
        text = Mutex(Array(buffer[..<count]))
    }

    private static func problem(_ path: String) -> FaultError {
        .usage("\(SafeText.shown(path)) cannot be read: \(String(cString: strerror(errno)))")
    }

    package var bytes: [UInt8] { text.withLock { $0 } }

    /// Replaces the text and writes the file; whether it could be written. Where not, the old text stays.
    func replace(with bytes: [UInt8]) -> Bool {
        text.withLock { text in
            let temporary = path + ".netdiag-serve"
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
            guard descriptor >= 0 else { return false }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
            close(descriptor)
            guard rest.isEmpty, rename(temporary, path) == 0 else {
                unlink(temporary)
                return false
            }
            text = bytes
            return true
        }
    }
}
