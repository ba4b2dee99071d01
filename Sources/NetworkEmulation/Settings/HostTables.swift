/// The files of this machine from which the command's network is derived.
public struct HostTables: Sendable, Hashable {
    /// A destination that this machine can send to.
    package struct TableRoute: Sendable, Hashable {
        package let prefix: PacketAddress
        package let length: Int
    }

    /// The maximum number of copied routes of each address family. Machines with more routes have a default route as well.
    static let maxRoutes = 64

    /// The beginning of the command's `/etc/hosts`.
    public var hosts: String
    /// The resolver configuration of this machine.
    public var resolver: ResolverFile
    /// The routes to destinations other than loopback, multicast and link-local addresses.
    package var routes: [TableRoute]

    /// Parses the contents of the files. Lines that cannot be parsed are ignored.
    ///
    /// - Parameters:
    ///   - hosts: `/etc/hosts`.
    ///   - resolver: `/etc/resolv.conf`.
    ///   - routes4: `/proc/net/route`.
    ///   - routes6: `/proc/net/ipv6_route`.
    public init(
        hosts: some Collection<UInt8> = [], resolver: some Collection<UInt8> = [],
        routes4: some Collection<UInt8> = [], routes6: some Collection<UInt8> = []
    ) {
        // A NUL would end the text for C.
        self.hosts = String(decoding: hosts.filter { $0 != 0 }, as: UTF8.self)
        self.resolver = ResolverFile(resolver)
        routes = Self.rows(routes4).compactMap(Self.route4).uniquePrefix(Self.maxRoutes)
        routes += Self.rows(routes6).compactMap(Self.route6).uniquePrefix(Self.maxRoutes)
    }

    private static func rows(_ text: some Collection<UInt8>) -> [[Substring]] {
        String(decoding: text, as: UTF8.self).split(separator: "\n").map {
            $0.split { $0 == "\t" || $0 == " " }
        }
    }

    /// Parses interface, destination, gateway, flags, three numbers and mask. Addresses are in the byte order of the machine.
    private static func route4(_ row: [Substring]) -> TableRoute? {
        guard row.count >= 8, row[0] != "lo", let prefix = UInt32(row[1], radix: 16),
            let mask = UInt32(row[7], radix: 16),
            let flags = UInt32(row[3], radix: 16), flags & 0x0201 == 1
        else { return nil }
        let address = PacketAddress(isIPv6: false, high: 0, low: UInt64(UInt32(bigEndian: prefix)))
        // Link-local destinations (RFC 3927) are not forwarded.
        guard address.low >> 16 != 0xa9fe else { return nil }
        return TableRoute(prefix: address, length: mask.nonzeroBitCount)
    }

    /// Parses destination and its length, source and its length, gateway, metric, two counters, flags and interface.
    private static func route6(_ row: [Substring]) -> TableRoute? {
        guard row.count >= 10, row[9] != "lo", row[0].utf8.count == 32, let high = UInt64(row[0].prefix(16), radix: 16),
            let low = UInt64(row[0].dropFirst(16), radix: 16), let length = Int(row[1], radix: 16), length <= 128,
            let flags = UInt32(row[8], radix: 16), flags & 0x8010_0201 == 1, high >> 56 != 0xff, high >> 54 != 0x3fa
        else { return nil }
        return TableRoute(prefix: PacketAddress(isIPv6: true, high: high, low: low), length: length)
    }
}

extension [HostTables.TableRoute] {
    /// The first of them, each once.
    fileprivate func uniquePrefix(_ count: Int) -> Self {
        var seen: Set<HostTables.TableRoute> = []
        return Self(filter { seen.insert($0).inserted }.prefix(count))
    }
}
