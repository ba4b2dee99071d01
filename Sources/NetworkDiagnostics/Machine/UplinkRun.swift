import Diagnosis
import EventLoopKit
import HostResolution
import LinkFacts
import NetworkModel
import Probes

/// An observation of the uplink.
struct UplinkRun: Sendable {
    /// Routers respond within the time of a round trip, or not at all.
    static let packetLimit = Duration.milliseconds(330)
    /// The time for further reports, once enough routers have reported packets, in addition to the time that these took.
    static let settling = Duration.milliseconds(15)
    /// A portal is near.
    static let interceptionLimit = Duration.milliseconds(250)
    /// A proxy is near as well; its name may have to be resolved.
    private static let proxyLimit = Duration.milliseconds(700)
    /// The hop limits behind the gateway.
    static let hopLimits = 2...4
    /// The packet with the last hop limit waits for this time: if two routers report the others meanwhile, it is not needed.
    /// Routers report a few packets per second, and the next command needs some of them as well.
    static let leadOfNear = Duration.milliseconds(60)
    private static let maxServers = 8
    /// The maximum number of connections to resolvers behind the gateway.
    static let maxConnections = 2

    let engine: DiagnosticEngine
    let snapshot: NetworkSnapshot
    let depth: DiagnosticEngine.UplinkDepth
    let limit: Duration
    /// Whether a check failed, so that earlier results may be outdated: packets are sent again, as far as the limits allow.
    var isAfterFailure = false
    /// Whether that check lost its packets over one address family alone.
    var isFamilyLost = false
    /// What sees errors of routers that this machine's packet filter drops.
    var watch: ICMPWatch?
    /// Receives the evidence after the first round of queries and packets; `nil` if nobody waits for it.
    var afterFirstRound: (@Sendable (UplinkEvidence) -> Void)?

    private enum PartialResult: Sendable {
        case query(Int, UplinkEvidence.Query?)
        case packets([UplinkEvidence.Packet])
        case connection(UplinkEvidence.Packet)
        case spare(UplinkEvidence.Spare)
        case interception(UplinkEvidence.Interception?)
        case url(PortalEvidence.PageResponse?, isAnswered: Bool?)
        case headStart
        case timeBesideAnswersIsOver
    }

