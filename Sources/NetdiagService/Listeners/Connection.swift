import Glibc
import NIOCore
import Synchronization

/// An accepted connection: its current activity, since when, and its time limit.
final class Connection: Sendable {
    enum Phase: Sendable {
        /// Between requests, or before the first one.
        case idle
        /// A request has begun, and its fields are not complete.
        case receivingHead
        case receivingBody
        /// Nothing is read until the answer has been written.
        case answering
        /// The last answer has been written; what still arrives is dropped, so that no reset overtakes the answer.
        case lingering

        /// How long it may last; `nil`: as long as the answer takes.
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

    /// A client takes at least ``minBytes`` of what waits for it in this time, or all.
    private static let window = Duration.seconds(15)
    private static let minBytes = 8_192

    let client: Client
    let channel: any Channel

    private struct State {
        var phase = Phase.idle
        var since = ContinuousClock.now
        /// Bytes that were handed to the channel.
        var written = 0
        /// What the client had taken of them when that was examined.
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

    /// Since when no request of it is being received or answered; `nil`: one is.
    ///
    /// One that has not arrived in full counts as none: whoever sends a byte now and then is to keep out nobody.
    var idleSince: ContinuousClock.Instant? {
        state.withLock { state in
            switch state.phase {
            case .idle, .receivingHead, .lingering: state.since
            case .receivingBody, .answering: nil
            }
        }
    }

    /// Whether it has to be closed: something takes too long. On the channel's event loop.
    func isOverdue(_ now: ContinuousClock.Instant) -> Bool {
        let (phase, since) = state.withLock { ($0.phase, $0.since) }
        if let limit = phase.limit, now - since > limit { return true }
        // Whoever reads a stream on this machine may stop it for a while (Ctrl-Z, a pager): what it may keep waiting is
        // limited for each user.
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

    /// What was written and has not reached the client: in the channel, and in the kernel (tcp(7): `SIOCOUTQ`).
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
