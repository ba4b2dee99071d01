import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// What an observation of the machine is supplemented with.
extension DiagnosticEngine {
    /// An observation with what is only looked for because of its other parts, all at the same time: other hosts with this machine's
    /// addresses, why names are not resolved or late, and a proxy.
    ///
    /// - Parameters:
    ///   - servers: The DNS servers of this machine when the observation of names began.
    ///   - rivals: What was found on the link while names were resolved.
    ///   - end: When the queries that measure losses end. The others have time limits of their own.
    /// - Throws: `CancellationError`.
    func supplemented(
        _ known: MachineObservation, _ servers: ResolverConfiguration, beside rivals: LinkRivals,
        until end: ContinuousClock.Instant
    ) async throws -> MachineObservation {
        async let holder = holder(beside: known)
        async let completed = completed(rivals, beside: known)
        async let encrypted = encrypted(servers, known.names)
        async let overlap = overlap(of: known.resolvers, in: known.snapshot)
        var observation = known
        observation.markClosed()
        observation.markRejected()
        let closed = observation
        async let trial = trial(beside: closed, until: end)
        if closed.isWithoutUplink { observation.proxy = try await reachedProxy(within: .milliseconds(700)) }
        observation.holder = try await holder
        let found = try await completed
        (observation.twin, observation.gateways) = (found.twin, found.gateways)
        if let lost = try await trial { observation.names?.trial = lost }
        observation.encrypted = try await encrypted
        observation.overlap = try await overlap
        return observation
    }

    /// Hosts on the link that have an address of this machine.
    struct LinkRivals: Sendable {
        /// The one with its hardware address.
        var twin: LinkHost?
        /// Whether that one was looked for.
        var isTwinSought: Bool
        /// The gateways, with those that have its IPv4 address.
        var gateways: [GatewayEvidence.Hop]
        /// Whether all of them were looked for since something was lost.
        var isSearched = false

        /// The places of those of the first two gateways that further echo requests can say something about.
        var placesWorthSeries: [Int] { gateways.indices.prefix(2).filter { gateways[$0].isWorthSeries } }

        /// These hosts with those of a search that did not know what this one has found.
        func joined(with other: LinkRivals) -> LinkRivals {
            var joined = other
            joined.twin = twin ?? other.twin
            joined.isTwinSought = isTwinSought || other.isTwinSought
            for (index, hop) in gateways.enumerated() where other.gateways.indices.contains(index) {
                joined.gateways[index].rival = hop.rival
                if other.gateways[index].holder == nil {
                    (joined.gateways[index].holder, joined.gateways[index].own) = (hop.holder, hop.own)
                }
            }
            return joined
        }
    }

    /// Looks for such hosts while DNS servers are silent for longer than usual, whatever these respond in the end: a response would be
    /// late as well.
    ///
    /// - Parameters:
    ///   - first: What was looked for before.
    ///   - known: The observation before the responses.
    ///   - begin: When the usual time is over.
    ///   - decision: Decides whether it begins.
    /// - Throws: `CancellationError`.
    func rivalsBesideSilence(
        after first: LinkRivals, beside known: MachineObservation, from begin: ContinuousClock.Instant,
        if decision: EarlyTrial
    ) async throws -> LinkRivals {
        try await loop.sleep(until: begin)
        guard decision.decide(true) else { return first }
        var silent = known
        silent.resolvers = known.snapshot.resolvers.servers.map {
            .init(resolver: $0, status: .connectionDown, failure: .timeout)
        }
        return try await allRivals(after: first, beside: silent, measuring: first.placesWorthSeries)
    }

    /// Looks for such hosts while names are resolved, which takes longest while nothing answers: at once if something was lost, or else
    /// if further echo requests are lost. These are sent if names take longer than in a healthy network.
    ///
    /// - Parameters:
    ///   - first: What was found before.
    ///   - known: The observation without names.
    ///   - begin: When names take longer than that.
    ///   - decision: Decides whether it begins.
    /// - Throws: `CancellationError`.
    func rivals(
        after first: LinkRivals, beside known: MachineObservation, from begin: ContinuousClock.Instant,
        if decision: EarlyTrial
    ) async throws -> LinkRivals {
        guard !first.isSearched else { return first }
        if !Self.hasLost(known) { try await loop.sleep(until: begin) }
        guard decision.decide(true) else { return first }
        let isSlow = ContinuousClock.now >= begin
        return try await allRivals(
            after: first, beside: known, measuring: isSlow ? first.placesWorthSeries : known.gatewaysToMeasure)
    }

