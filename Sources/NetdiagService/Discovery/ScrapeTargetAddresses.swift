import NetworkDiagnostics
import NetworkModel

/// The addresses of Prometheus targets. An instance keeps its address as long as no other is better, since a new
/// address is a new series.
struct ScrapeTargetAddresses: Sendable {
    /// An instance, for clients that accept certain address families.
    private struct Key: Hashable {
        let instance: [String]
        let families: Set<AddressFamily>
    }

    /// A possible address of a target.
    private struct Candidate {
        let instance: ServiceInstance
        let address: IPAddress
        /// The preference; lower is better.
        let rank: Int

        /// Whether this candidate is not a reason to replace the other one.
        func isEquallyPreferred(as other: Candidate) -> Bool {
            instance.stale == other.instance.stale && address.isLinkLocal == other.address.isLinkLocal
        }
    }

    /// The maximum number of choices; above that, all are made again.
    private static let maxTargets = 16_384
    private var chosen: [Key: IPAddress] = [:]

    /// One target for each instance, whichever interfaces it is seen on, in the order of type, name and domain.
    /// Instances without a port, or without an address that another host can use, are omitted.
    ///
    /// - Parameters:
    ///   - recent: Addresses that instances had recently, by the instance's identity: each counts until another has
    ///     replaced it.
    ///   - families: The accepted address families.
    ///   - stale: Whether stale instances are included.
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
            // The first of those with the lowest rank.
            guard var best = candidates.min(by: { $0.rank < $1.rank }) else { return nil }
            let key = Key(instance: name, families: families)
            if let before = chosen[key],
                let same = candidates.first(where: { $0.address == before && $0.isEquallyPreferred(as: best) })
            {
                best = same
            }
            if chosen[key] == nil, chosen.count >= Self.maxTargets { chosen = [:] }
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
            // An instance that responds is preferred, wherever its address is.
            return Candidate(instance: instance, address: address, rank: place + (instance.stale ? 10 : 0))
        }
    }

    /// The preference of an address, lower is better; `nil` if other hosts cannot use it, or if it is that of a cloud's
    /// metadata service: whoever announces an instance also chooses the path that Prometheus would get there.
    private static func rank(_ address: IPAddress) -> Int? {
        guard !isNeverAnotherHost(address) else { return nil }
        switch (address.family, address.isLinkLocal) {
        case (.ipv4, false): return 0
        case (.ipv6, false): return 1
        case (.ipv4, true): return 2
        case (.ipv6, true): return address.zone == nil ? nil : 3
        }
    }

    private static func isNeverAnotherHost(_ address: IPAddress) -> Bool {
        // A connection to an IPv4-mapped address is one over IPv4 (ipv6(7)), which a host announces as such.
        if address.unmapped != address { return true }
        guard !address.isLoopback, !address.isUnspecified, !address.isMulticast, !address.isOfMetadataService else {
            return true
        }
        switch address.family {
        // "This network" (RFC 1122 section 3.2.1.3), and reserved addresses with the broadcast address (RFC 1112 section 4).
        case .ipv4: return address.bytes[0] == 0 || address.bytes[0] >= 240
        case .ipv6:
            // The address that a translator takes from the well-known prefix (RFC 6052 section 2.1).
            guard let wellKnown, address.isIn(prefix: wellKnown, length: 96) else { return false }
            return IPAddress(bytes: address.bytes[12...]).map(isNeverAnotherHost) ?? true
        }
    }

    private static let wellKnown = IPAddress("64:ff9b::")
}
