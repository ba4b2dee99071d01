public import NetworkModel

/// The results of packets that this machine may have refused to send, independent of targets.
public struct MachineOutput: Sendable, Hashable {
    /// The results for documentation addresses in each address family with a default route: to ports of the web, and as a
    /// datagram.
    public var nobody: [PathEvidence.Trace]
    /// The results for resolvers that did not respond.
    public var resolvers: [PathEvidence.Trace]
    /// The results for resolvers whose responses over TCP reached this machine, but not the socket.
    public var answers: [PathEvidence.Trace] = []
    /// Where connections and echo requests end that were sent to resolvers of the Internet that refuse or fail, with the hop limit 1 and
    /// the default one.
    public var origins: [PathEvidence.Trace] = []
    /// The tunnel through which no packet has ever arrived, if queries to a silent DNS server go into it; `nil` if there is none.
    public var emptyTunnel: String?
    /// The tunnel of the default route, if its own packets go into it again; `nil` if they do not, or if the uplink works.
    public var tunnelLoop: TunnelLoop?
    /// The router beyond the gateway whose report of an expired packet reached this machine, and was dropped by its reverse path filter;
    /// `nil` if there was none.
    public var report: PathEvidence.Trace?
    /// The result for port 443 of the gateway if its answer reached this machine, but not the socket; `nil` if there was none.
    public var webAnswer: PathEvidence.Trace?
    /// The results for documentation addresses that a rule of policy routing rejects by protocol or port.
    public var ruled: [RuledTrace] = []
    /// A packet to a documentation address that this machine withholds, if nothing proves that the uplink works; `nil` if there
    /// was none, or if it was not examined.
    public var withheld: PathEvidence.Trace?
    /// Packets from the address of this machine that programs use, and from another one of the same subnet, if nothing beyond the
    /// gateway answers the former; `nil` if there is only one, or none were sent.
    public var sources: SourceTrial?
    /// A DNS server on the link of the gateway behind which routers reported packets that were sent to it in place of the gateway, behind
    /// which none reported them; `nil` if there is none, or if it was not examined.
    public var router: IPAddress?
    /// The hop limits of the packets.
    public var hopLimits = HopLimits()

    /// A packet with the rule that rejects it.
    public struct RuledTrace: Sendable, Hashable {
        let trace: PathEvidence.Trace
        let route: Route

        /// Creates a packet with its rule.
        ///
        /// - Parameters:
        ///   - trace: The result for the packet.
        ///   - route: A route to the packet's destination that contains the rule.
        public init(_ trace: PathEvidence.Trace, _ route: Route) {
            self.trace = trace
            self.route = route
        }
    }

    /// Creates results; without arguments, nothing was sent.
    public init(nobody: [PathEvidence.Trace] = [], resolvers: [PathEvidence.Trace] = []) {
        self.nobody = nobody
        self.resolvers = resolvers
    }

    /// The finding about this machine's packet filter, or a lack of ports or memory, that keeps it from reaching all
    /// resolvers or the web.
    ///
    /// The filters of servers often block most programs, and an address family may be blocked on purpose. If connections of
    /// other programs, or the other family, work, it is not an error.
    func finding(_ observation: MachineObservation) -> Finding? {
        if let damaged = damaged(on: observation.uplink?.interface) { return damaged }
        if let kept = keptBack(observation) { return kept }
        let dead = observation.resolvers.filter { $0.status == .connectionDown }
        if !dead.isEmpty, dead.count == observation.queriedResolvers.count {
            let found = resolvers.map { LocalFilterRule.finding($0, destination: Self.name($0)) }
            if !found.isEmpty, found.allSatisfy({ $0 != nil }), let first = found[0] {
                return isDeniedBefore(dead, observation) ? first.asWarning : first
            }
        }
        if let found = answers.lazy.compactMap({ LocalFilterRule.finding($0, destination: Self.name($0)) }).first {
            return found
        }
        if let report, let found = LocalFilterRule.finding(report, destination: Self.name(report)) { return found }
        // A filter of one user does not affect the others.
        let connections = observation.uplink?.connections
        let isHeard = (connections?.heardOfUser ?? connections?.heard ?? 0) > 0
        if let web = web(beside: observation.uplink?.familiesUnreached ?? []) {
            return isHeard || !web.isWhole ? web.finding.asWarning : web.finding
        }
        if let kept = ledAside() ?? keptOut(connections) { return kept }
        let hasIPv4 = observation.snapshot.defaultRoutes.contains { $0.family == .ipv4 }
        return HopLimitRule.finding(hopLimits, isHeard: isHeard, hasIPv4: hasIPv4)
            ?? Self.loopback(observation.snapshot)
    }

