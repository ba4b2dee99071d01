import Glibc
import NetworkModel
import SystemAddresses

/// A UDP socket on an ephemeral port of the loopback interface.
final class UDPSocket: Sendable {
    let descriptor: CInt
    let address: SocketAddress

    init(_ text: String = "127.0.0.1") throws {
        let ip = IPAddress(text)!
        descriptor = socket(ip.family.rawFamily, CInt(SOCK_DGRAM.rawValue), 0)
        let fd = descriptor
        guard SocketAddress(ip, port: 0).withSockaddr({ bind(fd, $0, $1) }) == 0 else {
            throw TestFailure("cannot bind: \(errno)")
        }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        address = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(fd, $0, &length)
                return SocketAddress($0)!
            }
        }
    }

    /// A port that refuses datagrams: the socket is connected to itself, so that it receives nothing from others, and
    /// no other socket gets the port.
    static func closed(_ text: String = "127.0.0.1") throws -> UDPSocket {
        let socket = try UDPSocket(text)
        guard socket.address.withSockaddr({ connect(socket.descriptor, $0, $1) }) == 0 else {
            throw TestFailure("cannot connect: \(errno)")
        }
        return socket
    }

    deinit { close(descriptor) }

    /// The number of sockets of this process that are connected to a UDP port.
    ///
    /// Each descriptor is queried, since `/proc/net/udp` is read in pieces, between which sockets of other tests open
    /// and close.
    static func connected(to port: UInt16) -> Int {
        (0..<CInt(4_096)).count { descriptor in
            var kind: CInt = 0
            var size = socklen_t(MemoryLayout<CInt>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0, kind == CInt(SOCK_DGRAM.rawValue)
            else { return false }
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            return withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getpeername(descriptor, $0, &length) == 0 && SocketAddress($0)?.port == port
                }
            }
        }
    }
}
