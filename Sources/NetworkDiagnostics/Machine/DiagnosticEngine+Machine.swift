public import Diagnosis
import EventLoopKit
import HostResolution
import LinkFacts
public import NetworkModel
import Probes

extension DiagnosticEngine {
    /// Observes the machine's network as a whole. It sends echo requests to the gateways of the default routes, and two
    /// queries to each resolver (the root's NS, and a name that does not exist), with a third one, for `com`, to one that is
    /// silent about the root. It looks for proof that the uplink works (`UplinkEvidence`). Nothing is sent to a third party.
    ///
    /// If a gateway loses the first request, or replies late, or if anything else may have been lost, more requests are sent. The
    /// counters of the interfaces and the signals of the radios are read as well.
    ///
    /// - Parameters:
    ///   - limit: The time limit of each response.
    ///   - thresholds: The values beyond which there is a warning, and beyond which a gateway gets more requests.
    /// - Throws: `CancellationError`.
    public func observeMachine(
        timeout limit: Duration = .seconds(2), thresholds: Thresholds = .init()
    ) async throws -> MachineObservation {
        let routedSnapshot = try await routedSnapshot()
        let (snapshot, remembered) = (routedSnapshot.snapshot, routedSnapshot.remembered)
        let selection = routedSnapshot.routes(to: [])
        // Nothing responds behind a broken link, and waiting for it is useless.
        var blank = MachineObservation(snapshot: snapshot, remembered: remembered, thresholds: thresholds)
        if MachineDiagnosis.verdict(on: blank).findings.contains(where: { $0.severity == .error && $0.layer == .link })
        {
            blank.snapshot = try await completed(snapshot)
            return blank
        }
        let mark = loop.loadMark()
        let watch = GatewayWatch(hops: selection.hops, snapshot: snapshot, engine: self)
        let begun = ContinuousClock.now
        let end = begun + limit + Self.timeForQuestions
        let (rounds, round) = AsyncStream.makeStream(of: UplinkEvidence.self)
        async let resolvers = queryResolversWithOutput(in: snapshot, within: limit)
        try await loop.sleep(until: begun + Self.leadOfQueries)
        async let names = observeNames(snapshot.resolvers, within: limit, until: end - Self.timeAfterNames)
        async let output = firstOutput(in: snapshot, beside: rounds)
        async let covering = coveringSubnet(in: snapshot)
        let search = EarlyTrial()
        let earlyRivals = Task { try await self.earlyRivals(by: watch, in: snapshot, since: begun, if: search) }
        defer { earlyRivals.cancel() }
        let (found, further) = try await ping(selection.hops, by: watch, since: begun, in: snapshot) {
            defer { round.finish() }
            return try await self.observeUplink(.full, within: limit) { round.yield($0) }
        }
        let examined = try await examined(
            watch.observed(in: try await links.snapshot()), in: snapshot, thresholds, further)
        let isTwinSought = Self.isDoubtful(found)
        let searched = search.decide(false) && isTwinSought ? earlyRivals : nil
        if searched == nil { earlyRivals.cancel() }
        // What remains to be found out is waited for at the same time.
        async let contested = contested(examined, by: watch, beside: found, known: searched)
        async let twin = isTwinSought ? hardwareTwin(in: snapshot, known: searched) : nil
        async let sources = sourceTrial(beside: found, in: snapshot)
        let isLoopSought = found.map { UplinkProof($0) != .works || $0.isIPv4Dead } ?? false
        async let looping = isLoopSought ? tunnelLoop(in: snapshot) : nil
        let first = try await output
        async let own = ownOutput(after: first, beside: found, in: snapshot)
        let beforeAnswers = MachineObservation(
            snapshot: snapshot, gateways: examined, uplink: found, remembered: remembered, thresholds: thresholds)
        let (unsought, silence) = (LinkRivals(isTwinSought: isTwinSought, gateways: examined), EarlyTrial())
        async let rivalsBesideSilence = rivalsBesideSilence(
            after: unsought, beside: beforeAnswers, from: begun + limit + Self.graceOfResolvers, if: silence)
        let (states, outputToSilent) = try await resolvers
        let isSilent = silence.decide(false)
        var proof = found
        proof?.markLate(states, after: limit)
        let answers = Self.judged(states, proof)
        async let resolverOutput = resolverOutput(answers, known: outputToSilent)
        async let origins = origins(of: answers, in: snapshot)
        async let emptyTunnel = emptyTunnel(before: answers)
        let gateways = try await contested
        let isUnderlayNeeded = gateways.contains { $0.isTunnel == true && GatewayRules.isDead($0) }
        async let underlay = isUnderlayNeeded ? observed(selection.gateway.underlay ?? [], in: snapshot) : []
        if let found, UplinkProof(found) != .works { try? await links.readSoughtNeighbours() }
        let judged = proof
        async let router = routerBeside(gateways, judged, in: snapshot)
        _ = try await links.losses(on: selection.link.carriers.map(\.name))
        try await links.refreshRadios()
        var observation = MachineObservation(
            snapshot: try await completed(links.snapshot()), gateways: gateways, resolvers: answers, uplink: proof,
            remembered: remembered, thresholds: thresholds)
        let sought = LinkRivals(twin: try await twin, isTwinSought: isTwinSought, gateways: gateways)
        let foundFirst = try await isSilent ? sought.joined(with: rivalsBesideSilence) : sought
        let (withoutNames, early) = (observation, EarlyTrial())
        async let rivals = rivals(
            after: foundFirst, beside: withoutNames, from: begun + Self.timeWithoutLosses, if: early)
        observation.names = try await names
        let known = try await early.decide(false) ? rivals : foundFirst
        observation = try await supplemented(observation, snapshot.resolvers, beside: known, until: end)
        observation.emptyTrustStore = TrustStore.emptyFile()
        observation.clock = Self.impossibleClock()
        observation.covering = try await covering
        observation.underlay = try await underlay
        observation.output = try await own
        (observation.output.sources, observation.output.router) = (try await sources, try await router)
        observation.output.hopLimits = .system(
            snapshot.defaultRoutes.filter { $0.family == .ipv6 }.compactMap(\.interface))
        (observation.output.resolvers, observation.output.origins) = (try await resolverOutput, try await origins)
        (observation.output.emptyTunnel, observation.output.tunnelLoop) = (try await emptyTunnel, try await looping)
        // Omitted if nothing depends on it, so that two observations of the same state are equal.
        if answers.contains(where: { ($0.duration?.duration ?? .zero) > thresholds.resolve.duration }) {
            observation.ownDelay = loop.occupiedTime(since: mark)
        }
        return observation
    }

