import Lab

import struct NetworkModel.CauseID

/// A possible fault of a random network.
struct RandomFault: Sendable {
    /// The stage at which a request meets the fault: of two faults that it meets, the one of the lower stage is the
    /// cause.
    enum Stage: Int, Sendable, Comparable {
        case link, address, setting, gateway, ownQuestions, uplink, resolverRoute, resolver, name, proxy, route, tcp,
            tls, http

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// What the fault changes: two faults that change the same part are not combined.
    enum Part: Sendable {
        case link, address, defaultRoute, rules, router, forwarding, resolverRoute, resolver, resolverConfiguration
        case systemResolver, hosts, ownFilter, proxy, targetRoute, host, port, certificate, answer
    }

    let name: String
    let stage: Stage
    let parts: [Part]
    /// The causes that are correct for this fault in this network.
    let causes: @Sendable (NetworkPlan) -> Set<CauseID>
    /// Whether the fault can be brought about in this network.
    let fits: @Sendable (NetworkPlan) -> Bool
    /// The change of the target that the fault needs: a port, a path, a name.
    let change: @Sendable (inout TargetPlan) -> Void
    let bringAbout: @Sendable (RandomNetwork) async throws -> Void
    /// Whether it stops only some of a request's packets, such as those of one family: curl shows whether the request
    /// fails.
    private(set) var isPartial = false
    /// The causes of which one has to be named even if the request succeeds; empty if none has to.
    private(set) var warnings: Set<CauseID> = []
    /// Parts that no other fault may change, since nothing would show which of the two is lower.
    private(set) var avoided: [Part] = []

    init(
        _ name: String, _ stage: Stage, _ parts: [Part], causes: @escaping @Sendable (NetworkPlan) -> Set<CauseID>,
        fits: @escaping @Sendable (NetworkPlan) -> Bool = { _ in true },
        change: @escaping @Sendable (inout TargetPlan) -> Void = { _ in },
        _ bringAbout: @escaping @Sendable (RandomNetwork) async throws -> Void
    ) {
        self.name = name
        self.stage = stage
        self.parts = parts
        self.causes = causes
        self.fits = fits
        self.change = change
        self.bringAbout = bringAbout
    }

    init(
        _ name: String, _ stage: Stage, _ parts: [Part], _ causes: Set<CauseID>,
        fits: @escaping @Sendable (NetworkPlan) -> Bool = { _ in true },
        change: @escaping @Sendable (inout TargetPlan) -> Void = { _ in },
        _ bringAbout: @escaping @Sendable (RandomNetwork) async throws -> Void
    ) {
        self.init(
            name, stage, parts, causes: { _ in causes }, fits: fits, change: change, bringAbout)
    }

    /// Creates a fault that the target's own plan brings about.
    init(
        _ name: String, _ stage: Stage, _ parts: [Part], causes: @escaping @Sendable (NetworkPlan) -> Set<CauseID>,
        fits: @escaping @Sendable (NetworkPlan) -> Bool = { _ in true },
        change: @escaping @Sendable (inout TargetPlan) -> Void
    ) {
        self.init(name, stage, parts, causes: causes, fits: fits, change: change) { _ in }
    }

    init(
        _ name: String, _ stage: Stage, _ parts: [Part], _ causes: Set<CauseID>,
        fits: @escaping @Sendable (NetworkPlan) -> Bool = { _ in true },
        change: @escaping @Sendable (inout TargetPlan) -> Void
    ) {
        self.init(name, stage, parts, causes: { _ in causes }, fits: fits, change: change) { _ in }
    }

    /// The same fault as one that stops only some of a request's packets.
    ///
    /// - Parameter warnings: The causes of which one has to be named even if the request succeeds.
    func partial(naming warnings: Set<CauseID> = []) -> RandomFault {
        var fault = self
        (fault.isPartial, fault.warnings) = (true, warnings)
        return fault
    }

    /// The same fault, which is not combined with faults that change these parts.
    func avoiding(_ parts: Part...) -> RandomFault {
        var fault = self
        fault.avoided = parts
        return fault
    }

    /// Whether the fault can be combined with others.
    func isFree(beside others: [RandomFault]) -> Bool {
        others.allSatisfy { other in
            !parts.contains { other.parts.contains($0) || other.avoided.contains($0) }
                && !avoided.contains { other.parts.contains($0) }
        }
    }

    /// Whether a request meets the fault, unless it meets a lower one before.
    func isMet(_ plan: NetworkPlan) -> Bool {
        // Proxies are on the resolver's host.
        plan.meets(stage) || stage == .resolverRoute && plan.usesProxy && plan.placeOnRoute(of: self) == 0
    }

    /// Whether a resolver with this fault gives addresses for the name, right or wrong, or denies them without querying
    /// another server.
    func isDefinite(_ plan: NetworkPlan) -> Bool {
        let definite: Set<CauseID> = [
            "dns.nxdomain", "dns.no-address", "dns.cname-broken", "dns.blocked-answer", "path.no-route",
        ]
        // A router that reports that it has no route says nothing about the resolver.
        return stage != .uplink && !causes(plan).isDisjoint(with: definite)
    }

    static let all: [RandomFault] =
        ofStages + familyFaults + lossFaults + serverListFaults + settingFaults

    private static let ofStages: [RandomFault] =
        linkFaults + addressFaults + gatewayFaults + uplinkFaults + resolverRouteFaults + resolverFaults
        + systemResolverFaults + proxyFaults + routeFaults + tcpFaults + tlsFaults + httpFaults
}