    /// Whether a server that programs query before those which the filter is about denies names that exist. Programs take its answer, and
    /// query no further one.
    private func isDeniedBefore(
        _ dead: [StatusDocument.ResolverStatus], _ observation: MachineObservation
    ) -> Bool {
        let filtered = dead.firstIndex { server in resolvers.contains { $0.address == server.resolver.address } }
        let denying = dead.firstIndex { $0.failure == .nxdomain || $0.failure == .noData }
        guard observation.snapshot.resolvers.rotationLine == nil, let filtered, let denying else { return false }
        return denying < filtered
    }

    /// The finding about a queue of this machine that drops all packets, also those to the gateway, which then seems dead.
    func fullQueue(_ observation: MachineObservation) -> Finding? {
        keptBack(observation).flatMap { $0.id == LocalCauses.queue.id ? $0 : nil }
    }

    private func keptBack(_ observation: MachineObservation) -> Finding? {
        WithheldRule.finding(withheld, to: FactPhrase.theInternet.text, by: observation.uplink?.interface)
    }

    /// The finding, and the warning about an outage beyond the gateway that this machine's packet filter does not explain: a router
    /// there reports packets that this machine does send.
    func findings(_ observation: MachineObservation, beside assessment: UplinkAssessment?) -> [Finding] {
        guard let found = finding(observation, beside: assessment) else { return [] }
        guard found.severity == .error, found.id == LocalCauses.firewall.id, let uplink = observation.uplink else {
            return [found]
        }
        return [found] + UplinkAssessment.withoutRoute(UplinkIndications(uplink), areQueriesWithheld: true)
    }

    /// The finding, as a warning if it does not explain the state of the machine: the limit of descriptors is that of this process
    /// alone; and beside an outage of the provider, a filter of the web's ports is the smaller fault, since the gateway's own
    /// queries are not answered either.
    func finding(_ observation: MachineObservation, beside assessment: UplinkAssessment?) -> Finding? {
        guard let found = finding(observation) else { return nil }
        guard found.severity == .error else { return found }
        if found.id == LocalCauses.resource.id {
            let failures = (nobody + resolvers).filter { $0.outcome == .unsent }.compactMap(\.failure)
            return !failures.isEmpty && failures.allSatisfy { $0 == "EMFILE" } ? found.asWarning : found
        }
        return isBesideOutage(found, observation.uplink, assessment) ? found.asWarning : found
    }

    /// Whether a gateway reported some of the packets that ended there, and not others, as one that limits its ICMP messages: a ping
    /// at the same time may be lost in the same way. One that only answers no pings reports all of them.
    func isLimited(by gateway: IPAddress) -> Bool {
        let ended = nobody.filter { $0.address.family == gateway.family }
        return ended.contains { $0.error?.reporter?.bytes == gateway.bytes }
            && ended.contains { $0.outcome == .silent }
    }

    /// Whether a filter of the web's ports is found beside an outage of the provider that it does not explain: datagrams leave
    /// this machine, nothing here drops what resolvers answer, and the gateway's DNS server reaches nobody.
    private func isBesideOutage(
        _ found: Finding, _ uplink: UplinkEvidence?, _ assessment: UplinkAssessment?
    ) -> Bool {
        guard found.id == LocalCauses.firewall.id, let web = web(),
            web.finding.facts["destination"] == found.facts["destination"], withheld == nil, answers.isEmpty,
            let assessment, case .broken(let outage) = assessment.state, outage.id == PathCauses.upstreamDown.id,
            let queries = uplink?.queries, !queries.isEmpty
        else { return false }
        let isPassing = { (trace: PathEvidence.Trace) in LocalFilterRule.finding(trace, destination: "") == nil }
        return nobody.contains { $0.transport == .udp && isPassing($0) } && resolvers.allSatisfy(isPassing)
            && queries.allSatisfy { query in
                query.place == .gateway && (query.outcome == .timeout || query.outcome == .servfail)
            }
    }

