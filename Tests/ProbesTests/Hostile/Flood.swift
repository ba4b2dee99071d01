import KindTesting
import Synchronization

/// Data without end, whose amount shows whether a check has stopped reading, however fast the machine is.
final class Flood: Sendable {
    private let sent = Atomic(0)

    /// Whether a client has taken no more than a limited check does: what libcurl may read, and what fits into the buffers of the
    /// kernel.
    var isCut: Bool { sent.load(ordering: .relaxed) < 64 << 20 }

    /// Sends the same text until the client closes.
    func pour(_ text: String, to peer: RawPeer) {
        let part = Array(String(repeating: text, count: max(1, 16_384 / max(text.utf8.count, 1))).utf8)
        while peer.send(part) { sent.wrappingAdd(part.count, ordering: .relaxed) }
    }
}
