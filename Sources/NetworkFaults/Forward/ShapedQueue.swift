import NIOCore

/// Bytes that wait for their time, in their order.
struct ShapedQueue {
    /// Beyond this nothing more is read.
    static let maxBytes = 1 << 20

    private struct Part {
        var due: NIODeadline
        var bytes: ByteBuffer
    }

    private let shaping: Shaping
    private var parts = CircularBuffer<Part>()
    /// Before this the pace lets nothing through.
    private var nextSend = NIODeadline.uptimeNanoseconds(0)
    private(set) var count = 0

    init(_ shaping: Shaping) { self.shaping = shaping }

    var isFull: Bool { count >= Self.maxBytes }
    var isEmpty: Bool { parts.isEmpty }

    mutating func append(_ bytes: ByteBuffer, now: NIODeadline) {
        count += bytes.readableBytes
        parts.append(Part(due: now + TimeAmount(shaping.delay), bytes: bytes))
    }

    /// When the next bytes may go; `nil` if there are none.
    var due: NIODeadline? { parts.first.map { max($0.due, nextSend) } }

    /// The bytes whose time has come.
    mutating func next(now: NIODeadline) -> ByteBuffer? {
        guard let due, due <= now else { return nil }
        guard let pace = shaping.pace else {
            let part = parts.removeFirst()
            count -= part.bytes.readableBytes
            return part.bytes
        }
        let slice = parts[parts.startIndex].bytes.readSlice(
            length: min(pace.bytes, parts[parts.startIndex].bytes.readableBytes))
        if parts[parts.startIndex].bytes.readableBytes == 0 { parts.removeFirst() }
        count -= slice?.readableBytes ?? 0
        nextSend = now + TimeAmount(pace.interval)
        return slice
    }
}
