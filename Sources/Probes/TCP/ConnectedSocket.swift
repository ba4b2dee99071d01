public import NetworkModel

import Glibc
import Synchronization

/// A connected TCP socket. It is closed with its owner, unless it has been handed on.
public final class ConnectedSocket: Sendable {
    public let peer: SocketAddress
    private let descriptor: Mutex<CInt?>

    init(_ descriptor: CInt, peer: SocketAddress) {
        self.descriptor = Mutex(descriptor)
        self.peer = peer
    }

    /// The descriptor, for a new owner who will close it; `nil` after the first call.
    public func handOver() -> CInt? {
        descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }

    /// Another descriptor of the same connection, for a new owner who will close it; `nil` where there is none to be had.
    func duplicate() -> CInt? {
        descriptor.withLock { descriptor in
            guard let descriptor else { return nil }
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            return copy < 0 ? nil : copy
        }
    }

    deinit {
        if let descriptor = handOver() { close(descriptor) }
    }
}
