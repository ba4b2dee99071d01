public import EventLoopKit
public import NetworkModel

import CSockets
import Glibc
import Synchronization
import SystemAddresses

/// A connected stream socket. It is closed with its owner, unless it was handed over.
public final class ConnectedSocket: Sendable {
    /// The remote address; for a local socket, the unspecified address and port 0.
    public let peer: SocketAddress
    /// The path of a local socket (unix(7)); `nil` for TCP.
    public let path: String?
    private let state: Mutex<State>

    private struct State {
        var descriptor: CInt?
        /// Another descriptor of the connection, whose counters are read after its new owner has closed it.
        var counted: CInt?
        /// Whether the kernel queues the errors for what is sent, which is ended before the connection is used.
        var queuesErrors: Bool
        /// The counters when the peer had acknowledged the end of this side, after which nothing is sent.
        var final: TCPEvidence.Packets?

        /// An ICMP error for an established connection only ends it if the kernel says so. A connection over which nothing is
        /// sent needs no such setting.
        mutating func prepareForUse(_ descriptor: CInt, _ family: AddressFamily) {
            guard queuesErrors else { return }
            queuesErrors = false
            QueuedError.drop(on: descriptor, family: family)
        }
    }

    /// - Parameter queuesErrors: Whether errors are queued, which is ended for a new owner.
    init(_ descriptor: CInt, peer: SocketAddress, queuesErrors: Bool = false) {
        state = Mutex(State(descriptor: descriptor, queuesErrors: queuesErrors))
        self.peer = peer
        path = nil
    }

    init(_ descriptor: CInt, path: String) {
        state = Mutex(State(descriptor: descriptor, queuesErrors: false))
        self.path = path
        peer = SocketAddress(.unspecified, port: 0)
    }

    /// The descriptor, for a new owner, who must close it; `nil` after the first call.
    public func handOver() -> CInt? {
        state.withLock { state in
            guard let descriptor = state.descriptor else { return nil }
            state.prepareForUse(descriptor, peer.address.family)
            if path == nil { state.counted = Self.copy(of: descriptor) }
            state.descriptor = nil
            return descriptor
        }
    }

    /// The descriptor, for use while this object exists, which closes it; `nil` if it was handed over.
    func lend() -> CInt? {
        state.withLock { state in
            guard let descriptor = state.descriptor else { return nil }
            state.prepareForUse(descriptor, peer.address.family)
            return descriptor
        }
    }

    /// How long a FIN is waited for: longer than the kernel takes to repeat it, which is at least 200 ms.
    private static let patience = Duration.milliseconds(300)
    private static let maxPatience = Duration.seconds(1)

    /// Closes this side of the connection, and waits until the peer has acknowledged that, which takes a round trip, or until
    /// the kernel had to repeat it. Of a connection over which nothing else is sent, the end shows as much as the beginning.
    ///
    /// - Throws: `CancellationError`.
    public func endInOrder(on loop: EventLoop, until deadline: ContinuousClock.Instant) async throws {
        guard let fd = state.withLock({ $0.descriptor }), shutdown(fd, CInt(NETDIAG_END_SENDING)) == 0 else { return }
        let begun = ContinuousClock.now
        var pause = Duration.milliseconds(1)
        while let next = nextWait(for: fd, since: begun, pause, until: deadline) {
            pause *= 2
            try await loop.sleep(until: next)
        }
    }

    /// When to see again whether the peer has acknowledged the end; `nil` if it has, which is recorded, or if it is not waited for any
    /// longer. An asynchronous function would allocate memory for each of these times.
    @inline(never)
    private func nextWait(
        for fd: CInt, since begun: ContinuousClock.Instant, _ pause: Duration, until deadline: ContinuousClock.Instant
    ) -> ContinuousClock.Instant? {
        guard let end = TCPCounters.end(of: fd) else { return nil }
        guard let pending = end.pending else {
            state.withLock { $0.final = end.packets }
            return nil
        }
        guard !pending.hasRepeated else { return nil }
        let limit = begun + min(Self.patience + pending.roundTrip * 2, Self.maxPatience)
        guard ContinuousClock.now < min(limit, deadline) else { return nil }
        // The first time, the answer is due about now.
        let next = max(begun + pending.roundTrip, .now) + pause
        return min(next, limit, deadline)
    }

    /// The maximum segment size that this machine announced to the peer, in bytes of data (tcp(7), `TCP_INFO`); `nil` if the
    /// descriptor was handed over, or the connection is not TCP.
    var announcedSegment: Int? {
        state.withLock { $0.descriptor.flatMap(TCPCounters.announcedSegment) }
    }

    /// Whether the peer has sent data; `nil` if the kernel does not report it.
    package var hasReceivedData: Bool? {
        state.withLock { ($0.counted ?? $0.descriptor).flatMap(TCPCounters.receivedBytes).map { $0 > 0 } }
    }

    /// The packets of the connection so far. The connection ends as soon as its new owner has closed it.
    ///
    /// - Returns: `nil` if the connection was not used, or if nothing suggests that packets were lost.
    func finishCounting() -> TCPEvidence.Packets? {
        let (copy, descriptor, final) = state.withLock { state in
            defer { state.counted = nil }
            return (state.counted, state.descriptor, state.final)
        }
        let packets = final ?? (copy ?? descriptor).flatMap(TCPCounters.packets)
        if let copy { close(copy) }
        return packets?.suggestLoss == true ? packets : nil
    }

    /// Another descriptor of the same connection, for a new owner, who must close it; `nil` if none is available.
    func duplicate() -> CInt? {
        state.withLock { state in
            guard let descriptor = state.descriptor else { return nil }
            state.prepareForUse(descriptor, peer.address.family)
            return Self.copy(of: descriptor)
        }
    }

    private static func copy(of descriptor: CInt) -> CInt? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return copy < 0 ? nil : copy
    }

    deinit {
        let (descriptor, counted) = state.withLock { ($0.descriptor, $0.counted) }
        if let descriptor { close(descriptor) }
        if let counted { close(counted) }
    }
}
