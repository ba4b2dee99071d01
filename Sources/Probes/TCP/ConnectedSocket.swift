public import EventLoopKit
public import NetworkModel

import Glibc
import Synchronization
import SystemAddresses

/// A connected stream socket. It is closed with its owner, unless it was handed over.
public final class ConnectedSocket: Sendable {
    /// The remote address; for a local socket, the unspecified address and port 0.
    public let peer: SocketAddress
    /// The path of a local socket (unix(7)); `nil` for TCP.
    public let path: String?
    private let descriptor: Mutex<CInt?>
    /// Another descriptor of the connection, whose counters are read after its new owner has closed it.
    private let counted = Mutex<CInt?>(nil)
    /// Whether the kernel queues the errors for what is sent.
    private let queuesErrors: Bool

    /// - Parameter queuesErrors: Whether errors are queued, which is ended for a new owner.
    init(_ descriptor: CInt, peer: SocketAddress, queuesErrors: Bool = false) {
        self.descriptor = Mutex(descriptor)
        self.peer = peer
        self.queuesErrors = queuesErrors
        path = nil
    }

    init(_ descriptor: CInt, path: String) {
        self.descriptor = Mutex(descriptor)
        self.path = path
        queuesErrors = false
        peer = SocketAddress(.unspecified, port: 0)
    }

    /// The descriptor, for a new owner, who must close it; `nil` after the first call.
    public func handOver() -> CInt? {
        if path == nil, let copy = duplicate() { counted.withLock { $0 = copy } }
        return take()
    }

    /// How long a FIN is waited for: longer than the kernel takes to repeat it, which is at least 200 ms.
    private static let patience = Duration.milliseconds(300)
    private static let maxPatience = Duration.seconds(1)

    /// Closes this side of the connection, and waits until the peer has acknowledged that, which takes a round trip, or until
    /// the kernel had to repeat it. Of a connection over which nothing else is sent, the end shows as much as the beginning.
    ///
    /// - Throws: `CancellationError`.
    public func endInOrder(on loop: EventLoop, until deadline: ContinuousClock.Instant) async throws {
        guard let fd = descriptor.withLock({ $0 }), shutdown(fd, CInt(SHUT_WR)) == 0 else { return }
        let begun = ContinuousClock.now
        var pause = Duration.milliseconds(1)
        while let pending = TCPCounters.pendingEnd(of: fd), !pending.hasRepeated {
            let end = begun + min(Self.patience + pending.roundTrip * 2, Self.maxPatience)
            guard ContinuousClock.now < min(end, deadline) else { return }
            // The first time, the answer is due about now.
            let next = max(begun + pending.roundTrip, .now) + pause
            pause *= 2
            try await loop.sleep(until: min(next, end, deadline))
        }
    }

    private func take() -> CInt? {
        descriptor.withLock { descriptor in
            defer { descriptor = nil }
            if let descriptor { prepareForUse(descriptor) }
            return descriptor
        }
    }

    /// The maximum segment size that this machine announced to the peer, in bytes of data (tcp(7), `TCP_INFO`); `nil` if the
    /// descriptor was handed over, or the connection is not TCP.
    var announcedSegment: Int? {
        descriptor.withLock { $0.flatMap(TCPCounters.announcedSegment) }
    }

    /// The packets of the connection so far. The connection ends as soon as its new owner has closed it.
    ///
    /// - Returns: `nil` if the connection was not used, or if nothing suggests that packets were lost.
    func finishCounting() -> TCPEvidence.Packets? {
        let copy = counted.withLock { copy in
            defer { copy = nil }
            return copy
        }
        let packets = (copy ?? descriptor.withLock { $0 }).flatMap(TCPCounters.packets)
        if let copy { close(copy) }
        return packets?.suggestLoss == true ? packets : nil
    }

    /// Another descriptor of the same connection, for a new owner, who must close it; `nil` if none is available.
    func duplicate() -> CInt? {
        descriptor.withLock { descriptor in
            guard let descriptor else { return nil }
            prepareForUse(descriptor)
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            return copy < 0 ? nil : copy
        }
    }

    /// An ICMP error for an established connection only ends it if the kernel says so. A connection over which nothing is
    /// sent needs no such setting.
    private func prepareForUse(_ descriptor: CInt) {
        if queuesErrors { QueuedError.drop(on: descriptor, family: peer.address.family) }
    }

    deinit {
        for copy in [descriptor.withLock({ $0 }), counted.withLock({ $0 })] {
            if let copy { close(copy) }
        }
    }
}
