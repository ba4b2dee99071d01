import NetworkModel

extension IPAddress {
    /// Whether the address is one of networks of homes and companies, or of a link, as the resolvers of clouds are. Those of
    /// providers' own networks (RFC 6598) are not.
    var isOfLocalNetwork: Bool {
        isPrivate && !isOfSharedSpace || isLinkLocal
    }

    /// Whether the address is one of the shared space of providers, which VPNs use, too (RFC 6598).
    var isOfSharedSpace: Bool { family == .ipv4 && bytes[0] == 100 && bytes[1] & 0xc0 == 64 }
}
