import Glibc
package import NetworkModel

/// The kernel's memory for packets.
package enum PacketMemory {
    /// The discard port (RFC 863).
    private static let port: UInt16 = 9

    /// Whether there is none, so that not even a datagram to this machine itself can be sent. send(2) reports `ENOBUFS` then, as it
    /// does for a packet that an interface has dropped; the loopback interface has no queue and no cable.
    package static func isExhausted(_ family: AddressFamily) -> Bool {
        guard let loopback = IPAddress(family == .ipv4 ? "127.0.0.1" : "::1"),
            let socket = try? ProbeSocket(.datagram(family)),
            (try? socket.connect(to: SocketAddress(loopback, port: port))) != nil
        else { return false }
        return [ENOBUFS, ENOMEM].contains(socket.send([0]))
    }
}
