import CSockets
import Glibc
import NIOCore

extension NIOPacketInfo {
    /// Sends a datagram from the address that this one was sent to, as a client expects (RFC 2181 section 4.1). A socket
    /// for all addresses would send it from the one that the route prefers, and swift-nio sends no packet information.
    ///
    /// - Returns: Whether it was sent. The kernel does not permit the address of a group, for example.
    func reply(_ bytes: [UInt8], to peer: SocketAddress, _ context: ChannelHandlerContext) -> Bool {
        let count = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { descriptor in
            peer.withSockAddr { receiver, length in
                destinationAddress.withSockAddr { source, _ in
                    netdiag_send_from(
                        descriptor, bytes, bytes.count, receiver, socklen_t(length), source,
                        UInt32(clamping: interfaceIndex))
                }
            }
        }
        return (count ?? -1) >= 0
    }
}
