import CSockets
import Glibc
import NetworkModel

/// Datagram sockets for multicast DNS on one link, in one family.
enum MulticastSocket {
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

    private static func group(_ family: AddressFamily, on link: Link) -> SocketAddress? {
        IPAddress(family == .ipv4 ? "224.0.0.251" : "ff02::fb%\(link.index)").map { SocketAddress($0, port: port) }
    }

    /// - Returns: A descriptor, which the caller closes; `nil` where the kernel refuses it.
    static func open(_ purpose: Purpose, _ family: AddressFamily, on link: Link) -> CInt? {
        guard let group = group(family, on: link) else { return nil }
        let fd = socket(family.rawFamily, CInt(NETDIAG_DATAGRAM | NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC), 0)
        guard fd >= 0 else { return nil }
        let level = CInt(family == .ipv4 ? IPPROTO_IP : IPPROTO_IPV6)
        var isReady = netdiag_multicast_by(fd, level, link.index) == 0
        if purpose == .group {
            var yes: CInt = 1
            let length = socklen_t(MemoryLayout<CInt>.size)
            setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, length)
            setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &yes, length)
            isReady =
                isReady && group.withSockaddr { bind(fd, $0, $1) } == 0
                && group.withSockaddr { netdiag_join_group(fd, level, link.index, $0, $1) } == 0
        }
        guard isReady else {
            close(fd)
            return nil
        }
        return fd
    }

    /// Sends to the group, or to the same port of one host.
    ///
    /// - Returns: 0, or the errno.
    static func send(
        _ message: [UInt8], by fd: CInt, _ family: AddressFamily, on link: Link, to host: IPAddress? = nil
    ) -> CInt {
        guard let place = host.map({ SocketAddress($0, port: port) }) ?? group(family, on: link) else { return EINVAL }
        let count = place.withSockaddr { sendto(fd, message, message.count, CInt(NETDIAG_NO_SIGNAL), $0, $1) }
        return count == message.count ? 0 : errno
    }

    /// The next packet that waits, and who sent it.
    static func receive(from fd: CInt, into buffer: inout [UInt8]) -> (bytes: [UInt8], sender: IPAddress)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let count = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                recvfrom(fd, &buffer, buffer.count, 0, $0, &length)
            }
        }
        guard count >= 0 else { return nil }
        let sender = withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { SocketAddress($0) }
        }
        return sender.map { (Array(buffer[..<count]), $0.address) }
    }

    /// Whether the interface takes part in multicast at all; `nil` where that does not apply: no broadcast link, or gone.
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
