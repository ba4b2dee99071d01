import Synchronization

/// Whether a request has been sent whole, and how many bytes its body had.
final class SentFlag: Sendable {
    private let bytes = Mutex<Int?>(nil)

    func set(bodyBytes: Int) { bytes.withLock { $0 = bodyBytes } }
    var bodyBytes: Int? { bytes.withLock { $0 } }
}
