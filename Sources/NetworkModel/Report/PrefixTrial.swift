/// The IPv6 addresses of an interface in several prefixes of the Internet, with the results of the same packets from each of
/// them. If a router no longer announces one of the prefixes, replies to addresses in it do not come back (RFC 9096).
public struct PrefixTrial: Sendable, Hashable, Codable {
    /// An address, with the results of packets from it.
    public struct Source: Sendable, Hashable, Codable {
        /// The address, with its prefix, flags and lifetimes.
        public var address: LinkAddress
        /// The results of the packets; empty if none were sent.
        public var packets: [UplinkEvidence.Packet]

        /// Creates the results of packets from an address.
        public init(_ address: LinkAddress, packets: [UplinkEvidence.Packet] = []) {
            self.address = address
            self.packets = packets
        }
    }

    /// The name of the interface.
    public var interface: String
    /// The router of the default route over the interface; `nil` for none.
    public var gateway: IPAddress?
    /// The number of routers that announce themselves on the interface.
    public var routers: Int
    /// The source address that the kernel selects for the destination; `nil` if not known.
    public var used: IPAddress?
    /// The addresses, one of each prefix.
    public var sources: [Source]

    /// Creates a comparison of addresses.
    public init(
        interface: String, gateway: IPAddress?, routers: Int, used: IPAddress? = nil, sources: [Source]
    ) {
        self.interface = interface
        self.gateway = gateway
        self.routers = routers
        self.used = used
        self.sources = sources
    }
}

extension PrefixTrial {
    /// The length of the prefix of a link with addresses that hosts configure themselves (RFC 4862), in bits.
    public static let linkBits = 64
    /// The maximum number of prefixes that are compared.
    private static let maxPrefixes = 4

    /// The comparison without results for the IPv6 addresses of the interface of a default route.
    ///
    /// - Returns: `nil` if the interface does not have addresses of at least two prefixes of the Internet, from which new
    ///   connections are made.
    public init?(of route: Route, in snapshot: NetworkSnapshot) {
        guard route.family == .ipv6, route.kind == .unicast, let name = route.interface,
            let link = snapshot.link(named: name)
        else { return nil }
        // Addresses for privacy come first, since programs use them (RFC 8981).
        let candidates = link.addresses.filter(Self.isCandidate)
        let isPrivate = { (known: LinkAddress) in known.flags.contains(.temporary) }
        let ordered = candidates.filter(isPrivate) + candidates.filter { !isPrivate($0) }
        let chosen = ordered.reduce(into: [LinkAddress]()) { chosen, next in
            guard !chosen.contains(where: { Self.isSamePrefix($0.address, next.address) }) else { return }
            chosen.append(next)
        }
        guard chosen.count > 1 else { return nil }
        let routers = snapshot.routes.filter { $0.isAnnounced && $0.family == .ipv6 && $0.interface == name }
        self.init(
            interface: name, gateway: route.gateway, routers: Set(routers.compactMap(\.gateway)).count,
            sources: chosen.prefix(Self.maxPrefixes).map { Source($0) })
    }

    /// Whether the kernel selects the address for new connections to hosts of the Internet.
    private static func isCandidate(_ known: LinkAddress) -> Bool {
        let address = known.address
        return address.family == .ipv6 && known.scope == .global && known.isUsable
            && !known.flags.contains(.deprecated) && !address.isLinkLocal && !address.isLoopback
            && address.bytes[0] & 0xfe != 0xfc
    }

    /// Whether two addresses are of the same link's prefix.
    public static func isSamePrefix(_ one: IPAddress, _ other: IPAddress) -> Bool {
        one.isIn(prefix: other, length: linkBits)
    }
}
