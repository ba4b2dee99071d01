import CSockets
import Glibc

/// The interfaces of this machine that are up and use Ethernet, and the IP addresses of all interfaces (getifaddrs(3)).
struct InterfaceList {
    struct Ethernet {
        let index: Int32
        let name: String
        /// Six bytes.
        let hardware: [UInt8]
    }

    struct Address {
        let interface: String
        /// 4 or 16 bytes.
        let bytes: [UInt8]
        /// The netmask of an IPv4 address; empty for others.
        let mask: [UInt8]
    }

    private(set) var links: [Ethernet] = []
    private(set) var addresses: [Address] = []

    /// - Returns: `nil` if the kernel does not list them.
    init?() {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr else { continue }
            // An address may have a label of its own, as in eth0:1.
            let name = String(String(cString: entry.ifa_name).prefix { $0 != ":" })
            switch CInt(address.pointee.sa_family) {
            case AF_PACKET:
                if let link = Self.ethernet(address, name, flags: entry.ifa_flags) { links.append(link) }
            case AF_INET:
                guard let mask = entry.ifa_netmask else { continue }
                addresses.append(Address(interface: name, bytes: Self.ipv4(address), mask: Self.ipv4(mask)))
            case AF_INET6:
                addresses.append(Address(interface: name, bytes: Self.ipv6(address), mask: []))
            default: continue
            }
        }
    }

    /// The link with an index, if it is Ethernet and up.
    func link(_ index: Int32) -> Ethernet? { links.first { $0.index == index } }

    private static func ethernet(
        _ address: UnsafeMutablePointer<sockaddr>, _ name: String, flags: UInt32
    ) -> Ethernet? {
        let wanted = UInt32(IFF_UP)
        let refused = UInt32(IFF_LOOPBACK) | UInt32(IFF_NOARP) | UInt32(IFF_POINTOPOINT)
        guard flags & wanted != 0, flags & refused == 0 else { return nil }
        return address.withMemoryRebound(to: sockaddr_ll.self, capacity: 1) { link in
            guard link.pointee.sll_hatype == 1, link.pointee.sll_halen == 6 else { return nil }
            let hardware = withUnsafeBytes(of: link.pointee.sll_addr) { Array($0.prefix(6)) }
            return Ethernet(index: link.pointee.sll_ifindex, name: name, hardware: hardware)
        }
    }

    private static func ipv4(_ address: UnsafeMutablePointer<sockaddr>) -> [UInt8] {
        address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { internet in
            withUnsafeBytes(of: internet.pointee.sin_addr) { Array($0.prefix(4)) }
        }
    }

    private static func ipv6(_ address: UnsafeMutablePointer<sockaddr>) -> [UInt8] {
        address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { internet in
            withUnsafeBytes(of: internet.pointee.sin6_addr) { Array($0.prefix(16)) }
        }
    }
}
