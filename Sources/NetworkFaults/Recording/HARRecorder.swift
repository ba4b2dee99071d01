import Glibc
import NetworkModel
import Synchronization

/// Writes an HTTP archive (HAR 1.2), which is complete after each exchange. The bytes of the connections are stored in a
/// directory next to it, whose name is that of the file with `.d` added. Both contain secrets of requests, so that no other
/// user may read them.
package final class HARRecorder: Sendable {
    /// The maximum size of the archive and all files next to it, in bytes. Nothing is recorded beyond it.
    package static let maxBytes = 4 << 30

    private struct State {
        /// The offset of the next entry.
        var end: Int
        var entries = 0
        var number = 0
        /// The size of all written data, in bytes.
        var bytes = 0
    }

    private static let tail = "\n]}}\n"

    let path: String
    private let descriptor: CInt
    private let state: Mutex<State>

    /// Creates an archive in a new file.
    ///
    /// - Throws: ``FaultError/usage(_:)`` if the file exists, or cannot be created.
    package init(path: String) throws(FaultError) {
        func refusal(_ path: String) -> FaultError {
            let reason = errno == EEXIST ? "exists already; name another file" : String(cString: strerror(errno))
            return .usage("\(SafeText.shown(path)) cannot be recorded to: \(reason)")
        }
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw refusal(path) }
        guard mkdir(path + ".d", 0o700) == 0 else {
            let error = refusal(path + ".d")
            Glibc.close(descriptor)
            unlink(path)
            throw error
        }
        self.path = path
        let head =
            #"{"log":{"version":"1.2","creator":{"name":"netdiag serve","version":"1"},"entries":["#
        state = Mutex(State(end: head.utf8.count))
        guard Self.write(Array((head + Self.tail).utf8), to: descriptor, at: 0) else {
            let error = refusal(path)
            rmdir(path + ".d")
            unlink(path)
            throw error
        }
    }

    deinit { Glibc.close(descriptor) }

    /// The name of the directory next to the archive, as in its entries.
    var directoryName: String { (path.split(separator: "/").last.map(String.init) ?? path) + ".d" }

    /// Starts an exchange; `nil` if there is no space for more.
    package func begin() -> RecordedExchange? {
        let number = state.withLock { state in
            guard state.bytes < Self.maxBytes, state.number < HARReader.maxEntries else { return nil as Int? }
            state.number += 1
            return state.number
        }
        return number.map { RecordedExchange(self, number: $0) }
    }

    /// Reserves a number of bytes. The result is `false` if there is not enough space.
    func takes(_ count: Int) -> Bool {
        state.withLock { state in
            state.bytes += count
            return state.bytes <= Self.maxBytes
        }
    }

    /// Adds an entry, which is one line.
    func append(_ entry: String) {
        state.withLock { state in
            let text = (state.entries == 0 ? "\n" : ",\n") + entry
            let length = text.utf8.count
            // Entry and tail are written together over the old tail, so that a reader sees the old end or the new one.
            guard Self.write(Array((text + Self.tail).utf8), to: descriptor, at: state.end) else { return }
            state.end += length
            state.entries += 1
            state.bytes += length
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt, at offset: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + written, $0.count - written, off_t(offset + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
