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
    /// - Parameters:
    ///   - address: The destination.
    ///   - flow: The protocol and port, if rules select by them (``selectsByFlow()``). A rule that then leads to
    ///     another table is ``Route/rule``, as is one that selects by the user.
    /// - Returns: `nil` if there is no route (`ENETUNREACH`), or if the zone is not an interface.
    /// - Throws: ``LinkFactsError``.
    public func route(to address: IPAddress, for flow: RouteFlow? = nil) async throws -> Route? {
        let kernel = try openKernel()
        if address.zone != nil, address.scopeID == 0 { return nil }
        let packet = RoutedPacket(address, nil, flow)
        guard case .route(let first) = try kernel.lookUp(packet, isWhole: false), first.kind == .unicast,
            address.zone == nil, let source = first.preferredSource.flatMap({ IPAddress(bytes: $0) })
        else { return try route(of: packet) }
        return try route(of: RoutedPacket(address, source, flow))
    }

    /// The gateway that a router has named for an address in an ICMP redirect (RFC 792); `nil` if none has.
    ///
    /// - Throws: ``LinkFactsError``.
    public func redirect(of address: IPAddress) async throws -> IPAddress? {
        let kernel = try openKernel()
        guard address.zone == nil, case .route(let chosen) = try kernel.lookUp(RoutedPacket(address), isWhole: false),
            chosen.isRedirected
        else { return nil }
        return chosen.nextHops.first?.gateway.flatMap { IPAddress(bytes: $0) }
    }

    /// The routes of packets to an address that have a mark by which a rule of policy routing selects. This machine's packet
    /// filter can mark packets after a program has sent them, and thus change their route.
    ///
    /// - Returns: The routes in the order of the rules, each with its rule.
    /// - Throws: ``LinkFactsError``.
    public func markedRoutes(to address: IPAddress, for flow: RouteFlow?) async throws -> [Route] {
        let kernel = try openKernel()
        guard address.zone == nil, case .route(let chosen) = try kernel.lookUp(RoutedPacket(address), isWhole: false)
        else { return [] }
        let source = chosen.preferredSource.flatMap { IPAddress(bytes: $0) }
        let marked = try policyRules().filter { rule in
            guard let mark = rule.mark, mark != 0, !rule.isInverted else { return false }
            var unmarked = rule
            unmarked.mark = nil
            return unmarked.matches(address, from: source, user: geteuid())
                && rule.matches(ipProtocol: flow?.ipProtocol, port: flow?.port)
        }
        return try marked.prefix(Self.maxMarks).compactMap { rule in
            var packet = RoutedPacket(address, source, flow)
            packet.mark = rule.mark ?? 0
            var route = try route(of: packet, by: rule)
            // If the rule's table has no route, another rule applies.
            guard route?.table == rule.table || route?.rule == rule else { return nil }
            route?.rule = rule
            return route
        }
    }

    private static let maxMarks = 8

    /// Whether rules of policy routing select by protocol or port.
    ///
    /// - Throws: ``LinkFactsError``.
    public func selectsByFlow() throws(LinkFactsError) -> Bool {
        try policyRules().contains { $0.ipProtocol != nil || $0.ports != nil }
    }

    /// The rule of policy routing that rejects packets of a protocol to a port, itself, as a route to the address only, or by a route
    /// of the table that it selects; `nil` if the kernel would send them, or rejects all packets to the address.
    ///
    /// - Throws: ``LinkFactsError``.
    public func refusal(of flow: RouteFlow, to address: IPAddress) async throws -> Route? {
        let kernel = try openKernel()
        guard address.zone == nil, case .route(let chosen) = try kernel.lookUp(RoutedPacket(address), isWhole: false)
        else {
            return nil
        }
        let packet = RoutedPacket(address, chosen.preferredSource.flatMap { IPAddress(bytes: $0) }, flow)
        switch try kernel.lookUp(packet, isWhole: false) {
        case .route: return nil
        case .noRoute: return try refusal(of: packet, .unreachable)
        case .rejected:
            // It is the rule itself, or a route in the table that it selects.
            return try route(of: packet).flatMap { $0.rule == nil ? nil : $0 }
        }
    }

    private func route(of packet: RoutedPacket, by marked: PolicyRule? = nil) throws -> Route? {
        let kernel = try openKernel()
        let address = packet.address
        switch try kernel.lookUp(packet, isWhole: false) {
        case .noRoute:
            return try refusal(of: packet, .unreachable)
        case .rejected(let kind):
            if let refusal = try refusal(of: packet, kind) { return refusal }
            var route = try rejection(of: address, kind, in: marked?.table)
            route.rule = try rule(for: packet, to: route.table)
            return route
        case .route(let chosen):
            var names = KernelState()
            for index in chosen.nextHops.compactMap(\.index) { names.links[index] = try kernel.link(index) }
            guard var route = names.routes(of: chosen).first else { return nil }
            // The kernel does not repeat the given source.
            if route.preferredSource == nil { route.preferredSource = packet.source }
            // The selected route has the address itself as its prefix, and no metric.
            if case .route(let entry) = try kernel.lookUp(packet, isWhole: true) {
                route.destination = IPAddress(bytes: entry.key.destination)
                route.prefixLength = entry.key.prefixLength
                route.metric = entry.key.metric
                route.origin = RouteOrigin.name(entry.origin)
                route.table = entry.namedTable
                route.rule = try rule(for: packet, to: route.table)
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
        if let listening, let known = listening.isPolicyRouted, listening.isRecent(at: MonotonicClock.nanoseconds()) {
            return known
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

    /// The rule by protocol, port or user that leads a packet to a table: other packets take another route.
    private func rule(for packet: RoutedPacket, to table: UInt32?) throws -> PolicyRule? {
        guard let table else { return nil }
        return try policyRules().first { rule in
            rule.action == .lookup && rule.table == table
                && (rule.ipProtocol != nil || rule.ports != nil || rule.users != nil)
                && rule.matches(packet.address, from: packet.source, user: geteuid())
                && rule.matches(ipProtocol: packet.flow?.ipProtocol, port: packet.flow?.port)
        }
    }

    /// The first rule that rejects packets to the address in that way, as a route to it only.
    private func refusal(of packet: RoutedPacket, _ kind: Route.Kind) throws -> Route? {
        let (address, flow) = (packet.address, packet.flow)
        let action = PolicyRule.Action(rawValue: kind.rawValue)
        let rule = try policyRules().first { rule in
            var unmarked = rule
            if rule.mark == packet.mark { unmarked.mark = nil }
            return rule.action == action && unmarked.matches(address, from: packet.source, user: geteuid())
                && rule.matches(ipProtocol: flow?.ipProtocol, port: flow?.port)
        }
        guard let rule else { return nil }
        var route = Route(
            family: address.family, kind: kind, destination: address, prefixLength: address.bytes.count * 8)
        route.rule = rule
        return route
    }

    private func rejection(of address: IPAddress, _ kind: Route.Kind, in table: UInt32?) throws -> Route {
        let nameless = KernelState()
        let all = try openKernel().rejections(of: address, kind)
        let named = table == nil ? [] : all.filter { $0.table == table }
        let entries = named.isEmpty ? all : named
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