    /// Makes the observation.
    ///
    /// - Throws: `CancellationError`.
    func observe() async throws -> UplinkEvidence? {
        let begun = ContinuousClock.now
        let firstRound = depth == .full ? ICMPWatch() : nil
        let defaults = snapshot.defaultRoutes.filter { $0.kind == .unicast }
        guard let first = defaults.first else { return nil }
        var evidence = UplinkEvidence(
            gateway: first.gateway, gateways: Array(defaults.compactMap(\.gateway).prefix(8)),
            interface: first.interface)
        if !engine.uplink.options.sendsPackets { evidence.isOff = true }
        if ECNSetting.isRequested { evidence.isECNRequested = true }
        evidence.connections = try? await UplinkEvidence.Connections(engine.links.connections(), in: snapshot)
        // A pulse ends here, and sends nothing, as long as responses from others arrive.
        if depth == .pulse, UplinkProof(evidence) == .works { return evidence }
        let earlier = engine.uplink.earlier()
        evidence.packets = earlier.packets
        if earlier.hasConnected, !isAfterFailure { evidence.hasConnected = true }
        if earlier.hasConnectedSecurely { evidence.hasConnectedSecurely = true }
        // Also after a failure: the connection of another target outweighs silence for addresses that nobody has.
        if let host = earlier.connectedOverIPv4 {
            var packet = UplinkEvidence.Packet(destination: host, transport: .tcp, limit: nil, answer: .accepted)
            packet.isEarlier = true
            evidence.packets.append(packet)
        }
        evidence.failedNetworksOverIPv6 = engine.uplink.failedNetworksOverIPv6
        evidence.interception = earlier.interception
        evidence.interception?.error = nil
        evidence.interception?.errorBehind = nil
        evidence = assigningSenders(evidence)
        let spares = uplinksInReserve()
        if !spares.isEmpty { evidence.spares = spares }
        // Each of several next hops in use is examined over its own interface.
        let leg = spares.contains { $0.isLeg == true } ? first.interface : nil
        let last = engine.uplink.last
        let occasion = self.occasion(after: last)
        let label = Self.label()
        // The servers of a VPN that only resolve its names say nothing about the Internet.
        let servers = Array(snapshot.resolvers.selected(for: label).servers.prefix(Self.maxServers))
        evidence = try await withThrowingTaskGroup(of: PartialResult.self) { group in
            var evidence = evidence
            var queries = [UplinkEvidence.Query?](repeating: nil, count: servers.count)
            var left = servers.count
            for (place, server) in servers.enumerated() {
                group.addTask { .query(place, try await query(label, server)) }
            }
            let patience = PacketPatience()
            var openQueries = servers.count
            var ended: Set<Int> = []
            if openQueries == 0 { patience.end() }
            if depth == .full {
                if !spares.isEmpty, engine.uplink.begin(.spares, occasion) {
                    for spare in spares {
                        left += 1
                        group.addTask { .spare(try await examined(spare, servers)) }
                    }
                }
            }
            // If a device responded in place of others a while ago, it does so now, or no packet reaches any other host than
            // before.
            let isPortalKnown = earlier.interception?.isOfPortal == true || last?.isQuarantine == true
            var isInterceptionTried = false
            func probeForPortal(_ occasion: PacketBudget.Occasion) {
                guard !isInterceptionTried,
                    depth == .full && engine.uplink.begin(.connection, occasion) || isPortalKnown,
                    let nobody = DocumentationAddress.any(.ipv4, in: snapshot)
                        ?? DocumentationAddress.any(.ipv6, in: snapshot)
                else { return }
                isInterceptionTried = true
                left += 1
                group.addTask {
                    .interception(
                        try await InterceptionProbe(nobody, loop: engine.loop)
                            .observe(until: .now + Self.interceptionLimit))
                }
            }
            probeForPortal(occasion)
            var isURLAsked = false
            func requestURL() {
                guard !isURLAsked, let url = ConnectivityURL.configured(engine.uplink.options.url) else { return }
                isURLAsked = true
                left += 1
                group.addTask { try await fetch(url) }
            }
            if depth == .full || earlier.isURLAnswered == false { requestURL() }
            var arePacketsSent = false
            func sendPackets(inReserve: Int = 0) {
                if UplinkProof(evidence) != .works {
                    requestURL()
                    probeForPortal(.need)
                }
                guard !arePacketsSent, leg != nil || isWorthPackets(evidence),
                    engine.uplink.begin(
                        .datagrams,
                        isChanged(evidence, since: last) || isOutageOpen(evidence, since: last) ? .change : .need,
                        leaving: inReserve)
                else { return }
                arePacketsSent = true
                evidence.packets.removeAll { $0.isEarlier == true && $0.limit != nil }
                left += 1
                group.addTask { .packets(try await packets(on: leg, patience)) }
            }
            if depth == .full {
                for server in servers.filter({ place(of: $0.address) == .beyond }).prefix(Self.maxConnections) {
                    left += 1
                    let address = SocketAddress(server.address, port: server.port)
                    group.addTask { .connection(try await connect(to: address, on: leg)) }
                }
                if isAfterFailure {
                    sendPackets()
                } else if earlier.isStale {
                    sendPackets(inReserve: earlier.packets.isEmpty ? 0 : 1)
                }
            }
            group.addTask {
                try await engine.loop.sleep(until: .now + head(after: last))
                return .headStart
            }
            if depth == .full, servers.count > 1 {
                group.addTask {
                    try await engine.loop.sleep(until: .now + DiagnosticEngine.timeBesideAnswers)
                    return .timeBesideAnswersIsOver
                }
            }
            while left > 0, let piece = try await group.next() {
                switch piece {
                case .query(let place, let query):
                    guard ended.insert(place).inserted else { continue }
                    left -= 1
                    queries[place] = query
                    if let query, query.outcome != .timeout { engine.uplink.recordAnswer() }
                    openQueries -= 1
                    if openQueries == 0 { patience.end() }
                    assign(queries.compactMap(\.self), to: &evidence)
                case .packets(let packets):
                    left -= 1
                    evidence.packets += packets
                    evidence = assigningSenders(evidence)
                case .connection(let packet):
                    left -= 1
                    evidence.packets.removeAll { $0.limit == nil && $0.destination == packet.destination }
                    evidence.packets.append(packet)
                    evidence = assigningSenders(evidence)
                case .spare(let found):
                    left -= 1
                    evidence.replace(engine.uplink.store(found))
                case .interception(let met):
                    left -= 1
                    evidence.interception = met
                    evidence = assigningSenders(evidence)
                    engine.uplink.store(met)
                case .url(let look, let isAnswered):
                    left -= 1
                    (evidence.known, evidence.isURLAnswered) = (look, isAnswered)
                case .headStart: sendPackets()
                case .timeBesideAnswersIsOver:
                    guard UplinkProof(evidence) == .works else { break }
                    let answering = servers.indices.filter { queries[$0]?.reachesRoot == true }
                    let standby = snapshot.resolvers.standbyServers(servers, answering: answering)
                    for place in standby where ended.insert(place).inserted {
                        left -= 1
                        openQueries -= 1
                        queries[place] = silence(of: servers[place], label)
                    }
                    if openQueries == 0 { patience.end() }
                    assign(queries.compactMap(\.self), to: &evidence)
                }
                if evidence.isHeardNow { engine.uplink.recordSign(isPassed: evidence.isPassedNow) }
                if left == 0 { sendPackets() }
                // A pulse only determines whether it works.
                if depth == .pulse, UplinkProof(evidence) == .works { break }
            }
            group.cancelAll()
            return evidence
        }
        afterFirstRound?(evidence)
        let ofFirstRound = evidence
        async let comparison = prefixes(beside: ofFirstRound)
        evidence = try await queriedAgain(evidence, servers, on: leg)
        evidence.queries = engine.uplink.completed(evidence.queries)
        var reported = ContinuousClock.now
        // Connections that were heard from before the queries may have become silent while they waited.
        if evidence.queries.contains(where: { $0.outcome == .timeout }), !evidence.isRootReached {
            evidence.connections = try? await .init(engine.links.connections(), in: snapshot)
        }
        var open = OpenHosts()
        evidence = try await pastFilters(evidence, on: leg, reported: &reported, open: &open)
        evidence = try await comparedOverLegs(evidence)
        let isCompared = evidence.dependsOnHosts
        if isCompared { evidence = try await comparedWithHosts(evidence, on: leg, reported: &reported) }
        let isDoubtful = UplinkProof(evidence) != .works
        if isDoubtful { evidence.proxy = try await engine.reachedProxy(within: Self.proxyLimit) }
        evidence = try await comparedWithSpares(
            try await observed(again: evidence, after: firstRound, since: reported, beside: open))
        evidence = try await comparedWithRoutedAddress(evidence)
        evidence.otherPorts = try await otherPorts(beside: evidence)
        evidence.interceptionOfIPv6 = try await interceptionOfIPv6(beside: evidence)
        evidence.secureInterception = try await secureInterception(beside: evidence)
        evidence.pageOfEveryName = try await pageOfEveryName(beside: evidence)
        evidence = try await translated(evidence)
        evidence.connections = try await connections(beside: evidence.translation, evidence.connections)
        let compared = try await comparison
        evidence.prefixes = compared.trial
        evidence.packets += compared.reported
        evidence = assigningSenders(evidence)
        // Only a later round may have shown that a router rejects packets: it had used up its limit of errors.
        if !isHurried, !isCompared, evidence.dependsOnHosts {
            evidence = try await comparedWithHosts(evidence, on: leg, isLast: true, reported: &reported)
        }
        evidence.hasConnected = connection(beside: evidence, from: begun)
        if engine.uplink.isHeardUnresolved { evidence.isHeardUnresolved = true }
        if evidence.isRootReached {
            evidence.packets = engine.uplink.restored(evidence.packets, gateways: evidence.gateways)
            evidence.interception = engine.uplink.restored(evidence.interception)
            evidence = assigningSenders(evidence)
        }
        engine.uplink.store(evidence.packets)
        if UplinkProof(evidence) == .works {
            // Hosts that have only IPv4 addresses may be reached by a proxy alone.
            evidence.proxy = evidence.isIPv4Dead ? try await engine.reachedProxy(within: Self.proxyLimit) : nil
        } else {
            if !isDoubtful { evidence.proxy = try await engine.reachedProxy(within: Self.proxyLimit) }
            // A line with a full queue is not broken.
            if evidence.isSilentThroughout { evidence.lateness = engine.uplink.lateness() }
        }
        return evidence
    }

