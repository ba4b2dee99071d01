import CSockets
import Glibc
import NetworkModel

/// A SYN past the kernel's TCP, to learn whether this machine lets it out at all: `connect(2)` is not told of a SYN that the
/// own packet filter drops, `send(2)` on a raw socket is (raw(7)). It takes `CAP_NET_RAW`.
enum RawSYN {
    /// - Returns: `EPERM` or `EACCES` where this machine drops it; `nil` where it went out, or cannot be sent by this
    ///   process. Should the destination answer, the kernel resets what it did not begin.
    static func refusal(of destination: SocketAddress) -> CInt? {
        let address = destination.address
        let flags = CInt(NETDIAG_RAW | NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC)
        let fd = socket(address.family.rawFamily, flags, CInt(IPPROTO_TCP))
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        if address.family == .ipv6 {
            // Where in the packet the kernel puts the checksum (RFC 3542 section 3.1).
            var offset: CInt = 16
            setsockopt(fd, CInt(IPPROTO_IPV6), 7 /* IPV6_CHECKSUM */, &offset, socklen_t(MemoryLayout<CInt>.size))
        }
        guard SocketAddress(address, port: 0).withSockaddr({ connect(fd, $0, $1) }) == 0,
            let source = QueuedError.ownAddress(of: fd)
        else { return nil }
        let packet = segment(to: destination, from: source)
        guard send(fd, packet, packet.count, CInt(NETDIAG_NO_SIGNAL)) < 0 else { return nil }
        return errno == EPERM || errno == EACCES ? errno : nil
    }

    /// RFC 9293 section 3.1, with the checksum of IPv4.
    static func segment(to destination: SocketAddress, from source: IPAddress) -> [UInt8] {
        func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xff)] }
        let sequence = (0..<4).map { _ in UInt8.random(in: 0...255) }
        var segment =
            bytes(.random(in: 49_152...UInt16.max)) + bytes(destination.port) + sequence + [0, 0, 0, 0]
            + [5 << 4, 0x02 /* SYN */] + bytes(64_240) + [0, 0, 0, 0]
        guard destination.address.family == .ipv4 else { return segment }
        let pseudo = source.bytes + destination.address.bytes + [0, 6] + bytes(UInt16(segment.count))
        let sum = EchoSocket.checksum(pseudo + segment)
        segment.replaceSubrange(16..<18, with: bytes(sum))
        return segment
    }
}
