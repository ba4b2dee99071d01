import CSockets
import Glibc

/// Packet sockets (packet(7)), which receive nothing before they are bound.
enum PacketSocket {
    /// - Returns: A descriptor that does not block and is not inherited by other programs; `nil` if the kernel does not permit it.
    static func opened() -> CInt? {
        let descriptor = socket(
            AF_PACKET, CInt(NETDIAG_DATAGRAM | NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC), 0)
        return descriptor < 0 ? nil : descriptor
    }
}
