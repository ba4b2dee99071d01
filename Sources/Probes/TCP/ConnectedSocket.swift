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
        descriptor.withLock { descriptor in
            defer { descriptor = nil }
            if let descriptor { prepareForUse(descriptor) }
            return descriptor
        }
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
        descriptor.withLock { if let descriptor = $0 { close(descriptor) } }
    }
}
