import Lab

import struct NetworkModel.CauseID

/// A network that a seed determines: its shape, its target, its faults, and its unusual but harmless additions.
struct NetworkPlan: Sendable {
    enum Families: String, Sendable { case both = "IPv4 and IPv6", four = "IPv4", six = "IPv6" }

    /// The location of the DNS server that the client uses.
    enum Resolver: String, Sendable {
        case beyondRouter = "a resolver beyond the router", router = "the router as the resolver"
        case stub = "a resolver of the client's own"
    }

    let seed: UInt64
    let families: Families
    let resolver: Resolver
    /// Whether the server is behind a second router.
    let isFar: Bool
    let isSecure: Bool
    /// Whether the target is a name and not an address.
    let isByName: Bool
    /// Whether a target that is an address has an IPv6 address.
    let isSixAddress: Bool
    /// The faults, lowest stage first.
    let faults: [RandomFault]
    let company: [Company]
    let target: TargetPlan

    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var plan = NetworkPlan(shapeOf: seed, &generator)
        let count = [0, 0, 1, 1, 1, 1, 2, 2, 2, 3][generator.below(10)]
        for _ in 0..<count {
            let free = RandomFault.all.filter { $0.fits(plan) && $0.isFree(beside: plan.faults) }
            let stages = Array(Set(free.map(\.stage))).sorted()
            guard !stages.isEmpty else { break }
            // Drawn by stage, so that stages with many faults do not dominate.
            let stage = generator.element(of: stages)
            plan = plan.with(generator.element(of: free.filter { $0.stage == stage }))
        }
        for _ in 0..<[0, 0, 1, 1, 2, 3][generator.below(6)] {
            let names = plan.company.map(\.name)
            let taken = plan.faults.flatMap { $0.parts + $0.avoided } + plan.company.flatMap(\.parts)
            let free = Company.all.filter { companion in
                companion.fits(plan) && !names.contains(companion.name)
                    && !companion.parts.contains { taken.contains($0) }
            }
            guard !free.isEmpty else { break }
            plan = plan.with(generator.element(of: free))
        }
        self = plan
    }

    private init(shapeOf seed: UInt64, _ generator: inout SplitMix64) {
        self.seed = seed
        families = [.both, .both, .both, .four, .four, .four, .six][generator.below(7)]
        resolver = [.beyondRouter, .beyondRouter, .router, .stub][generator.below(4)]
        isFar = generator.happens(1, outOf: 3)
        isSecure = generator.happens(2, outOf: 5)
        isByName = generator.happens(4, outOf: 5)
        let isSix = generator.happens(1, outOf: 2)
        isSixAddress = families == .six || (families == .both && isSix)
        faults = []
        company = []
        target = TargetPlan()
    }

    private init(_ other: NetworkPlan, faults: [RandomFault], company: [Company], target: TargetPlan) {
        seed = other.seed
        families = other.families
        resolver = other.resolver
        isFar = other.isFar
        isSecure = other.isSecure
        isByName = other.isByName
        isSixAddress = other.isSixAddress
        self.faults = faults
        self.company = company
        self.target = target
    }

    private func with(_ fault: RandomFault) -> NetworkPlan {
        var target = target
        fault.change(&target)
        // The order is stable: faults of one stage stay as they were drawn.
        let index = faults.firstIndex { $0.stage > fault.stage } ?? faults.endIndex
        var faults = faults
        faults.insert(fault, at: index)
        return NetworkPlan(self, faults: faults, company: company, target: target)
    }

    private func with(_ companion: Company) -> NetworkPlan {
        NetworkPlan(self, faults: faults, company: company + [companion], target: target)
    }
}

extension NetworkPlan {
    var hasIPv4: Bool { families != .six }
    var hasIPv6: Bool { families != .four }

    /// Whether only IPv4 packets lead to the target and its resolver.
    var isIPv4Alone: Bool { families == .four || (!isByName && !isSixAddress) }

    /// The target's port; `nil` for the scheme's default. The usual server's certificate is for names only.
    var port: Int? { target.port ?? (isSecure && !isByName ? 8_443 : nil) }

    var usesProxy: Bool { !target.environment.isEmpty }

    /// Whether the target's name is looked up through DNS.
    var needsDNS: Bool { isByName && !usesProxy && !company.contains { $0.namesTarget } }

    /// Whether a request reaches this stage if nothing lower stops it.
    func meets(_ stage: RandomFault.Stage) -> Bool {
        switch stage {
        case .link, .address, .setting, .gateway, .uplink, .proxy: true
        case .ownQuestions, .resolverRoute, .resolver, .name: needsDNS
        case .route, .tcp, .tls, .http: !usesProxy
        }
    }

    /// Whether a request fails in any case. If it does not, and meets only partial faults, curl shows whether it does.
    var mustFail: Bool { effective.contains { !$0.isPartial } }

    /// The faults that a request meets; the first one is the cause.
    var effective: [RandomFault] { faults.filter { $0.isMet(self) }.sorted { place(of: $0) < place(of: $1) } }

