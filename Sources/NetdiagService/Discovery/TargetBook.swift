import NetworkModel

/// The addresses of Prometheus targets. An instance keeps its address as long as no other is better, since a new address is a new
/// series.
struct TargetBook: Sendable {
    /// An instance for those who take addresses of some families.
    private struct Key: Hashable {
        let instance: [String]
        let families: Set<AddressFamily>
    }

    /// A place that a target may have.
    private struct Candidate {
        let instance: ServiceInstance
        let address: IPAddress
        /// Lower is better.
        let rank: Int

        /// Whether one is no reason to leave the other.
        func isAsGood(as other: Candidate) -> Bool {
            instance.stale == other.instance.stale && address.isLinkLocal == other.address.isLinkLocal
        }
    }

    /// Beyond so many, all of them are chosen anew.
    private static let most = 16_384
    private var chosen: [Key: IPAddress] = [:]

    /// A target for each instance, whichever interfaces it is seen on, in the order of type, name and domain. Those that
    /// have no port, or no address that another host can use, are none.
    ///
    /// - Parameters:
    ///   - recent: Addresses that instances had a moment ago, by the instance's identity: each counts as long as nothing
    ///     has taken its place.
    ///   - families: Of the addresses that may be taken.
    ///   - stale: Whether those that do not answer are among them.
    mutating func targets(
        of instances: [ServiceInstance], recent: [String: [IPAddress]] = [:],
        families: Set<AddressFamily> = .all, stale: Bool = true
    ) -> [ScrapeTarget] {
        let groups = Dictionary(grouping: instances) { instance in
            [instance.type, instance.name, instance.domain].map { $0.lowercased() }
        }
        return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { name, sightings in
            let candidates = sightings.sorted { ($0.interface ?? "") < ($1.interface ?? "") }.flatMap { instance in
                guard (instance.port ?? 0) != 0, stale || !instance.stale else { return [Candidate]() }
                return Self.candidates(instance, recent[instance.identity] ?? [], families)
            }
            // The first of those that are as good.
            guard var best = candidates.min(by: { $0.rank < $1.rank }) else { return nil }
            let key = Key(instance: name, families: families)
            if let before = chosen[key],
                let same = candidates.first(where: { $0.address == before && $0.isAsGood(as: best) })
            {
                best = same
            }
            if chosen[key] == nil, chosen.count >= Self.most { chosen = [:] }
            chosen[key] = best.address
            return ScrapeTarget(best.instance, at: best.address)
        }
    }

    private static func candidates(
        _ instance: ServiceInstance, _ recent: [IPAddress], _ families: Set<AddressFamily>
    ) -> [Candidate] {
        let now = instance.addresses ?? []
        let before = recent.filter { lost in
            !now.contains { $0.family == lost.family && $0.isLinkLocal == lost.isLinkLocal }
        }
        return (now + before).compactMap { address in
            guard families.contains(address.family), let place = rank(address) else { return nil }
            // One that answers before one that does not, wherever they are.
            return Candidate(instance: instance, address: address, rank: place + (instance.stale ? 10 : 0))
        }
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
}
