public import NetworkModel

/// Addresses that belong to nobody: those reserved for documentation (RFC 5737, RFC 3849), which providers do not route.
public enum DocumentationAddress {
    private static let prefixes4: [(UInt8, UInt8, UInt8)] = [(192, 0, 2), (198, 51, 100), (203, 0, 113)]

    /// An anycast address for any provider of a service (RFC 7450: multicast relays). Packets to it must only be sent with a
    /// hop limit of 1, of 2 if the router there reports others as undeliverable, or over NAT64 with one of at most 4. Packet filters that drop documentation addresses, such as filters
    /// against bogons, do not drop it, nor do translators.
    public static func filterWitness(_ family: AddressFamily) -> IPAddress? {
        IPAddress(family == .ipv4 ? "192.52.193.1" : "2001:3::1")
    }

    /// An address to which only a default route leads; `nil` if there is none in the address family. It is one of those that filters
    /// rarely name (``unfiltered(_:in:)``) if this machine has routes of its own for all others, such as one that rejects them.
    ///
    /// The address is another one each time, since routers limit errors by destination.
    public static func any(_ family: AddressFamily, in snapshot: NetworkSnapshot) -> IPAddress? {
        candidates(family).first { isReachedByDefault($0, in: snapshot) } ?? unfiltered(family, in: snapshot)
    }

    /// The same in a network that belongs to nobody either, and that filters against bogons rarely name: the one for benchmarks
    /// (RFC 2544), and the second one for documentation of IPv6 (RFC 9637).
    public static func unfiltered(_ family: AddressFamily, in snapshot: NetworkSnapshot) -> IPAddress? {
        let bytes: [UInt8] =
            switch family {
            // Programs that assign such addresses to names begin at 198.18.0.0.
            case .ipv4: [198, 19, UInt8.random(in: 0...255), UInt8.random(in: 1...254)]
            case .ipv6: [0x3f, 0xff, UInt8.random(in: 0...0x0f)] + (0..<13).map { _ in UInt8.random(in: 1...254) }
            }
        return IPAddress(bytes: bytes).flatMap { isReachedByDefault($0, in: snapshot) ? $0 : nil }
    }

    private static func isReachedByDefault(_ address: IPAddress, in snapshot: NetworkSnapshot) -> Bool {
        guard let route = snapshot.route(to: address) else { return false }
        let isOwn = snapshot.links.contains { link in
            link.addresses.contains {
                $0.address.family == address.family && address.isIn(prefix: $0.address, length: $0.prefixLength)
            }
        }
        return route.isDefault && route.kind == .unicast && !isOwn
    }

    private static func candidates(_ family: AddressFamily) -> [IPAddress] {
        switch family {
        case .ipv4: prefixes4.compactMap { IPAddress(bytes: [$0.0, $0.1, $0.2, UInt8.random(in: 1...254)]) }
        case .ipv6:
            [IPAddress(bytes: [0x20, 0x01, 0x0d, 0xb8] + (0..<12).map { _ in UInt8.random(in: 1...254) })]
                .compactMap(\.self)
        }
    }
}
