public import NetworkModel

import CSockets
import Glibc
import Synchronization

/// A connected stream socket. It is closed with its owner, unless it was handed over.
public final class ConnectedSocket: Sendable {
    /// The remote address; for a local socket, the unspecified address and port 0.
    public let peer: SocketAddress
    /// The path of a local socket (unix(7)); `nil` for TCP.
    public let path: String?
    private let descriptor: Mutex<CInt?>

    init(_ descriptor: CInt, peer: SocketAddress) {
        self.descriptor = Mutex(descriptor)
        self.peer = peer
        path = nil
    }

    init(_ descriptor: CInt, path: String) {
        self.descriptor = Mutex(descriptor)
        self.path = path
        peer = SocketAddress(.unspecified, port: 0)
    }

    /// The descriptor, for a new owner, who must close it; `nil` after the first call.
    public func handOver() -> CInt? {
        descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }

    /// The maximum segment size that this machine announced to the peer, in bytes of data (tcp(7), `TCP_INFO`); `nil` if the
    /// descriptor was handed over, or the connection is not TCP.
    var announcedSegment: Int? {
        descriptor.withLock { descriptor in
            var info = tcp_info()
            var length = socklen_t(MemoryLayout<tcp_info>.size)
            guard let descriptor, getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else {
                return nil
            }
            // The kernel reports it without the option for timestamps (RFC 7323 section 3.2), which each segment has.
            let hasTimestamps = info.tcpi_options & UInt8(TCPI_OPT_TIMESTAMPS) != 0
            return Int(info.tcpi_advmss) + (hasTimestamps ? 12 : 0)
        }
    }

    /// Another descriptor of the same connection, for a new owner, who must close it; `nil` if none is available.
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
