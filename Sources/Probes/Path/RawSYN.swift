import Glibc
import NetworkModel

/// A SYN that bypasses the kernel's TCP, to find out whether this machine sends it at all: `connect(2)` does not report a SYN
/// that the machine's own packet filter drops, but `send(2)` on a raw socket does (raw(7)). It requires `CAP_NET_RAW`.
enum RawSYN {
    /// Sends a SYN.
    ///
    /// - Parameter hopLimit: The hop limit; `nil` for the default one.
    /// - Returns: `EPERM` or `EACCES` if this machine drops it; `EHOSTUNREACH`, `ENETUNREACH` or `EINVAL` if it has a route, and
    ///   none any more after the packet filter has marked the packet; `nil` if it was sent, or cannot be sent by this
    ///   process. If the destination responds, the kernel resets the connection, which it does not know.
    static func refusal(of destination: SocketAddress, hopLimit: Int? = nil) -> CInt? {
        let address = destination.address
        guard let socket = try? ProbeSocket(.raw(address.family, .tcp)) else { return nil }
        if let hopLimit { socket.setHopLimit(hopLimit) }
        // The offset of the checksum in the segment (RFC 9293 section 3.1). The kernel only computes it for IPv6.
        if address.family == .ipv6 { socket.setChecksumOffset(16) }
        guard (try? socket.connect(to: SocketAddress(address, port: 0))) != nil, let source = socket.localAddress else {
            return nil
        }
        let packet = segment(to: destination, from: source)
        let code = socket.send(packet)
        return [EPERM, EACCES, EHOSTUNREACH, ENETUNREACH, EINVAL].contains(code) ? code : nil
    }

    /// Whether this process may use raw sockets.
    static func isPermitted(_ family: AddressFamily) -> Bool { (try? ProbeSocket(.raw(family, .tcp))) != nil }

    /// A SYN segment (RFC 9293 section 3.1), with the checksum for IPv4.
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