    /// The finding about this machine's packet filter, if it keeps queries from a resolver.
    func finding(aboutQueriesTo server: IPAddress) -> Finding? {
        resolvers.lazy.filter { $0.address == server }.compactMap {
            LocalFilterRule.finding($0, destination: Self.name($0))
        }.first { $0.id == LocalCauses.firewall.id }
    }

    /// The finding about this machine's packet filter, if it keeps all packets over IPv6 from the Internet.
    func findingOverIPv6() -> Finding? {
        let sent = nobody.filter { $0.address.family == .ipv6 }
        let internet = FactPhrase.overIPv6.text(["destination": FactPhrase.theInternet.text])
        let found = sent.map { LocalFilterRule.finding($0, destination: internet) }
        guard !found.isEmpty, found.allSatisfy({ $0?.id == LocalCauses.firewall.id }) else { return nil }
        return found[0]
    }

    /// The finding about responses of resolvers that arrive with wrong checksums.
    private func damaged(on interface: String?) -> Finding? {
        (resolvers + answers).lazy.compactMap {
            CorruptionRule.finding($0, destination: Self.name($0), on: interface)
        }.first
    }

    /// The finding about a loopback interface that is switched off. Programs need it, even if no target or resolver does.
    private static func loopback(_ snapshot: NetworkSnapshot) -> Finding? {
        guard let link = snapshot.links.first(where: { $0.isLoopback && !$0.isAdminUp }) else { return nil }
        return Finding(LinkCauses.adminDown, severity: .warning, ["interface": shown(link.name)])
    }

    /// The warning about plain HTTP that this machine redirects to a closed port of its own, as a remainder of a local proxy. A
    /// filter that rejects it may be meant.
    private func ledAside() -> Finding? {
        let trace = nobody.first { $0.transport == .tcp && $0.isAnsweredHere == true && $0.address.family == .ipv4 }
        let ports = trace.map { ["ports": "\($0.port)"] } ?? [:]
        return trace.flatMap { LocalFilterRule.finding($0, destination: FactPhrase.internetPort.text(ports)) }?
            .asWarning
    }

    /// The warning about answers of servers that this machine drops by their port, as those of the gateway show.
    private func keptOut(_ connections: UplinkEvidence.Connections?) -> Finding? {
        // Programs that receive data from this port show that the filter is about the gateway.
        guard let trace = webAnswer, (connections?.heardOnSecurePort ?? 0) == 0 else { return nil }
        let words = FactPhrase.portOfMany.text(["port": "\(trace.port)", "address": "\(trace.address)"])
        return LocalFilterRule.finding(trace, destination: words)?.asWarning
    }

    /// The finding about traffic to the web.
    ///
    /// - Parameter lost: The address families in which hosts of the Internet are not reached.
    /// - Returns: The finding, and whether port 443 is blocked in each other address family, without which most programs fail.
    private func web(beside lost: [AddressFamily] = []) -> (finding: Finding, isWhole: Bool)? {
        func isRefused(_ trace: PathEvidence.Trace) -> Bool {
            ruled.contains { $0.trace == trace } || LocalFilterRule.finding(trace, destination: "") != nil
        }
        let asked = nobody.filter { $0.transport == .tcp }
        let refused = asked.filter(isRefused)
        // IPv6 or unencrypted traffic is often blocked on purpose, which affects little.
        let families = Set(asked.map(\.address.family))
        let barred = families.filter { family in
            refused.contains { $0.address.family == family && $0.port == 443 }
        }
        guard let first = refused.first, barred.contains(.ipv4) || barred == families else { return nil }
        let ports = refused.map { "\($0.port)" }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let isAll = refused.count == asked.count && nobody.allSatisfy(isRefused)
        let words =
            isAll
            ? FactPhrase.theInternet.text
            : (ports.count > 1 ? FactPhrase.internetPorts : .internetPort).text([
                "ports": Set(ports) == ["80", "443"] ? FactPhrase.webPorts.text : ports.joined(separator: ", ")
            ])
        let isWhole = families.subtracting(barred).isSubset(of: lost)
        if let rule = ruled.first(where: { $0.trace == first }) {
            return GatewayRules.refusal(by: rule.route, words).map { ($0, isWhole) }
        }
        return LocalFilterRule.finding(first, destination: words).map { ($0, isWhole) }
    }

    private static func name(_ trace: PathEvidence.Trace) -> String {
        trace.transport == .icmp
            ? "\(trace.address)" : SocketAddress(trace.address, port: trace.port).description
    }
}
