public import Diagnosis
import EventLoopKit
import HostResolution
import LinkFacts
public import NetworkModel
import Probes

extension DiagnosticEngine {
    /// Observes the machine's network as a whole: pings the gateways of the default routes, and asks each resolver one
    /// two questions (the root's NS, and a name that does not exist). Of the uplink, proof is looked for (``UplinkEvidence``);
    /// nothing is addressed to a third party.
    ///
    /// A gateway that loses the first request, or answers late, is asked some more; the counters of the interfaces and the
    /// radios' signals are read as well.
    ///
    /// - Parameter limit: For each answer.
    /// - Throws: `CancellationError`.
    public func observeMachine(
        timeout limit: Duration = .seconds(2), thresholds: Thresholds = .init()
    ) async throws -> MachineObservation {
        let routedSnapshot = try await routedSnapshot()
        let (snapshot, remembered) = (routedSnapshot.snapshot, routedSnapshot.remembered)
        let selection = routedSnapshot.routes(to: [])
        // Behind a broken link nobody answers, and waiting for it tells nothing more.
        var blank = MachineObservation(snapshot: snapshot, remembered: remembered, thresholds: thresholds)
        if MachineDiagnosis.verdict(on: blank).findings.contains(where: { $0.severity == .error && $0.layer == .link })
        {
            blank.snapshot = try await completed(snapshot)
            return blank
        }
        let mark = loop.loadMark()
        let watch = GatewayWatch(hops: selection.gateway.hops, snapshot: snapshot, loop: loop, memory: gateways)
        let begun = ContinuousClock.now
        async let resolvers = queryResolvers(snapshot.resolvers, within: limit)
        async let names = observeNames(snapshot.resolvers, within: limit)
        async let output = observeOutput(in: snapshot)
        let proof = try await ping(by: watch, since: begun, beside: { try await self.observeUplink(within: limit) })
        var gateways = try await examined(watch.observed(in: try await links.snapshot()), thresholds)
        // Where nothing is heard beyond a gateway that answers, it may be another host with its address that does.
        if let proof, UplinkProof(proof) != .works, uplink.options.sendsPackets {
            for index in gateways.indices.prefix(2) where gateways[index].echo?.outcome == .reply {
                gateways[index].rival = try await watch.rival(of: gateways[index])
            }
        }
        let answers = Self.judged(try await resolvers, proof)
        _ = try await links.losses(on: selection.link.carriers.map(\.name))
        try await links.refreshRadios()
        var observation = MachineObservation(
            snapshot: try await completed(links.snapshot()), gateways: gateways, resolvers: answers, uplink: proof,
            remembered: remembered, thresholds: thresholds)
        observation.names = try await names
        observation.output.nobody = try await output
        for trace in observation.output.nobody {
            if let refusal = try await refusal(behind: trace) { observation.output.ruled.append(.init(trace, refusal)) }
        }
        if let proof, UplinkProof(proof) != .works, uplink.options.sendsPackets,
            let nobody = NobodyAddress.any(.ipv4, in: snapshot)
        {
            observation.output.withheld = try await withheld(from: SocketAddress(nobody, port: 443))
        }
        observation.output.hopLimits = .system(
            snapshot.defaultRoutes.filter { $0.family == .ipv6 }.compactMap(\.interface))
        observation.output.resolvers = try await observeOutput(to: answers, in: snapshot)
        // Left out where nothing depends on it, so that two observations of the same are equal.
        if answers.contains(where: { ($0.duration?.duration ?? .zero) > thresholds.resolve.duration }) {
            observation.ownDelay = loop.occupiedTime(since: mark)
        }
        observation.encrypted = try await encrypted(snapshot.resolvers, observation.names)
        observation.overlap = try await overlap(of: answers, in: observation.snapshot)
        return observation
    }

    /// How long a gateway may take for its ping that others answer beyond; and until the link has been asked for that of a spare uplink.
    private static let pingLimits: [Duration] = [.milliseconds(300), .milliseconds(550)]

