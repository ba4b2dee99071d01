import NIOCore
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// The lines of a stream of services in transit to a client, as one chunk whenever it reads.
///
/// Only so many bytes may wait. A client that is further behind has lost track: rather than with a gap that it knows
/// nothing of, the stream ends, with a line that says so.
final class LineQueue: Sendable {
    /// More than what is told of every instance that a browser keeps, at some 200 bytes of text each.
    static let maxBytes = 8 << 20
    /// For clients over TCP, whom a flood of announcements must not let take all there is for them.
    private static let maxRemoteBytes = 2 << 20

    private struct State {
        var lines = ByteBuffer()
        var isOver = false
        var reader: CheckedContinuation<ByteBuffer?, Never>?
        var onOver: (@Sendable () -> Void)?
        /// What waits counts as long as it is here.
        var account: ByteBudget.Account?
    }

    private let maxBytes: Int
    private let state = Mutex(State())

    init(maxBytes: Int = maxBytes) {
        self.maxBytes = maxBytes
    }

    /// A queue for a client, which gives up where those of others need the memory more.
    convenience init(for client: Client, within budget: ByteBudget?) {
        switch client {
        case .local: self.init()
        case .remote: self.init(maxBytes: Self.maxRemoteBytes)
        }
        guard let budget else { return }
        let account = budget.open(for: client) { [weak self] in self?.giveUp() }
        state.withLock { $0.account = account }
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
        guard let bytes = ByteBuffer(jsonLine: VersionedDocument(line, .browse)) else { return }
        // Outside the lock: others may be cut for it, which takes theirs.
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

    /// Others need the memory: what waits is dropped but for a line that says so.
    private func giveUp() {
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
            state.account?.shrink(by: state.lines.readableBytes)
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