    /// The time by which the queries to the resolvers precede everything else, which they need to be sent. A host without a DNS server
    /// reports this for a few packets only (icmp(7)), among them those of programs, and a router also those that expire there.
    private static let leadOfQueries = Duration.milliseconds(1)

    /// The results of one more query to each resolver, as by ``observeOutput(to:)``: known ones, if all of them are silent.
    private func resolverOutput(
        _ resolvers: [StatusDocument.ResolverStatus], known: [PathEvidence.Trace]?
    ) async throws -> [PathEvidence.Trace] {
        let areSilent = resolvers.allSatisfy { $0.status == .connectionDown && $0.failure == .timeout }
        if areSilent, let known { return known }
        return try await observeOutput(to: resolvers)
    }

    /// The gateways, with other hosts that have the addresses of the first ones, or this machine's: if nothing is received from beyond a
    /// gateway that responds, there may be one. They are looked for at the same time, since each takes half a second.
    private func contested(
        _ gateways: [GatewayEvidence.Hop], by watch: GatewayWatch, beside proof: UplinkEvidence?,
        known: Task<EarlyRivals, any Error>?
    ) async throws -> [GatewayEvidence.Hop] {
        guard let proof, uplink.options.sendsPackets else { return gateways }
        let early = try await known?.found
        let (isWorking, isIPv6Dead) = (UplinkProof(proof) == .works, proof.isIPv6Dead)
        return try await withThrowingTaskGroup(of: (Int, GatewayEvidence.Hop).self) { group in
            for (index, hop) in gateways.enumerated() where hop.echo?.outcome == .reply {
                let isContested = index < 2 && !isWorking
                let isRivalSought = isIPv6Dead && hop.route.family == .ipv6
                guard isContested || isRivalSought else { continue }
                group.addTask {
                    let known = isContested ? early?.contested(hop) : nil
                    var contested = known ?? hop
                    if isContested, known == nil { contested = try await watch.contested(hop) }
                    if isRivalSought { contested.rival = try await watch.rivalOverIPv6(of: hop) }
                    return (index, contested)
                }
            }
            return try await group.reduce(into: gateways) { $0[$1.0] = $1.1 }
        }
    }

