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

    deinit {
        if let descriptor = handOver() { close(descriptor) }
    }
}
