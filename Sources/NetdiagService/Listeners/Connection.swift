import Glibc
import NIOCore
import Synchronization

/// An accepted connection: its current activity, since when, and its time limit.
final class Connection: Sendable {
    enum Phase: Sendable {
        /// Between requests, or before the first one.
        case idle
        /// A request has begun, and its fields are incomplete.
        case receivingHead
        case receivingBody
        /// Nothing is read until the response is written.
        case answering
        /// The last response is written. Further input is discarded, so that no reset overtakes the response.
        case lingering

        /// The time limit of the phase; `nil` while a response is sent, which may take any time.
        fileprivate var limit: Duration? {
            switch self {
            case .idle: .seconds(20)
            case .receivingHead: .seconds(10)
            case .receivingBody: .seconds(30)
            case .answering: nil
            case .lingering: .seconds(3)
            }
        }
    }

    /// A client must read at least ``minBytes`` of the data waiting for it in this time, or all of it.
    private static let window = Duration.seconds(15)
    private static let minBytes = 8_192

    let client: Client
    let channel: any Channel

    private struct State {
        var phase = Phase.idle
        var since = ContinuousClock.now
        /// The number of bytes passed to the channel.
        var written = 0
        /// The number of these bytes that the client had read at the last examination.
        var taken = 0
        var takenAt = ContinuousClock.now
    }

    private let state = Mutex(State())

    init(client: Client, channel: any Channel) {
        self.client = client
        self.channel = channel
    }

    func enter(_ phase: Phase) {
        let now = ContinuousClock.now
        state.withLock { state in
            state.phase = phase
            state.since = now
        }
    }

    func didWrite(_ bytes: Int) {
        state.withLock { $0.written += bytes }
    }

    /// Since when the connection has no request in progress; `nil` if it has one.
    ///
    /// A request with incomplete fields does not count, so that a client that sends a byte now and then displaces no
    /// others.
    var idleSince: ContinuousClock.Instant? {
        state.withLock { state in
            switch state.phase {
            case .idle, .receivingHead, .lingering: state.since
            case .receivingBody, .answering: nil
            }
        }
    }

    /// Whether the connection has exceeded a time limit and must be closed; called on the channel's event loop.
    func isOverdue(_ now: ContinuousClock.Instant) -> Bool {
        let (phase, since) = state.withLock { ($0.phase, $0.since) }
        if let limit = phase.limit, now - since > limit { return true }
        // A reader of a stream on this machine may be suspended for a while (Ctrl-Z, a pager); the data that waits for
        // it is limited for each user.
        guard case .remote = client else { return false }
        return isStalled(now)
    }

    private func isStalled(_ now: ContinuousClock.Instant) -> Bool {
        let waiting = waitingBytes
        return state.withLock { state in
            let taken = state.written - waiting
            if waiting == 0 || taken - state.taken >= Self.minBytes {
                state.taken = taken
                state.takenAt = now
            }
            return now - state.takenAt > Self.window
        }
    }

    /// The written bytes that have not reached the client: in the channel, and in the kernel (`SIOCOUTQ` in tcp(7)).
    private var waitingBytes: Int {
        let buffered = (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        let queued = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { descriptor in
            var bytes: CInt = 0
            return ioctl(descriptor, UInt(TIOCOUTQ), &bytes) == 0 ? Int(bytes) : 0
        }
        return buffered + (queued ?? 0)
    }
}
