import NetworkModel

/// A service instance as Prometheus takes it: a group of one target in the format of its HTTP service discovery.
struct ScrapeTarget: Sendable, Hashable, Encodable {
    let targets: [String]
    let labels: [String: String]

    static let prefix = "__meta_netdiag_"

    /// A target for each instance, whichever interfaces it is seen on, in the order of type, name and domain. Those that
    /// have no port, or no address that another host can use, are none.
    ///
    /// - Parameters:
    ///   - families: Of the addresses that may be taken.
    ///   - stale: Whether those that do not answer are among them.
    static func all(
        of instances: [ServiceInstance], families: Set<AddressFamily> = Set(AddressFamily.allCases),
        stale: Bool = true
    ) -> [ScrapeTarget] {
        let groups = Dictionary(grouping: instances) { instance in
            [instance.type, instance.name, instance.domain].map { $0.lowercased() }
        }
        return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, sightings in
            let sightings = sightings.sorted { ($0.interface ?? "") < ($1.interface ?? "") }
            var best: (instance: ServiceInstance, address: IPAddress, rank: Int)?
            for instance in sightings where (instance.port ?? 0) != 0 && (stale || !instance.stale) {
                for address in instance.addresses ?? [] where families.contains(address.family) {
                    guard let place = rank(address) else { continue }
                    // One that answers before one that does not, wherever they are.
                    let rank = place + (instance.stale ? 10 : 0)
                    if best.map({ rank < $0.rank }) ?? true { best = (instance, address, rank) }
                }
            }
            return best.map { ScrapeTarget($0.instance, at: $0.address) }
        }
    }

    private init(_ instance: ServiceInstance, at address: IPAddress) {
        // Go's URLs take the zone of a literal as it is, and escape it themselves (RFC 6874).
        targets = ["\(SocketAddress(address, port: instance.port ?? 0))"]
        var labels = [
            "name": instance.name, "type": instance.type, "domain": instance.domain, "host": instance.host ?? "",
            "interface": instance.interface ?? "", "stale": String(instance.stale),
        ]
        // Keys are in any case (RFC 6763 section 6.4), and several may come to the same label: the first one counts.
        for (key, value) in (instance.txt ?? [:]).sorted(by: { $0.key < $1.key }) {
            let name = Self.labelName(key.lowercased())
            guard labels.updateValue("true", forKey: "txtpresent_" + name) == nil else { continue }
            switch value {
            case .text(let text): labels["txt_" + name] = text
            // A label is text; a key that stands alone has no value.
            case .flag, .bytes: break
            }
        }
        self.labels = Dictionary(uniqueKeysWithValues: labels.map { (Self.prefix + $0.key, $0.value) })
    }

    /// Lower is better; `nil` is of no use to another host.
    private static func rank(_ address: IPAddress) -> Int? {
        guard !address.isLoopback, !address.isUnspecified, !address.isMulticast else { return nil }
        switch (address.family, address.isLinkLocal) {
        case (.ipv4, false): return 0
        case (.ipv6, false): return 1
        case (.ipv4, true): return 2
        case (.ipv6, true): return address.zone == nil ? nil : 3
        }
    }

    /// As Prometheus itself makes label names of what others call things: each character but letters of ASCII, digits and
    /// underscores becomes an underscore.
    static func labelName(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "a"..."z", "A"..."Z", "0"..."9", "_": scalar
                    default: "_"
                    }
                }))
    }
}
