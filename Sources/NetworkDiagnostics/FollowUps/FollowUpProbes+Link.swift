import Diagnosis
import EventLoopKit
import LinkFacts
import NetworkModel
import Probes

extension FollowUpProbes {
    func perform(_ followUp: LinkFollowUp) async throws -> Amendment {
        switch followUp {
        case .losses(let interfaces): try await losses(on: interfaces)
        case .series(let gateway): try await series(to: gateway)
        case .ownHolder(let address): try await ownHolder(of: address)
        case .twin(let interface): try await twin(on: interface)
        case .rivals: try await rivals()
        case .underlay: try await underlay()
        case .holders: try await holders()
        case .sharing: try await sharing()
        case .gateways: try await gateways()
        case .targetAsGateway(let address): try await gatewayAsTarget(address)
        case .neighbour(let address): try await neighbour(address)
        case .otherHolder(let address): try await otherHolder(of: address)
        case .detour: try await pastOwnSubnet()
        case .witnesses: try await witnesses()
        case .nearby: try await besideOwnSubnet()
        case .sources: try await sources()
        case .translation: try await translation()
        case .prefixes: try await prefixes()
        }
    }

    /// Reads the counters, and again after a second if there was no earlier reading.
    private func losses(on interfaces: [String]) async throws -> Amendment {
        var found = try await engine.links.losses(on: interfaces)
        if found.isEmpty {
            let then = ContinuousClock.now + .milliseconds(1_001)
            guard then < deadline else { return { _ in } }
            try await engine.loop.sleep(until: then)
            found = try await engine.links.losses(on: interfaces)
        }
        let losses = found
        return { evidence in
            guard var link = evidence.link else { return }
            for index in link.carriers.indices {
                guard let lost = losses[link.carriers[index].name] else { continue }
                link.carriers[index].losses = lost.errors + lost.drops > 0 ? lost : nil
            }
            evidence.link = link
        }
    }

    /// Looks for another host with an address of this machine.
    private func ownHolder(of address: IPAddress) async throws -> Amendment {
        let found = try await engine.holder(ofOwn: address)
        return { if let found { $0.address?.holder = found } }
    }

    /// Listens for another host with this machine's hardware address.
    private func twin(on interface: String) async throws -> Amendment {
        let found = try await engine.hardwareTwin(on: interface, until: deadline)
        return { if let found { $0.address?.twin = found } }
    }

    private func series(to gateway: IPAddress) async throws -> Amendment {
        // If the gateway is in no subnet of its interface, packets to it may leave over another one.
        let hop = evidence.gateway?.hops.first { $0.route.gateway == gateway && $0.isOffLink == true }
        let series = try await engine.series(to: gateway, on: hop?.route.interface, until: deadline)
        return { evidence in
            guard var gateways = evidence.gateway else { return }
            for index in gateways.hops.indices where gateways.hops[index].route.gateway == gateway {
                gateways.hops[index].series = series
            }
            evidence.gateway = gateways
        }
    }

    /// Looks for other hosts with the gateways' addresses, or with this machine's own.
    private func holders() async throws -> Amendment {
        guard let hops = evidence.gateway?.hops else { return { _ in } }
        let snapshot = try await engine.routedSnapshot().snapshot
        let watch = GatewayWatch(hops: hops, snapshot: snapshot, engine: engine)
        let isUplinkSilent = evidence.uplink.map { UplinkProof($0) != .works } ?? false
        var found: [GatewayEvidence.Hop] = []
        for hop in hops.prefix(2) where hop.route.gateway != nil && hop.echo?.outcome == .reply {
            guard evidence.uplink?.isIPv6Dead == true else {
                found.append(try await watch.contested(hop, isGatewayDoubted: isUplinkSilent))
                continue
            }
            guard hop.route.family == .ipv6 else { continue }
            var contested = hop
            contested.rival = try await watch.rivalOverIPv6(of: hop)
            found.append(contested)
        }
        return Self.addingHolders(found)
    }

    /// Looks for another host with this machine's IPv4 address.
    private func sharing() async throws -> Amendment {
        let hops = (evidence.gateway?.hops ?? []).filter { $0.route.family == .ipv4 }
        let watch = GatewayWatch(hops: hops, snapshot: try await engine.routedSnapshot().snapshot, engine: engine)
        var found: [GatewayEvidence.Hop] = []
        for hop in hops.prefix(2) { found.append(try await watch.shared(hop)) }
        return Self.addingHolders(found.filter { $0.isHolderAlone == true })
    }

    /// Adds to the gateways the other hosts with their addresses, or with this machine's.
    private static func addingHolders(_ found: [GatewayEvidence.Hop]) -> Amendment {
        { evidence in
            guard var gateways = evidence.gateway else { return }
            for index in gateways.hops.indices {
                guard let known = found.first(where: { $0.route == gateways.hops[index].route }) else { continue }
                gateways.hops[index].rival = known.rival ?? gateways.hops[index].rival
                guard let holder = known.holder else { continue }
                (gateways.hops[index].holder, gateways.hops[index].own) = (holder, known.own)
                if known.isHolderAlone == true { gateways.hops[index].isHolderAlone = true }
            }
            evidence.gateway = gateways
        }
    }

    /// Observes the gateways that a resolver on the link needs as well, in addition to the route to it.
    private func gateways() async throws -> Amendment {
        let routedSnapshot = try await engine.routedSnapshot()
        let selection = try await engine.routes(to: [], in: routedSnapshot)
        let watch = GatewayWatch(hops: selection.gateway.hops, snapshot: routedSnapshot.snapshot, engine: engine)
        guard !watch.isEmpty else {
            let isLinksOnly = !routedSnapshot.snapshot.routes.contains { $0.isDefault || $0.gateway != nil }
            return { evidence in if isLinksOnly { evidence.gateway?.isLinksOnly = true } }
        }
        try await watch.run()
        return Self.addingGateways(watch.observed(in: try await engine.links.snapshot()))
    }

