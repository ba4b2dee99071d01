import NetworkModel

/// What changed, in a sentence for people.
enum Sentence {
    /// - Returns: `nil` where what changed is nothing that the model has (a flag like `IFF_PROMISC`).
    static func link(_ before: LinkRecord?, _ after: LinkRecord) -> String? {
        let name = after.name
        guard let before else { return "\(name) appeared" }
        if before.name != name { return "\(before.name) is called \(name) now" }
        if before.isAdminUp != after.isAdminUp { return "\(name) was set \(after.isAdminUp ? "up" : "down")" }
        if before.hasCarrier != after.hasCarrier {
            return after.hasCarrier ? "\(name) got its carrier" : "\(name) lost its carrier"
        }
        if before.carrierChanges != after.carrierChanges { return "the carrier of \(name) went and came back" }
        if before.operationalState != after.operationalState {
            return "the operational state of \(name) is \(after.operationalState.rawValue) now"
        }
        if before.master != after.master {
            return after.master == nil ? "\(name) left its bridge or bond" : "\(name) joined a bridge or bond"
        }
        if before.mtu != after.mtu { return "the MTU of \(name) is \(after.mtu) now" }
        if before.hardwareAddress != after.hardwareAddress {
            return "the hardware address of \(name) is \(after.hardwareAddress ?? "none") now"
        }
        if let isOff = after.isIPv6Disabled, let wasOff = before.isIPv6Disabled, isOff != wasOff {
            return "IPv6 was switched \(isOff ? "off" : "on") on \(name)"
        }
        return before.kind == after.kind ? nil : "\(name) is of another kind now"
    }

    static func address(
        _ address: IPAddress, _ before: AddressRecord?, _ after: AddressRecord, on interface: String
    ) -> String {
        func turned(_ flag: LinkAddress.Flag) -> Bool? {
            let now = after.flags.contains(flag)
            return before?.flags.contains(flag) == now ? nil : now
        }
        let text = "\(address)/\(after.key.prefixLength)"
        if after.flags.contains(.dadFailed), turned(.dadFailed) == true {
            return "the address \(text) of \(interface) is in use by another host"
        }
        guard before != nil else {
            return after.flags.contains(.tentative)
                ? "\(interface) got the address \(text), still being checked for duplicates"
                : "\(interface) got the address \(text)"
        }
        if turned(.tentative) == false { return "the address \(text) of \(interface) is ready" }
        switch turned(.deprecated) {
        case true: return "the address \(text) of \(interface) is deprecated"
        case false: return "the address \(text) of \(interface) is preferred again"
        case nil: return "the address \(text) of \(interface) changed its flags"
        }
    }

    /// - Returns: `nil` where nothing that the model has changed.
    static func route(_ before: [Route], _ after: [Route]) -> String? {
        guard before != after else { return nil }
        switch (before.first, after.first) {
        case (let old?, nil): return "\(name(of: old))\(way(of: before)) went away"
        case (nil, let new?): return "\(name(of: new))\(way(of: after)) appeared"
        case (_?, let new?): return "\(name(of: new)) goes\(way(of: after)) now, before it went\(way(of: before))"
        case (nil, nil): return nil
        }
    }

    /// "the default route", "the blackhole route to 10.0.0.0/8".
    private static func name(of route: Route) -> String {
        let kind = route.kind == .unicast || route.kind == .other ? "" : "\(route.kind.rawValue) "
        if let destination = route.destination, !route.isDefault {
            return "the \(kind)route to \(destination)/\(route.prefixLength)"
        }
        return "the \(kind)\(route.family == .ipv4 ? "" : "IPv6 ")default route"
    }

    /// " by 192.0.2.1 on eth0", with "and" between several next hops.
    private static func way(of routes: [Route]) -> String {
        let ways = routes.prefix(4).map { route in
            let gateway = route.gateway.map { " by \(IPAddress(bytes: $0.bytes) ?? $0)" } ?? ""
            return gateway + (route.interface.map { " on \($0)" } ?? "")
        }
        return ways.joined(separator: " and") + (routes.count > 4 ? " and \(routes.count - 4) more" : "")
    }

    static func gateway(
        _ address: IPAddress, _ record: NeighbourRecord, moved: Bool, on interface: String
    ) -> String {
        let address = IPAddress(bytes: address.bytes) ?? address
        if record.state == .failed { return "the gateway \(address) on \(interface) does not answer" }
        if moved, let hardware = record.hardwareAddress {
            return "the gateway \(address) on \(interface) has the hardware address \(hardware) now"
        }
        return "the gateway \(address) on \(interface) answers"
    }
}
