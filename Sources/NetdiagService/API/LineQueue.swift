import NIOCore
import NetworkModel
import Synchronization

/// The lines of a stream of services on their way to a client, as one chunk whenever it takes some.
///
/// Only so many bytes may wait. A client that is further behind has lost track: rather than with a gap that it knows
/// nothing of, the stream ends, with a line that says so.
final class LineQueue: Sendable {
    /// More than what is told of every instance that a browser keeps, at some 200 bytes of text each.
    static let mostBytes = 8 << 20

    private struct State {
        var lines = ByteBuffer()
        var isOver = false
        var reader: CheckedContinuation<ByteBuffer?, Never>?
        var onOver: (@Sendable () -> Void)?
    }

    private let mostBytes: Int
    private let state = Mutex(State())

    init(mostBytes: Int = mostBytes) {
        self.mostBytes = mostBytes
    }

    /// What waits, until it is over and nothing is left; for one reader.
    var chunks: AsyncStream<ByteBuffer> {
        // Kept by the stream alone: one that is let go of is over.
        let reading = Reading(queue: self)
        return AsyncStream(unfolding: { await reading.queue.next() }, onCancel: { reading.queue.finish() })
    }

    /// Calls back, at once where it is over already.
    func whenOver(_ call: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.onOver = call }
            return state.isOver
        }
        if isOver { call() }
    }

    func add(_ line: BrowseLine) {
        guard let bytes = ByteBuffer(jsonLine: line) else { return }
        let isTooMuch = state.withLock { state in
            guard !state.isOver else { return false }
            let isTooMuch = state.lines.readableBytes + bytes.readableBytes > mostBytes
            state.lines.writeImmutableBuffer(isTooMuch ? Self.lastLine(mostBytes) : bytes)
            return isTooMuch
        }
        if isTooMuch { finish() } else { wake() }
    }

    private static func lastLine(_ mostBytes: Int) -> ByteBuffer {
        let reason =
            "the reader is more than \(mostBytes) bytes behind, and has lost track; begin anew, and read faster"
        return ByteBuffer(jsonLine: BrowseLine.cut(reason: reason)) ?? ByteBuffer()
    }

    /// What was added by now is still read.
    func finish() {
        let onOver = state.withLock { state in
            state.isOver = true
            defer { state.onOver = nil }
            return state.onOver
        }
        onOver?()
        wake()
    }

    private func next() async -> ByteBuffer? {
        await withCheckedContinuation { continuation in
            state.withLock { $0.reader = continuation }
            wake()
        }
    }

    /// Hands the reader what there is, or the end.
    private func wake() {
        let (reader, chunk) = state.withLock { state -> (CheckedContinuation<ByteBuffer?, Never>?, ByteBuffer?) in
            guard let reader = state.reader, state.isOver || state.lines.readableBytes > 0 else { return (nil, nil) }
            state.reader = nil
            guard state.lines.readableBytes > 0 else { return (reader, nil) }
            defer { state.lines = ByteBuffer() }
            return (reader, state.lines)
        }
        reader?.resume(returning: chunk)
    }

    private final class Reading: Sendable {
        let queue: LineQueue

        init(queue: LineQueue) {
            self.queue = queue
        }

        deinit { queue.finish() }
    }
}