    /// The clock, if it is before the day on which this program was built, by the day: observations of the same state are equal.
    private static func impossibleClock() -> LocalEvidence.Clock? {
        let (facts, now) = (ClockFacts(), Timestamp())
        guard let built = facts.built, now < built else { return nil }
        let day: Int64 = 86_400_000
        var clock = LocalEvidence.Clock(here: Timestamp(millisecondsSince1970: now.millisecondsSince1970 / day * day))
        (clock.built, clock.isSynchronized, clock.keeper) = (built, facts.isSynchronized, facts.keeper)
        return clock
    }

    /// The time limits for echo replies of gateways: if hosts beyond them respond; and for that of a spare uplink, until ARP
    /// or NDP is used.
    private static let pingLimits: [Duration] = [.milliseconds(300), .milliseconds(550)]

    /// The time within which the uplink of a healthy network is examined: beyond it, something that was sent got no response, or only
    /// after a repetition.
    private static let timeWithoutLosses = Duration.milliseconds(400)

    /// The uplink, and the results of further echo requests by the places of the gateways.
    private typealias MeasuredUplink = (uplink: UplinkEvidence?, further: [Int: EchoEvidence])

    /// Examines the uplink, and sends further echo requests to the gateways meanwhile if that takes longer than in a healthy network.
    private func measuring(
        _ hops: [GatewayEvidence.Hop], in snapshot: NetworkSnapshot, from end: ContinuousClock.Instant,
        beside observe: @Sendable () async throws -> UplinkEvidence?
    ) async throws -> MeasuredUplink {
        async let further = allSeries(to: hops, in: snapshot, from: end)
        let uplink = try await observe()
        // Otherwise, none has begun, and none does.
        guard ContinuousClock.now >= end else { return (uplink, [:]) }
        return (uplink, try await further)
    }