    private func allRivals(
        after first: LinkRivals, beside known: MachineObservation, measuring places: [Int]
    ) async throws -> LinkRivals {
        let measured = try await measured(known, places)
        async let twin = first.isTwinSought ? first.twin : hardwareTwin(beside: measured)
        let gateways = try await sharedGateways(of: measured)
        return LinkRivals(
            twin: try await twin, isTwinSought: first.isTwinSought || Self.isTwinInQuestion(measured),
            gateways: gateways, isSearched: Self.hasLost(measured))
    }

    /// These hosts, which are looked for now if they were not before. What names show may be a reason to do so, or to measure the link.
    private func completed(_ rivals: LinkRivals, beside known: MachineObservation) async throws -> LinkRivals {
        var observation = known
        observation.gateways = rivals.gateways
        let places = observation.gatewaysToMeasure
        guard rivals.isSearched else {
            return try await allRivals(after: rivals, beside: observation, measuring: places)
        }
        var found = rivals
        found.gateways = try await measured(observation, places).gateways
        return found
    }

    /// The same with further echo requests to some of the gateways, as other packets may have been lost on the way to them.
    private func measured(_ known: MachineObservation, _ places: [Int]) async throws -> MachineObservation {
        guard uplink.options.sendsPackets else { return known }
        var observation = known
        for index in places {
            observation.gateways[index].series = try await series(to: known.gateways[index], in: known.snapshot)
        }
        return observation
    }

    /// The results of further echo requests to the first two gateways, which begin at a time, by the places of the gateways.
    func allSeries(
        to hops: [GatewayEvidence.Hop], in snapshot: NetworkSnapshot, from begin: ContinuousClock.Instant
    ) async throws -> [Int: EchoEvidence] {
        guard uplink.options.sendsPackets else { return [:] }
        try await loop.sleep(until: begin)
        return try await withThrowingTaskGroup(of: (Int, EchoEvidence?).self) { group in
            for (index, hop) in hops.prefix(2).enumerated() {
                group.addTask { (index, try await self.series(to: hop, in: snapshot)) }
            }
            return try await group.reduce(into: [Int: EchoEvidence]()) { $0[$1.0] = $1.1 }
        }
    }

    /// The result of ten echo requests to a gateway, or of twenty more if any of these got no reply: that may be chance, and the pattern
    /// of ten replies that of a limit.
    ///
    /// - Returns: `nil` if it answers hardly any, or limits its replies, which shows nothing.
    private func series(to hop: GatewayEvidence.Hop, in snapshot: NetworkSnapshot) async throws -> EchoEvidence? {
        guard let gateway = hop.route.gateway else { return nil }
        let interface = hop.fixedInterface(in: snapshot)
        var found = try await series(to: gateway, on: interface, of: 10, until: .now + .seconds(2))
        if found.received > 0, found.received < found.sent {
            found = try await series(to: gateway, on: interface, until: .now + .seconds(2))
        }
        return found.received * 4 > found.sent && found.isLimited != true ? found : nil
    }

    /// Performs handshakes with servers that must be queried over TLS, if programs do not resolve names.
    private func encrypted(
        _ configuration: ResolverConfiguration, _ names: MachineNames?
    ) async throws -> [EncryptedDNS] {
        guard let system = names?.resolution.system, system.addresses.isEmpty else { return [] }
        return try await withThrowingTaskGroup(of: (Int, EncryptedDNS?).self) { group in
            for (place, server) in configuration.encrypted.filter(\.isStrict).prefix(3).enumerated() {
                // An error of this machine itself says nothing about the server.
                group.addTask { (place, try? await self.handshake(server, until: .now + .milliseconds(700))) }
            }
            let asked = try await group.reduce(into: [(Int, EncryptedDNS?)]()) { $0.append($1) }
            try Task.checkCancellation()
            return asked.sorted { $0.0 < $1.0 }.compactMap(\.1)
        }
    }

    /// Looks for a resolver past a subnet of this machine, if none responds.
    private func overlap(
        of resolvers: [StatusDocument.ResolverStatus], in snapshot: NetworkSnapshot
    ) async throws -> OwnSubnet? {
        guard resolvers.allSatisfy({ $0.status == .connectionDown }),
            var subnet = RouteSelection.ownSubnet(of: resolvers.map(\.resolver.address), in: snapshot)
        else { return nil }
        subnet.echo = try await EchoProbe(address: subnet.destination, loop: loop, on: subnet.uplink)
            .observe(within: .milliseconds(700))
        return subnet
    }
}
