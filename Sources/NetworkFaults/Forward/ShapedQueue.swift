import NIOCore

/// A queue of delayed bytes.
struct ShapedQueue {
    /// The size in bytes above which nothing more is read.
    static let maxBytes = 1 << 20

    private struct Part {
        var due: NIODeadline
        var bytes: ByteBuffer
    }

    private let shaping: Shaping
    private var parts = CircularBuffer<Part>()
    /// The time before which the pace allows no output.
    private var nextSend = NIODeadline.uptimeNanoseconds(0)
    private(set) var count = 0

    init(_ shaping: Shaping) { self.shaping = shaping }

    var isFull: Bool { count >= Self.maxBytes }
    var isEmpty: Bool { parts.isEmpty }

    mutating func append(_ bytes: ByteBuffer, now: NIODeadline) {
        count += bytes.readableBytes
        parts.append(Part(due: now + TimeAmount(shaping.delay), bytes: bytes))
    }

    /// The time at which the next bytes may be sent; `nil` if there are none.
    var due: NIODeadline? { parts.first.map { max($0.due, nextSend) } }

    /// Removes and returns the next bytes that are due; `nil` if none are.
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
