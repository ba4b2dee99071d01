public import NetworkModel

/// The result of packets that this machine may have refused to send, independent of targets.
public struct MachineOutput: Sendable, Hashable {
    /// To addresses that belong to nobody, of each family that has a default route: ports of the web, and a datagram.
    public var nobody: [PathEvidence.Trace]
    /// To resolvers that have not answered.
    public var resolvers: [PathEvidence.Trace]
    /// To resolvers whose answers over TCP have reached this machine, and not the socket that asked.
    public var answers: [PathEvidence.Trace] = []
    /// Those to nobody that a rule of policy routing refuses by their protocol or port.
    public var ruled: [RuledTrace] = []
    /// One to nobody that this machine holds back itself, where nothing shows that the uplink works; `nil`: none was, or nothing was asked.
    public var withheld: PathEvidence.Trace?
    /// How far they may get.
    public var hopLimits = HopLimits()

    /// A packet with the rule that refuses it.
    public struct RuledTrace: Sendable, Hashable {
        let trace: PathEvidence.Trace
        let route: Route

        /// - Parameter route: A route to the packet's destination that names the rule.
        public init(_ trace: PathEvidence.Trace, _ route: Route) {
            self.trace = trace
            self.route = route
        }
    }

    /// Creates what became of packets; nothing was sent without any.
    public init(nobody: [PathEvidence.Trace] = [], resolvers: [PathEvidence.Trace] = []) {
        self.nobody = nobody
        self.resolvers = resolvers
    }

    /// The own packet filter, or a lack of ports or memory: what keeps all resolvers or the web from being asked.
    ///
    /// Filters of servers let few programs out, and a family may be barred on purpose: what other programs' connections, or the
    /// other family, show to work is no error.
    func finding(_ observation: MachineObservation) -> Finding? {
        let dead = observation.resolvers.filter { $0.status == .connectionDown }
        if !dead.isEmpty, dead.count == observation.resolvers.count(where: { $0.status != .noErr }) {
            let found = resolvers.map { LocalFilterRule.finding($0, destination: Self.name($0)) }
            if !found.isEmpty, found.allSatisfy({ $0 != nil }), let first = found[0] { return first }
        }
        if let found = answers.lazy.compactMap({ LocalFilterRule.finding($0, destination: Self.name($0)) }).first {
            return found
        }
        if let found = WithheldRule.finding(
            withheld, to: FactPhrase.theInternet.text, by: observation.uplink?.interface)
        {
            return found
        }
        let isHeard = (observation.uplink?.connections?.heard ?? 0) > 0
        if let web = web() { return isHeard || !web.isWhole ? web.finding.asWarning : web.finding }
        return HopLimitRule.finding(hopLimits, isHeard: isHeard) ?? Self.loopback(observation.snapshot)
    }

    /// A loopback interface that is switched off, which no target and no resolver may need, and programs do.
    private static func loopback(_ snapshot: NetworkSnapshot) -> Finding? {
        guard let link = snapshot.links.first(where: { $0.isLoopback && !$0.isAdminUp }) else { return nil }
        return Finding(LinkCauses.adminDown, severity: .warning, ["interface": shown(link.name)])
    }

    /// - Returns: What is refused, and whether that is all that web browsers need.
    private func web() -> (finding: Finding, isWhole: Bool)? {
        func isRefused(_ trace: PathEvidence.Trace) -> Bool { LocalFilterRule.finding(trace, destination: "") != nil }
        let asked = nobody.filter { $0.transport == .tcp }
        let refused = asked.filter(isRefused)
        // That IPv6 is barred, or what is not encrypted, is often meant to be, and keeps little from being reached.
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
                "ports": ports.joined(separator: " and ")
            ])
        let isWhole = refused.count == asked.count
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

extension Finding {
    fileprivate var asWarning: Finding {
        var copy = self
        copy.severity = .warning
        return copy
    }
}