    /// Sends echo requests to the gateways while the uplink is examined. Once that is proven to work, a gateway that is still
    /// silent does not reply to echo requests, since responses from beyond it take longer.
    private func ping(
        _ hops: [GatewayEvidence.Hop], by watch: GatewayWatch, since begun: ContinuousClock.Instant,
        in snapshot: NetworkSnapshot, beside observe: @Sendable () async throws -> UplinkEvidence?
    ) async throws -> MeasuredUplink {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch.run() }
            let measured = try await measuring(
                hops, in: snapshot, from: begun + Self.timeWithoutLosses, beside: observe)
            guard let uplink = measured.uplink, UplinkProof(uplink) == .works else {
                try await group.waitForAll()
                return measured
            }
            for limit in Self.pingLimits {
                group.addTask { [loop] in try await loop.sleep(until: begun + limit) }
                try await group.next()
                if watch.isSilenceSettled(in: try await links.snapshot(), beside: uplink) {
                    group.cancelAll()
                    watch.concludeSilence()
                    return measured
                }
            }
            try await group.waitForAll()
            return measured
        }
    }

    /// The state of a resolver according to the second query, for a name that no cache has. A resolver that refuses
    /// everything is useless. One that answers it works, whatever its response to the first query was.
    static func judged(
        _ resolvers: [StatusDocument.ResolverStatus], _ uplink: UplinkEvidence?
    ) -> [StatusDocument.ResolverStatus] {
        guard let uplink else { return resolvers.map(Self.withoutRefusal) }
        let isReached = uplink.allQueries.contains(where: \.reachesRoot)
        return resolvers.map { status in
            guard let query = uplink.allQueries.first(where: { $0.server == status.resolver.address }),
                query.isOverTCPAlone != true
            else { return withoutRefusal(status) }
            var judged = status
            switch query.outcome {
            case .nxdomain where query.isDenial:
                (judged.status, judged.failure) = (.connectionDown, .nxdomain)
            case .noData where query.isDenial:
                (judged.status, judged.failure) = (.connectionDown, .noData)
            case .nxdomain, .noData, .address:
                // The time without a response is not a response time.
                if status.failure == .timeout { judged.duration = query.duration }
                (judged.status, judged.failure) = (.connectionUp, nil)
            case .refused where status.failure == .refused:
                // The servers of a VPN may only resolve its names.
                if isReached, status.resolver.source == .systemdResolved { return withoutRefusal(status) }
            case .servfail where status.failure == .timeout:
                // A check of a name gets this response as well, while the server still tries to get another one.
                (judged.duration, judged.failure) = (query.duration, .servfail)
            case .refused, .servfail, .timeout, .closed, .malformed:
                return withoutRefusal(status)
            }
            judged.removeOtherReasons()
            return judged
        }
    }

    /// The servers that answered another query, and not the one of the second kind.
    private static func selective(_ observation: MachineObservation) -> Set<IPAddress> {
        let working = observation.resolvers.filter { $0.status == .connectionUp }.map(\.resolver.address)
        let silent = (observation.uplink?.allQueries ?? []).filter { $0.outcome == .timeout }.map(\.server)
        return Set(working).intersection(silent)
    }

    /// The same after one more query of the second kind to some of them.
    ///
    /// - Parameter selective: The servers whose silence says nothing, since they did not answer such a query before either.
    static func judged(
        _ resolvers: [StatusDocument.ResolverStatus], again uplink: UplinkEvidence,
        sparing selective: Set<IPAddress> = []
    ) -> [StatusDocument.ResolverStatus] {
        resolvers.map { known in
            var status = known
            let query = uplink.allQueries.first { $0.server == known.resolver.address }
            guard query?.isOverTCPAlone != true else { return status }
            if let query, let failure = query.failure {
                let isSelective = known.status == .connectionUp && selective.contains(known.resolver.address)
                // Replies from another address are not observed here.
                let saysLess = failure == .timeout && (isSelective || known.repliedFrom != nil)
                if !saysLess { status = known.failing(failure, in: query) }
            } else if query != nil {
                (status.status, status.failure) = (.connectionUp, nil)
            }
            status.removeOtherReasons()
            return status
        }
    }

    /// The state of a server that refuses one query. It is there, and may answer others: queries for the root are often
    /// refused.
    private static func withoutRefusal(_ status: StatusDocument.ResolverStatus) -> StatusDocument.ResolverStatus {
        guard status.failure == .refused else { return status }
        var status = status
        (status.status, status.failure) = (.connectionUp, nil)
        return status
    }

    /// Examines gateways more closely if their echo was suspicious.
    ///
    /// - Parameter further: The results of further echo requests by the places of the gateways.
    private func examined(
        _ hops: [GatewayEvidence.Hop], in snapshot: NetworkSnapshot, _ thresholds: Thresholds,
        _ further: [Int: EchoEvidence]
    ) async throws -> [GatewayEvidence.Hop] {
        var hops = hops
        for (index, found) in further where hops[index].isWorthSeries { hops[index].series = found }
        for index in hops.indices
        where hops[index].series == nil && GatewayQuality.isDoubtful(hops[index], thresholds) {
            guard let gateway = hops[index].route.gateway else { continue }
            hops[index].series = try await series(
                to: gateway, on: hops[index].fixedInterface(in: snapshot), until: .now + .seconds(2))
        }
        for index in hops.indices.prefix(4) {
            guard let gateway = hops[index].route.gateway, let trial = hops[index].sourceTrial else { continue }
            hops[index].sourceTrial = try await probed(trial, at: gateway)
        }
        return hops
    }

    /// The observation directly after a change of the kernel's state, before anything is sent again.
    ///
    /// Results of gateways and resolvers are kept only if the route to them is unchanged.
    ///
    /// - Parameters:
    ///   - before: The observation before the change.
    ///   - uplink: A new observation of the uplink; `nil` for none.
    /// - Throws: `LinkFactsError` if the kernel's state cannot be read; `CancellationError`.
    public func renewed(
        _ before: MachineObservation, uplink: UplinkEvidence? = nil
    ) async throws -> MachineObservation {
        let routedSnapshot = try await routedSnapshot()
        let (now, remembered) = (routedSnapshot.snapshot, routedSnapshot.remembered)
        var after = before
        after.snapshot = now
        if let twin = before.twin, now.link(named: twin.interface)?.hardwareAddress != twin.hardwareAddress {
            after.twin = nil
        }
        if before.covering != RouteSelection.coveringSubnet(in: now) { after.covering = nil }
        after.remembered = remembered
        if now.resolvers != before.snapshot.resolvers { (after.names, after.encrypted) = (nil, []) }
        func isUnchanged(_ hop: GatewayEvidence.Hop) -> Bool {
            guard let link = hop.route.interface.flatMap(now.link(named:)) else { return false }
            return link.isAdminUp && link.hasCarrier && now.routes.contains(hop.route)
        }
        after.gateways = before.gateways.filter(isUnchanged)
        after.underlay = before.underlay.filter(isUnchanged)
        if let uplink {
            after.uplink = uplink
        } else if now.defaultRoutes != before.snapshot.defaultRoutes {
            (after.uplink, after.output) = (nil, .init())
            self.uplink.removeAll()
        }
        let isUnconfigured = now.resolvers.servers.isEmpty && now.resolvers == before.snapshot.resolvers
        let servers = isUnconfigured ? before.resolvers.map(\.resolver) : now.resolvers.servers
        after.resolvers = servers.map { resolver in
            let known = before.resolvers.first { $0.resolver == resolver }
            let isSameWay = now.route(to: resolver.address) == before.snapshot.route(to: resolver.address)
            return isSameWay
                ? known ?? .init(resolver: resolver, status: .noErr) : .init(resolver: resolver, status: .noErr)
        }
        if let uplink {
            after.resolvers = Self.judged(after.resolvers, again: uplink, sparing: Self.selective(before))
        }
        return after
    }
}