    /// Pings the gateways while the uplink is examined. Once that is proven to work, a gateway that is still silent is one that answers
    /// no pings: what lies beyond it takes longer.
    private func ping(
        by watch: GatewayWatch, since begun: ContinuousClock.Instant,
        beside observe: @Sendable () async throws -> UplinkEvidence?
    ) async throws -> UplinkEvidence? {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch.run() }
            let uplink = try await observe()
            guard let uplink, UplinkProof(uplink) == .works else {
                try await group.waitForAll()
                return uplink
            }
            for limit in Self.pingLimits {
                group.addTask { [loop] in try await loop.sleep(until: begun + limit) }
                try await group.next()
                if watch.isSilenceSettled(in: try await links.snapshot()) {
                    group.cancelAll()
                    watch.concludeSilence()
                    return uplink
                }
            }
            try await group.waitForAll()
            return uplink
        }
    }

    /// Shakes hands with servers that are to be asked over TLS alone, where programs find no names.
    private func encrypted(
        _ configuration: ResolverConfiguration, _ names: MachineNames?
    ) async throws -> [EncryptedDNS] {
        guard let system = names?.resolution.system, system.addresses.isEmpty else { return [] }
        var asked: [EncryptedDNS] = []
        for server in configuration.encrypted.filter(\.isStrict).prefix(3) {
            // What this machine itself cannot do says nothing of the server.
            guard let found = try? await handshake(server, until: .now + .milliseconds(700)) else { continue }
            asked.append(found)
        }
        try Task.checkCancellation()
        return asked
    }

    /// Looks past a subnet of this machine's own for a resolver, where none answers.
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

    /// What the second question of each resolver, for a name that no cache holds, says of it: one that refuses everything is of
    /// no use, and one that answers it is, whatever it says to the first.
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
                // The time that went by without an answer is no answer's.
                if status.failure == .timeout { judged.duration = query.duration }
                (judged.status, judged.failure) = (.connectionUp, nil)
            case .refused where status.failure == .refused:
                // The servers of a VPN may know its names alone.
                if isReached, status.resolver.source == .systemdResolved { return withoutRefusal(status) }
            case .refused, .servfail, .timeout, .closed, .malformed:
                return withoutRefusal(status)
            }
            return judged
        }
    }

    /// The same after one more question of the second kind to some of them.
    private static func judged(
        _ resolvers: [StatusDocument.ResolverStatus], again uplink: UplinkEvidence
    ) -> [StatusDocument.ResolverStatus] {
        resolvers.map { status in
            var status = status
            let query = uplink.allQueries.first { $0.server == status.resolver.address }
            guard query?.isOverTCPAlone != true else { return status }
            switch query?.outcome {
            case .nxdomain where query?.isDenial == true:
                (status.status, status.failure) = (.connectionDown, .nxdomain)
            case .noData where query?.isDenial == true:
                (status.status, status.failure) = (.connectionDown, .noData)
            case .refused where query?.isRefusalOfName == true: (status.status, status.failure) = (.connectionUp, nil)
            case .nxdomain, .noData, .address: (status.status, status.failure) = (.connectionUp, nil)
            case .refused: (status.status, status.failure) = (.connectionDown, .refused)
            case .servfail: (status.status, status.failure) = (.connectionDown, .servfail)
            // One that answers others later than it was waited for here is slow, and not dead.
            case .timeout where status.status == .connectionUp && (status.duration?.duration ?? .zero) > .seconds(1):
                break
            case .timeout: (status.status, status.failure) = (.connectionDown, .timeout)
            case .closed: (status.status, status.failure) = (.connectionDown, .closed)
            case .malformed: (status.status, status.failure) = (.connectionDown, .malformed)
            case nil: break
            }
            return status
        }
    }

    /// A server that refuses one question is there, and may well answer others: root is often refused.
    private static func withoutRefusal(_ status: StatusDocument.ResolverStatus) -> StatusDocument.ResolverStatus {
        guard status.failure == .refused else { return status }
        var status = status
        (status.status, status.failure) = (.connectionUp, nil)
        return status
    }

    /// Looks more closely at gateways of which one ping gave reason to.
    private func examined(
        _ hops: [GatewayEvidence.Hop], _ thresholds: Thresholds
    ) async throws -> [GatewayEvidence.Hop] {
        var hops = hops
        for index in hops.indices where GatewayQuality.isDoubtful(hops[index], thresholds) {
            guard let gateway = hops[index].route.gateway else { continue }
            hops[index].series = try await series(to: gateway, until: .now + .seconds(2))
        }
        for index in hops.indices.prefix(4) {
            guard let gateway = hops[index].route.gateway, let trial = hops[index].sourceTrial else { continue }
            hops[index].sourceTrial = try await tried(trial, at: gateway)
        }
        return hops
    }

    /// The observation as it stands right after a change in the kernel's facts, before anything has been asked again.
    ///
    /// What was heard from gateways and resolvers stays only where the way to them is as it was.
    ///
    /// - Parameter uplink: What has just been found out of the uplink; `nil`: nothing new.
    public func renewed(
        _ before: MachineObservation, uplink: UplinkEvidence? = nil
    ) async throws -> MachineObservation {
        let routedSnapshot = try await routedSnapshot()
        let (now, remembered) = (routedSnapshot.snapshot, routedSnapshot.remembered)
        var after = before
        after.snapshot = now
        after.remembered = remembered
        if now.resolvers != before.snapshot.resolvers { (after.names, after.encrypted) = (nil, []) }
        after.gateways = before.gateways.filter { hop in
            guard let link = hop.route.interface.flatMap(now.link(named:)) else { return false }
            return link.isAdminUp && link.hasCarrier && now.routes.contains(hop.route)
        }
        if let uplink {
            after.uplink = uplink
        } else if now.defaultRoutes != before.snapshot.defaultRoutes {
            (after.uplink, after.output) = (nil, .init())
            self.uplink.forget()
        }
        after.resolvers = now.resolvers.servers.map { resolver in
            let known = before.resolvers.first { $0.resolver == resolver }
            let isSameWay = now.route(to: resolver.address) == before.snapshot.route(to: resolver.address)
            return isSameWay
                ? known ?? .init(resolver: resolver, status: .noErr) : .init(resolver: resolver, status: .noErr)
        }
        if let uplink { after.resolvers = Self.judged(after.resolvers, again: uplink) }
        return after
    }

    /// What programs wait for beyond the limit of a look, where there is reason to: glibc waits 5 s for each server.
    private static let patienceForSlow = Duration.milliseconds(1_500)

    /// One that is silent is waited for a while longer where no other has answered, although routers beyond the gateway report packets:
    /// it may be slow, and programs wait for it.
    private func queryResolvers(
        _ configuration: ResolverConfiguration, within limit: Duration
    ) async throws -> [StatusDocument.ResolverStatus] {
        // More servers than these are not asked; glibc itself asks three.
        let servers = Array(configuration.servers.prefix(8))
        let hasStub = servers.contains { $0.source == .resolvConf && $0.address.isLoopback }
        return try await withThrowingTaskGroup(of: (Int, StatusDocument.ResolverStatus)?.self) { group in
            for (index, resolver) in servers.enumerated() {
                group.addTask { [self] in
                    // One that is to be asked over TLS alone is not asked in the clear, but by the stub.
                    if resolver.tls == .strict, hasStub { return (index, .init(resolver: resolver, status: .noErr)) }
                    let domain = configuration.domains(of: resolver).first
                    return (
                        index, try await state(of: resolver, about: domain, within: limit + Self.patienceForSlow)
                    )
                }
            }
            group.addTask { [loop] in
                try await loop.sleep(until: .now + limit + Self.graceForUplink)
                return nil
            }
            var results: [Int: StatusDocument.ResolverStatus] = [:]
            while results.count < servers.count, let result = try await group.next() {
                if let (index, status) = result {
                    results[index] = status
                } else if !isWorthWaiting(for: servers, Array(results.values)) {
                    break
                }
            }
            group.cancelAll()
            return servers.enumerated().map { index, resolver in
                results[index]
                    ?? .init(
                        resolver: resolver, status: .connectionDown, duration: Milliseconds(limit), failure: .timeout)
            }
        }
    }

    /// The uplink is examined for as long as the limit, at the same time.
    private static let graceForUplink = Duration.milliseconds(60)

    private func isWorthWaiting(for servers: [Resolver], _ known: [StatusDocument.ResolverStatus]) -> Bool {
        guard !known.contains(where: { $0.status == .connectionUp }) else { return false }
        return uplink.earlier().packets.contains { $0.error?.meaning == .timeExceeded }
    }

    private func state(
        of resolver: Resolver, about domain: String?, within limit: Duration
    ) async throws -> StatusDocument.ResolverStatus {
        let server = SocketAddress(resolver.address, port: resolver.port)
        let begun = ContinuousClock.now
        let failure = try await self.resolver.probe(
            server: server, about: domain.map { $0 + "." } ?? ".", timeout: limit)
        let isDown = failure.map { $0 != .noData && $0 != .nxdomain } ?? false
        return .init(
            resolver: resolver, status: isDown ? .connectionDown : .connectionUp,
            duration: Milliseconds(begun.duration(to: .now)), failure: isDown ? failure : nil)
    }
}