    /// Observes the target as a gateway, with the others, if it is one. If it is gone, other hosts are not reached either.
    private func gatewayAsTarget(_ address: IPAddress) async throws -> Amendment {
        let routedSnapshot = try await engine.routedSnapshot()
        let selection = try await engine.routes(to: [], in: routedSnapshot)
        let isMeant = { (hop: GatewayEvidence.Hop) in hop.route.gateway?.bytes == address.bytes }
        let hops = selection.gateway.hops + (selection.gateway.rivals ?? [])
        guard hops.contains(where: isMeant) else { return { _ in } }
        let watch = GatewayWatch(hops: hops, snapshot: routedSnapshot.snapshot, engine: engine)
        try await watch.run()
        let observed = watch.observed(in: try await engine.links.snapshot())
        guard observed.contains(where: { isMeant($0) && GatewayRules.isDead($0) }) else { return { _ in } }
        return Self.addingGateways(observed)
    }

    /// Adds the gateways to the evidence, since the target needs them, or is one of them.
    private static func addingGateways(_ observed: [GatewayEvidence.Hop]) -> Amendment {
        let hops = observed.filter { $0.route.gateway != nil }
        return { evidence in
            evidence.gateway?.hops.removeAll { known in hops.contains { $0.route == known.route } }
            evidence.gateway?.hops += hops
            evidence.gateway?.isOnLink = false
        }
    }

    /// Asks the link for a host's hardware address, which the kernel does not do for a permanent entry.
    private func neighbour(_ address: IPAddress) async throws -> Amendment {
        let isMeant = { (hop: GatewayEvidence.Hop) in hop.route.gateway == nil && hop.nextHop == address }
        guard let hop = evidence.gateway?.hops.first(where: isMeant) else { return { _ in } }
        let snapshot = try await engine.routedSnapshot().snapshot
        let responder = try await GatewayWatch(hops: [hop], snapshot: snapshot, engine: engine).responder(for: hop)
        return { evidence in
            guard let index = evidence.gateway?.hops.firstIndex(where: { $0.route == hop.route }) else { return }
            evidence.gateway?.hops[index].arpAddress = responder
        }
    }

    /// Looks for a second host with the target's address.
    private func otherHolder(of address: IPAddress) async throws -> Amendment {
        let isMeant = { (hop: GatewayEvidence.Hop) in hop.route.gateway == nil && hop.nextHop == address }
        guard var hop = evidence.gateway?.hops.first(where: isMeant), let interface = hop.route.interface else {
            return { _ in }
        }
        let route = hop.route
        let snapshot = try await engine.links.snapshot()
        hop.neighbour = snapshot.neighbour(address, on: interface) ?? hop.neighbour
        let watch = GatewayWatch(hops: [hop], snapshot: snapshot, engine: engine)
        let isServer = evidence.dns?.resolution.failures.contains { failure in
            failure.source == .dns && failure.reason == .closed
                && failure.server.flatMap { IPAddress($0) }?.bytes == address.bytes
        }
        let found = try await watch.rival(of: hop, isServer: isServer == true)
        let known = hop.neighbour
        return { evidence in
            guard let found, let index = evidence.gateway?.hops.firstIndex(where: { $0.route == route }) else { return }
            evidence.gateway?.hops[index].rival = found
            evidence.gateway?.hops[index].neighbour = known
        }
    }

    private func rivals() async throws -> Amendment {
        let snapshot = try await engine.routedSnapshot().snapshot
        let watch = GatewayWatch(hops: evidence.gateway?.rivals ?? [], snapshot: snapshot, engine: engine)
        try await watch.run()
        let rivals = watch.observed(in: try await engine.links.snapshot())
        return { $0.gateway?.rivals = rivals }
    }

    private func underlay() async throws -> Amendment {
        let snapshot = try await engine.routedSnapshot().snapshot
        let underlay = try await engine.observed(evidence.gateway?.underlay ?? [], in: snapshot)
        return { $0.gateway?.underlay = underlay }
    }
}

extension DiagnosticEngine {
    /// Whether this process was busy for so long since a moment that replies may have arrived in time and seem to be lost.
    func wasBusy(for limit: Duration, since mark: LoadMark) -> Bool { loop.occupiedTime(since: mark) >= limit }

    /// The same next hops after an echo request to each of them, at most 8.
    func observed(
        _ hops: [GatewayEvidence.Hop], in snapshot: NetworkSnapshot
    ) async throws -> [GatewayEvidence.Hop] {
        let watch = GatewayWatch(hops: hops, snapshot: snapshot, engine: self)
        try await watch.run()
        return watch.observed(in: try await links.snapshot())
    }

    /// Sends echo requests, one every 25 ms.
    ///
    /// - Parameters:
    ///   - interface: The interface to use regardless of routes; `nil` for that chosen by the kernel.
    ///   - count: The number of requests.
    func series(
        to gateway: IPAddress, on interface: String? = nil, of count: Int = 20, until deadline: ContinuousClock.Instant
    ) async throws -> EchoEvidence {
        var settings = EchoSettings()
        settings.count = count
        settings.interval = .milliseconds(25)
        return try await EchoSeries(
            address: gateway, loop: loop, settings: settings, patience: .milliseconds(400), on: interface
        ).observe(until: deadline)
    }
}
