import Glibc
import NetworkModel

/// A datagram socket for multicast DNS on one link, in one address family.
struct MulticastSocket: Sendable {
    /// The purpose of a socket.
    enum Purpose {
        /// Receives packets to the group, and sends queries from there. It is bound to the group's address, so that it
        /// receives no unicast packets, for which avahi-daemon waits on the same port.
        case group
        /// Sends queries from a port of its own, so that responses are sent to it by unicast (RFC 6762 section 6.7).
        case alone
    }

    /// The port of RFC 6762 section 3, to which the group belongs.
    private static let port: UInt16 = 5_353

    let socket: ProbeSocket
    private let group: SocketAddress

    /// Opens a socket.
    ///
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

    /// Sends a message to the group, or to the same port of a host.
    ///
    /// - Returns: 0, or the errno.
    func send(_ message: [UInt8], to host: IPAddress? = nil) -> CInt {
        socket.send(message, to: host.map { SocketAddress($0, port: Self.port) } ?? group)
    }

    /// Whether the interface supports multicast; `nil` if it is not a broadcast link, or does not exist any more.
    static func takesPart(_ link: Link) -> Bool? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0, let first else { return nil }
        defer { freeifaddrs(first) }
        let found = sequence(first: first) { $0.pointee.ifa_next }
            .first { $0.pointee.ifa_name.map { String(cString: $0) } == link.name }
        // The values are those of net/if.h, whose enumerators belong to other modules.
        let (broadcast, multicast): (UInt32, UInt32) = (0x2, 0x1000)
        guard let flags = found?.pointee.ifa_flags, flags & broadcast != 0 else { return nil }
        return flags & multicast != 0
    }
}
