import Glibc
package import NetworkModel
import SystemAddresses

/// A loopback port without a listener. It is reserved, so that no other program listens there.
package final class ClosedPort: Sendable {
    package let address: SocketAddress
    private let descriptor: CInt

    package init(_ text: String = "127.0.0.1") {
        let ip = IPAddress(text)!
        let descriptor = socket(ip.family.rawFamily, CInt(SOCK_STREAM.rawValue), 0)
        let bound = SocketAddress(ip, port: 0).withSockaddr { bind(descriptor, $0, $1) }
        precondition(bound == 0, "cannot bind: \(errno)")
        self.descriptor = descriptor
        address = boundAddress(descriptor)
    }

    deinit { close(descriptor) }
}

/// The local address of a socket.
package func boundAddress(_ descriptor: CInt) -> SocketAddress {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            getsockname(descriptor, $0, &length)
            return SocketAddress($0)!
        }
    }
}