extension UplinkEvidence {
    /// Marks the queries to resolvers that responded to another query after the time limit.
    fileprivate mutating func markLate(_ resolvers: [StatusDocument.ResolverStatus], after limit: Duration) {
        for index in queries.indices where queries[index].outcome == .timeout {
            let isLate = resolvers.contains { state in
                state.resolver.address == queries[index].server && state.status == .connectionUp
                    && state.duration.map { $0.duration >= limit } == true
            }
            if isLate { queries[index].isLate = true }
        }
    }

    /// Whether a host was heard over an address family: a router, a resolver, or one to which programs connect.
    func isHeard(over family: AddressFamily) -> Bool {
        packets.contains { packet in
            packet.destination.family == family && (packet.isReported(behind: gateways) || packet.answer != nil)
        }
            || allQueries.contains { query in
                query.server.family == family && query.place != .own && query.outcome != .timeout
            }
            || (connections?.heard ?? 0) > 0
    }

    /// Whether a host behind a gateway has responded to this observation.
    var isHeardNow: Bool { hasSignNow { _ in true } }

    /// The same with more than the report of a router that finds no next hop, which shows that an outage lasts: it may be the gateway
    /// itself, with its address on the provider's side.
    var isPassedNow: Bool { hasSignNow { $0.meaning != .hostUnreachable } }

    private func hasSignNow(where isSign: (ICMPError) -> Bool) -> Bool {
        let isReported =
            interception?.error.map { error in
                !error.isOwn && error.reporter.map { !gateways.contains($0) } == true && isSign(error)
            } ?? false
        return isReported
            || packets.contains { packet in
                packet.isEarlier != true
                    && (packet.isReported(behind: gateways) && packet.error.map(isSign) == true
                        || packet.limit == nil && packet.answer != nil)
            }
    }
}
