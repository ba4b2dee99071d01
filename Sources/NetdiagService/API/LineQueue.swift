import NIOCore
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// The lines of a stream of services in transit to a client, as one chunk whenever the client reads.
///
/// The number of waiting bytes is limited. If a client is further behind, the stream ends with a line that says so,
/// rather than with an unnoticed gap.
final class LineQueue: Sendable {
    /// More than the lines about all instances that a browser keeps, at about 200 bytes of text each.
    static let maxBytes = 8 << 20
    /// The limit for clients over TCP, so that a flood of announcements does not use up their share.
    private static let maxRemoteBytes = 2 << 20

    private struct State {
        var lines = ByteBuffer()
        var isOver = false
        var reader: CheckedContinuation<ByteBuffer?, Never>?
        var onOver: (@Sendable () -> Void)?
        /// The account for the waiting bytes.
        var account: ByteBudget.Account?
    }

    private let maxBytes: Int
    private let state = Mutex(State())

    init(maxBytes: Int = maxBytes) {
        self.maxBytes = maxBytes
    }

    /// Creates a queue for a client, which ends if the queues of others need the memory.
    convenience init(for client: Client, within budget: ByteBudget?) {
        switch client {
        case .local: self.init()
        case .remote: self.init(maxBytes: Self.maxRemoteBytes)
        }
        guard let budget else { return }
        let account = budget.open(for: client) { [weak self] in self?.abandon() }
        state.withLock { $0.account = account }
    }

    /// The waiting lines as chunks, until the queue has ended and is empty; for one reader.
    var chunks: AsyncStream<ByteBuffer> {
        // Only the stream holds this reference, so that the queue ends when the stream is released.
        let reading = ReadGuard(queue: self)
        return AsyncStream(unfolding: { await reading.queue.next() }, onCancel: { reading.queue.finish() })
    }

    /// Sets the closure that is called at the end, immediately if the queue has already ended.
    func onCompletion(_ call: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.onOver = call }
            return state.isOver
        }
        if isOver { call() }
    }

    func add(_ line: BrowseLine) {
        guard let bytes = ByteBuffer(jsonLine: VersionedDocument(line, .browse)) else { return }
        // Not under the lock: other queues may be closed for it, which takes their locks.
        let account = state.withLock { $0.account }
        let hasRoom = account?.grow(by: bytes.readableBytes) ?? true
        let isTooMuch = state.withLock { state in
            guard !state.isOver else { return false }
            let isTooMuch = !hasRoom || state.lines.readableBytes + bytes.readableBytes > maxBytes
            state.lines.writeImmutableBuffer(isTooMuch ? Self.lastLine(maxBytes) : bytes)
            return isTooMuch
        }
        if isTooMuch { finish() } else { wake() }
    }

    /// Drops the waiting lines except for one that says so, since others need the memory.
    private func abandon() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.lines = Self.lastLine(state.lines.readableBytes)
        }
        finish()
    }

    private static func lastLine(_ maxBytes: Int) -> ByteBuffer {
        let reason =
            "the reader is more than \(maxBytes) bytes behind, and has lost track; begin anew, and read faster"
        return ByteBuffer(jsonLine: VersionedDocument(BrowseLine.cut(reason: reason), .browse)) ?? ByteBuffer()
    }

    /// Ends the queue; lines that were added before are still read.
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

    /// Passes the waiting lines, or the end, to the reader.
    private func wake() {
        let (reader, chunk) = state.withLock { state -> (CheckedContinuation<ByteBuffer?, Never>?, ByteBuffer?) in
            guard let reader = state.reader, state.isOver || state.lines.readableBytes > 0 else { return (nil, nil) }
            state.reader = nil
            guard state.lines.readableBytes > 0 else { return (reader, nil) }
            defer { state.lines = ByteBuffer() }
            state.account?.shrink(by: state.lines.readableBytes)
            return (reader, state.lines)
        }
        reader?.resume(returning: chunk)
    }

    private final class ReadGuard: Sendable {
        let queue: LineQueue

        init(queue: LineQueue) {
            self.queue = queue
        }

        deinit { queue.finish() }
    }
}