    /// The place at which a request meets a fault: names may be looked up without the default route or without the
    /// network.
    private func place(of fault: RandomFault) -> (stage: Int, isLate: Int) {
        if fault.stage == .route { return (fault.stage.rawValue, placeOnRoute(of: fault)) }
        // Only packets to the target meet an address of nobody, behind the default route.
        if fault.stage == .resolver, fault.causes(self).contains("tcp.timeout") {
            return (RandomFault.Stage.route.rawValue, -1)
        }
        // A query meets this machine's own routes before its own filter. A proxy in the resolver's network meets those before
        // the default route, which does not lead there.
        if fault.stage == .resolverRoute, placeOnRoute(of: fault) == 0 {
            return ((usesProxy ? RandomFault.Stage.gateway : .ownQuestions).rawValue, -1)
        }
        let isOfHosts = faults.contains { changes($0, [.hosts]) }
        guard needsDNS, !isOfHosts, changes(fault, [.defaultRoute, .forwarding, .router]) else {
            // The default route matters only once there is an address.
            return (fault.stage.rawValue, changes(fault, [.defaultRoute, .router]) ? lateness(of: fault) : 0)
        }
        let isLate =
            switch resolver {
            case .beyondRouter: false
            case .router: !changes(fault, [.router, .rules, .resolver]) && !isBehindGateway(fault)
            case .stub: faults.contains { changes($0, [.resolver]) && !changes($0, [.host]) && $0.isDefinite(self) }
            }
        return (isLate ? RandomFault.Stage.name.rawValue : fault.stage.rawValue, lateness(of: fault))
    }

    /// A packet meets this machine's own routes before the gateway.
    private func lateness(of fault: RandomFault) -> Int {
        let ofOwnRoutes: Set<CauseID> = ["gateway.none", "gateway.route-rejects", "gateway.policy"]
        return fault.stage == .gateway && fault.causes(self).isDisjoint(with: ofOwnRoutes) ? 2 : 1
    }

    /// Whether a resolver on the link does not work, and the fault of the default route has to be reported first: it is
    /// lower and may be the reason. A machine without a default route may be meant to have none.
    private func isBehindGateway(_ fault: RandomFault) -> Bool {
        let unhelpful: Set<CauseID> = [
            "dns.server-unreachable", "dns.servfail", "dns.refused", "dns.dnssec-bogus", "local.firewall",
        ]
        let isElsewhere = faults.contains { other in
            changes(other, [.resolverConfiguration])
                && !other.causes(self).isDisjoint(with: ["dns.server-closed", "dns.server-unreachable"])
        }
        if isElsewhere { return true }
        return !fault.causes(self).contains("gateway.none")
            && faults.contains { other in
                changes(other, [.resolver, .ownFilter]) && !changes(other, [.host])
                    && other.stage < .name && !other.causes(self).isDisjoint(with: unhelpful)
            }
    }

    /// The order in which packets meet faults on the way to the target: this machine's routes, its own filter, the
    /// routers.
    func placeOnRoute(of fault: RandomFault) -> Int {
        let ofOwnRoutes: Set<CauseID> = ["gateway.route-rejects", "gateway.policy", "address.overlap"]
        if !fault.causes(self).isDisjoint(with: ofOwnRoutes) { return 0 }
        return changes(fault, [.ownFilter]) ? 1 : 2
    }

    private func changes(_ fault: RandomFault, _ parts: [RandomFault.Part]) -> Bool {
        fault.parts.contains { parts.contains($0) }
    }

    /// The causes that are correct if the request fails; empty if nothing is wrong.
    var expected: Set<CauseID> {
        // Each partial fault that a request meets first may be the reason, or a part of it.
        effective.prefix { $0.isPartial }.reduce(expectedOfCertain) { $0.union($1.causes(self)) }
    }

    /// The causes that are correct for the faults that make a request fail in any case.
    private var expectedOfCertain: Set<CauseID> {
        let certain = effective.filter { !$0.isPartial }
        guard let first = certain.first else { return [] }
        let others = certain.dropFirst().filter { isTakenFor($0, first) }
        let expected = others.reduce(first.causes(self)) { $0.union($1.causes(self)) }
        // Whatever the server on the link lacks, no host of the Internet is reached without a default route.
        let isLinksOnly =
            resolver == .router && first.stage == .resolver
            && rest(beside: first).contains { $0.causes(self).contains("gateway.none") }
        if isLinksOnly, !expected.isDisjoint(with: ["dns.servfail", "dns.refused", "dns.dnssec-bogus"]) {
            return expected.union(["gateway.none"])
        }
        // The provider has only one router here, and nothing behind it works: a failing resolver before it may have
        // that reason.
        let isOfResolver = first.stage == .resolver && resolver != .beyondRouter
        if isOfResolver, !expected.isDisjoint(with: ["dns.servfail", "dns.refused", "dns.server-unreachable"]) {
            return expected.union(["path.upstream-down"])
        }
        // Without a default route, nothing shows that the dead DNS server on the link is also the gateway.
        let isWithoutRoute =
            resolver == .router && first.causes(self).contains("gateway.unreachable")
            && rest(beside: first).contains { $0.causes(self).contains("gateway.none") }
        if isWithoutRoute { return expected.union(["dns.server-unreachable"]) }
        // Silence alone proves nothing, and a check of an address does not wait until a stub on this machine gives up.
        let isSilence = resolver == .stub && !needsDNS && first.causes(self).contains("path.upstream-down")
        if isSilence { return expected.union(["tcp.timeout"]) }
        // A portal rejects what is not its own, so that it may be the reason why a proxy is silent.
        let isBehindPortal =
            first.causes(self).contains("proxy.unreachable")
            && faults.contains { $0.causes(self).contains("http.captive-portal") }
        if isBehindPortal { return expected.union(["http.captive-portal"]) }
        // The uplink is not examined without a default route: what is known is that the router refuses.
        let isRefused =
            first.stage == .uplink && resolver == .router
            && rest(beside: first).contains { $0.causes(self).contains("gateway.none") }
        return isRefused ? expected.union(["dns.refused", "dns.servfail", "gateway.none"]) : expected
    }

