import Synchronization

/// Whether a request was sent completely, and the length of its body.
final class SentFlag: Sendable {
    private let bytes = Mutex<Int?>(nil)

    func set(bodyBytes: Int) { bytes.withLock { $0 = bodyBytes } }
    var bodyBytes: Int? { bytes.withLock { $0 } }
}
