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
        linkFaults + addressFaults + gatewayFaults + uplinkFaults + resolverRouteFaults + resolverFaults
        + systemResolverFaults + proxyFaults + routeFaults + tcpFaults + tlsFaults + httpFaults
}