    private func rest(beside first: RandomFault) -> [RandomFault] { effective.filter { $0.name != first.name } }

    /// Whether the evidence cannot distinguish the first fault from the other one.
    private func isTakenFor(_ other: RandomFault, _ first: RandomFault) -> Bool {
        // Names fail in networks with a portal as well.
        if first.stage == .resolver, other.causes(self).contains("http.captive-portal") {
            return !first.causes(self).isDisjoint(with: ["dns.servfail", "dns.refused"])
        }
        // A resolver on the link, or that a wide netmask puts there, is queried without the gateway: two faults of this
        // machine, next to each other.
        let isOnLink =
            resolver == .router && changes(first, [.defaultRoute]) || first.causes(self).contains("address.netmask")
        if isOnLink, other.stage == .ownQuestions { return true }
        // A packet that this machine's routes reject does not show that the router has this machine's address.
        let rejected: Set<CauseID> = ["gateway.none", "gateway.route-rejects", "gateway.policy"]
        let isRejected = !other.causes(self).isDisjoint(with: rejected)
        if first.causes(self).contains("address.duplicate"), changes(first, [.router]), isRejected { return true }
        // A route to the resolver or the target alone is more specific than the default route, and than a wide netmask.
        if placeOnRoute(of: other) == 0 {
            if other.stage == .resolverRoute, first.causes(self).contains("address.netmask") { return true }
            let isLookedUp = !needsDNS || resolver != .beyondRouter
            if other.stage == .route, isLookedUp, changes(first, [.defaultRoute]) { return true }
        }
        // A query to a resolver beyond the router meets a route of its own, and packets to the target meet the dead gateway.
        if changes(first, [.router, .defaultRoute]), other.stage == .resolverRoute, placeOnRoute(of: other) == 0 {
            return true
        }
        // A stub on this machine does not tell which server it queries, so that a wide netmask is not seen to matter, while the
        // router reports that it has no route.
        let isMaskUnseen = resolver == .stub && other.causes(self).contains("path.upstream-down")
        if isMaskUnseen, first.causes(self).contains("address.netmask") { return true }
        // A stub on this machine that responds itself seems to have reached the root, whatever the router rejects.
        if first.stage == .uplink, resolver == .stub, other.causes(self).contains("dns.servfail") { return true }
        // A query to a closed port of this machine does not get to the router.
        if first.stage == .uplink, resolver == .stub, other.causes(self).contains("dns.server-closed") { return true }
        // The router answers queries without the default route. That it fails, and that packets to other networks leave from
        // the wrong address or by a dead way, are two faults, of which the second is nearer.
        if first.stage == .uplink, changes(first, [.resolver]), resolver == .router, changes(other, [.defaultRoute]) {
            return true
        }
        // Programs get no name, and a connection would not get beyond the dead gateway, or this machine's own route, either.
        if changes(first, [.systemResolver]),
            changes(other, [.defaultRoute]) || other.stage == .route && placeOnRoute(of: other) == 0
        {
            return true
        }
        // Silence proves nothing without a resolver that has tried; a stub on this machine that sends invalid responses has
        // not tried.
        return first.causes(self).contains("path.upstream-down") && resolver == .stub
            && other.causes(self).contains("dns.malformed")
    }

    /// Whether the machine is cut off from every target.
    var isCutOff: Bool {
        families != .both && faults.contains { $0.stage <= .uplink && $0.stage != .setting && !$0.isPartial }
    }

    var shape: String {
        let isFar = isFar ? ", two routers" : ""
        let company = company.isEmpty ? "" : "; with " + company.map(\.name).joined(separator: ", ")
        return "\(families.rawValue), \(resolver.rawValue)\(isFar)\(company)"
    }

    var wrong: String {
        guard !faults.isEmpty else { return "nothing" }
        return faults.map { "\($0.name) [\($0.stage)\($0.isMet(self) ? "" : ", not met")]" }.joined(separator: "; ")
    }

    /// The variable that repeats the run.
    var command: String { "NETDIAG_SEED=\(seed)" }
}
