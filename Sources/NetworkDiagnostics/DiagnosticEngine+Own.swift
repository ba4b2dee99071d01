import LinkFacts
package import NetworkModel

extension DiagnosticEngine {
    /// Whether a connection to the address ends on this machine: loopback, one of the addresses of its links, or any other
    /// address that the kernel delivers locally.
    ///
    /// Servers elsewhere, resolvers and the network's announcements choose addresses, and must not choose these: programs on
    /// this machine may trust all connections from it.
    package func isOwn(_ address: IPAddress, in snapshot: NetworkSnapshot) async throws -> Bool {
        let plain = address.unmapped
        if plain.isOfEveryMachine { return true }
        if snapshot.isOwn(plain) { return true }
        guard !plain.isLinkLocal else { return false }
        do {
            // Whole networks may be local (ip-route(8), type local). Multicast and broadcast addresses do not belong to
            // servers either.
            return try await links.route(to: plain)?.kind == .other
        } catch LinkFactsError.refused {
            return false
        }
    }
}

extension IPAddress {
    /// Whether it is a loopback address, or one that the kernel treats like it: the unspecified address, and 0.0.0.0/8 (RFC
    /// 1122 section 3.2.1.3).
    var isOfEveryMachine: Bool {
        let plain = unmapped
        return plain.isLoopback || plain.isUnspecified || plain.family == .ipv4 && plain.bytes[0] == 0
    }

    /// Whether it may be an address of clouds' metadata services, which trust every client on the machine and can hand out
    /// the credentials of its role: all of 169.254.0.0/16 (RFC 3927), and ``isOfMetadataService``. Other IPv6 addresses of the
    /// link are not among them, since names of mDNS lead to those.
    var isOfMetadata: Bool {
        let plain = unmapped
        return plain.family == .ipv4 && plain.isLinkLocal || plain.isOfMetadataService
    }

    /// Whether a cloud's metadata service has the address: 169.254.169.0/24 and 169.254.170.0/24 at most of them,
    /// fd00:ec2::/32 at Amazon, fd20:ce::254 at Google, 100.100.100.200 at Alibaba, 168.63.129.16 at Microsoft and 192.0.0.192
    /// at Oracle.
    package var isOfMetadataService: Bool {
        let plain = unmapped
        return Self.metadataPrefixes.contains { plain.bytes.starts(with: $0) } || Self.metadataServices.contains(plain)
    }

    private static let metadataPrefixes: [[UInt8]] = [[169, 254, 169], [169, 254, 170], [0xfd, 0x00, 0x0e, 0xc2]]
    private static let metadataServices = [
        IPAddress("fd20:ce::254"), IPAddress("100.100.100.200"), IPAddress("168.63.129.16"), IPAddress("192.0.0.192"),
    ]
}