    /// What recent and concurrent checks show about connections to hosts of the Internet.
    private func connection(
        beside evidence: UplinkEvidence, from begun: ContinuousClock.Instant
    ) -> Bool? {
        guard !evidence.queries.isEmpty else { return evidence.hasConnected }
        engine.uplink.record(isResolved: evidence.isRootReached, from: begun)
        let now = engine.uplink.earlier()
        if now.hasConnectedUnresolved { return true }
        // After a failure, an earlier connection may be outdated.
        guard !isAfterFailure, now.hasConnected else { return nil }
        return evidence.isRootReached
    }

    // MARK: - The resolvers

    /// A label of 20 random letters, which no cache and no zone has.
    static func label() -> String { randomLetters(20) + ".root-servers.net" }

    static func randomLetters(_ count: Int) -> String {
        String((0..<count).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "x" })
    }

    private func silence(of server: Resolver, _ name: String) -> UplinkEvidence.Query {
        .init(
            server: server.address, at: place(of: server.address), outcome: .timeout, name: name,
            duration: DiagnosticEngine.timeBesideAnswers)
    }

    func query(_ name: String, _ server: Resolver) async throws -> UplinkEvidence.Query? {
        guard let (answer, isOverTCPAlone) = try await queryOverAnyTransport(name + ".", at: server) else { return nil }
        // A query that does not leave this machine says nothing about what is beyond it.
        guard !answer.isWithheld else { return nil }
        var outcome: UplinkEvidence.Query.Outcome
        switch answer.failure {
        case nil: outcome = .address
        case .nxdomain: outcome = .nxdomain
        case .noData: outcome = .noData
        case .refused: outcome = .refused
        case .servfail: outcome = .servfail
        case .timeout: outcome = .timeout
        case .closed: outcome = .closed
        case .malformed: outcome = .malformed
        }
        if outcome == .address, answer.addresses.isEmpty { outcome = .malformed }
        var query = UplinkEvidence.Query(
            server: server.address, at: place(of: server.address), outcome: outcome, name: name,
            addresses: Array(answer.addresses.prefix(4)),
            reasons: answer.extendedErrors.isEmpty ? nil : answer.extendedErrors, duration: answer.duration)
        if answer.isNotImplemented { query.isNotImplemented = true }
        query.rejection = answer.rejection
        if answer.isTruncated, answer.failure != nil { query.isTruncated = true }
        guard !isOverTCPAlone else {
            query.isOverTCPAlone = true
            return query
        }
        switch outcome {
        case .nxdomain, .noData, .address: engine.uplink.recordAnswer(of: server.address)
        case .refused, .servfail, .timeout, .closed, .malformed: break
        }
        // A server that rejects signatures need not say so.
        query.control =
            query.outcome == .servfail
            ? try await isKnownUnchecked(name + ".", at: server) ? .known : nil
            : try await control(of: outcome, query.addresses, at: server)
        return query
    }

    // MARK: - The connectivity URL

    private func fetch(_ url: ConnectivityURL) async throws -> PartialResult {
        let end = ContinuousClock.now + limit
        guard let found = try await engine.fetchHead(at: url.target, until: end) else {
            return .url(nil, isAnswered: false)
        }
        return .url(found.page, isAnswered: url.isAnswered(by: found.answer))
    }
}
