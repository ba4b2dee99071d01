import CNetlink
import Glibc
public import NetworkModel
import SystemAddresses

extension LinkMonitor {
    /// The route that the kernel would take to an address, according to its rules and tables (`RTM_GETROUTE`), for an
    /// unmarked packet of this process. Rules by source address apply as for connect(2): for the address that the first
    /// look-up selects.
    ///
    /// Prefix, metric and origin are those of the table's entry; gateway, interface and source are the selected ones. An
    /// address of this machine itself is a route of kind `other` on `lo`. If packets are rejected, the route contains the
    /// rule (``Route/rule``), or is the entry of the table; if neither is found, the address is used as the prefix.
    ///
    /// - Returns: `nil` if there is no route (`ENETUNREACH`), or if the zone is no interface.
    /// - Throws: ``LinkFactsError``.
    public func route(to address: IPAddress) async throws -> Route? {
        let kernel = try openKernel()
        if address.zone != nil, address.scopeID == 0 { return nil }
        guard case .route(let first) = try kernel.lookUp(address, from: nil, isWhole: false), first.kind == .unicast,
            address.zone == nil, let source = first.preferredSource.flatMap({ IPAddress(bytes: $0) })
        else { return try route(to: address, from: nil) }
        return try route(to: address, from: source)
    }

    /// The rule of policy routing that rejects packets of a protocol to a port, as a route to the address only; `nil` if the
    /// kernel would send them, or rejects all packets to the address.
    ///
    /// - Throws: ``LinkFactsError``.
    public func refusal(of flow: RouteFlow, to address: IPAddress) async throws -> Route? {
        let kernel = try openKernel()
        guard address.zone == nil, case .route(let chosen) = try kernel.lookUp(address, from: nil, isWhole: false)
        else {
            return nil
        }
        let source = chosen.preferredSource.flatMap { IPAddress(bytes: $0) }
        switch try kernel.lookUp(address, from: source, flow: flow, isWhole: false) {
        case .route: return nil
        case .noRoute: return try refusal(of: address, from: source, .unreachable, flow)
        case .rejected(let kind): return try refusal(of: address, from: source, kind, flow)
        }
    }

    private func route(to address: IPAddress, from source: IPAddress?) throws -> Route? {
        let kernel = try openKernel()
        switch try kernel.lookUp(address, from: source, isWhole: false) {
        case .noRoute:
            return try refusal(of: address, from: source, .unreachable)
        case .rejected(let kind):
            if let refusal = try refusal(of: address, from: source, kind) { return refusal }
            return try rejection(of: address, kind)
        case .route(let chosen):
            var names = KernelState()
            for index in chosen.nextHops.compactMap(\.index) { names.links[index] = try kernel.link(index) }
            guard var route = names.routes(of: chosen).first else { return nil }
            // The kernel does not repeat the given source.
            if route.preferredSource == nil { route.preferredSource = source }
            // The selected route has the address itself as its prefix, and no metric.
            if case .route(let entry) = try kernel.lookUp(address, from: source, isWhole: true) {
                route.destination = IPAddress(bytes: entry.key.destination)
                route.prefixLength = entry.key.prefixLength
                route.metric = entry.key.metric
                route.origin = RouteOrigin.name(entry.origin)
                route.table = entry.namedTable
            }
            return route
        }
    }

    /// Whether rules of policy routing (ip-rule(8)) may send packets elsewhere than the main table does. While there are
    /// listeners of ``changes()``, the kernel is queried again only if rules have changed, since there may be thousands. As
    /// with ``numberedSnapshot()``, a change within the last millisecond may be missing.
    ///
    /// - Throws: ``LinkFactsError``.
    public func isPolicyRouted() throws(LinkFactsError) -> Bool {
        if let listening, let known = listening.rules, listening.isRecent(at: MonotonicClock.nanoseconds()) {
            return known.contains(where: \.leadsElsewhere)
        }
        return try policyRules().contains(where: \.leadsElsewhere)
    }

    private func policyRules() throws(LinkFactsError) -> [PolicyRule] {
        readMessages()
        if let known = listening?.rules { return known }
        let rules = try openKernel().rules()
        listening?.rules = rules
        return rules
    }

    /// The first rule that rejects packets to the address in that way, as a route to it only.
    private func refusal(
        of address: IPAddress, from source: IPAddress?, _ kind: Route.Kind, _ flow: RouteFlow? = nil
    ) throws -> Route? {
        let action = PolicyRule.Action(rawValue: kind.rawValue)
        let rule = try policyRules().first { rule in
            rule.action == action && rule.matches(address, from: source, user: geteuid())
                && rule.matches(ipProtocol: flow?.ipProtocol, port: flow?.port)
        }
        guard let rule else { return nil }
        var route = Route(
            family: address.family, kind: kind, destination: address, prefixLength: address.bytes.count * 8)
        route.rule = rule
        return route
    }

    private func rejection(of address: IPAddress, _ kind: Route.Kind) throws -> Route {
        let nameless = KernelState()
        let entries = try openKernel().rejections(of: address, kind)
        let isOfMainTable = entries.first?.isOfMainTable == true
        let entry = entries.filter { $0.isOfMainTable == isOfMainTable }
            .max { $0.key.prefixLength < $1.key.prefixLength }
        guard let entry, var route = nameless.routes(of: entry).first else {
            return Route(
                family: address.family, kind: kind, destination: address, prefixLength: address.bytes.count * 8)
        }
        route.table = entry.namedTable
        return route
    }
}

extension RouteRecord {
    /// The table, if it is not one that every machine has.
    fileprivate var namedTable: UInt32? {
        [RT_TABLE_MAIN, RT_TABLE_LOCAL, RT_TABLE_DEFAULT].contains { UInt32($0.rawValue) == table } ? nil : table
    }
}
