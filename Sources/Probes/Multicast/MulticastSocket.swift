import Glibc
import NetworkModel

/// A datagram socket for multicast DNS on one link, in one family.
struct MulticastSocket: Sendable {
    /// What one is for.
    enum Purpose {
        /// Hears what is sent to the group, and asks there. It is bound to the group's address: of the packets to this machine
        /// alone, which avahi-daemon waits for on the same port, it takes none.
        case group
        /// Asks from a port of its own, so that whoever answers answers it alone (RFC 6762 section 6.7).
        case alone
    }

    /// Of RFC 6762 section 3, as the group.
    private static let port: UInt16 = 5_353

    let socket: ProbeSocket
    private let group: SocketAddress

    /// - Returns: `nil` if the kernel refuses it.
    init?(_ purpose: Purpose, _ family: AddressFamily, on link: Link) {
        guard let group = IPAddress(family == .ipv4 ? "224.0.0.251" : "ff02::fb%\(link.index)") else { return nil }
        self.group = SocketAddress(group, port: Self.port)
        do throws(ProbeSocket.Failure) {
            socket = try ProbeSocket(.datagram(family))
            try socket.sendMulticast(on: link)
            if purpose == .group {
                socket.allowSharedAddress()
                socket.allowSharedPort()
                try socket.bind(to: self.group)
                try socket.join(self.group, on: link)
            }
        } catch {
            return nil
        }
    }

    /// Sends to the group, or to the same port of one host.
    ///
    /// - Returns: 0, or the errno.
    func send(_ message: [UInt8], to host: IPAddress? = nil) -> CInt {
        socket.send(message, to: host.map { SocketAddress($0, port: Self.port) } ?? group)
    }

    /// Whether the interface takes part in multicast at all; `nil` if that does not apply: no broadcast link, or gone.
    static func takesPart(_ link: Link) -> Bool? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0, let first else { return nil }
        defer { freeifaddrs(first) }
        let found = sequence(first: first) { $0.pointee.ifa_next }
            .first { $0.pointee.ifa_name.map { String(cString: $0) } == link.name }
        // Of net/if.h, whose enumerators some modules own.
        let (broadcast, multicast): (UInt32, UInt32) = (0x2, 0x1000)
        guard let flags = found?.pointee.ifa_flags, flags & broadcast != 0 else { return nil }
        return flags & multicast != 0
    }
}
