extension NetworkEvent {
    /// A readable sentence, as in "eth0 lost its carrier".
    public var summary: String {
        switch self {
        case .link(let name, let change): Self.summary(of: name, change)
        case .address(let address, let length, let interface, let change):
            Self.summary(of: "\(address)/\(length)", on: interface, change)
        case .route(let before, let after): Self.summary(from: before, to: after)
        case .rules: "the rules of policy routing changed"
        case .gateway(let address, let interface, let change):
            Self.summary(of: IPAddress(bytes: address.bytes) ?? address, on: interface, change)
        }
    }

    private static func summary(of name: String, _ change: LinkChange) -> String {
        switch change {
        case .added: "\(name) appeared"
        case .removed: "\(name) was removed"
        case .renamed(let from): "\(from) is called \(name) now"
        case .isAdminUp(let isUp): "\(name) was set \(isUp ? "up" : "down")"
        case .hasCarrier(let hasCarrier): "\(name) \(hasCarrier ? "got" : "lost") its carrier"
        case .carrierInterrupted: "the carrier of \(name) went and came back"
        case .operationalState(let state): "the operational state of \(name) is \(state) now"
        case .isEnslaved(let isEnslaved): "\(name) \(isEnslaved ? "joined a" : "left its") bridge or bond"
        case .mtu(let bytes): "the MTU of \(name) is \(bytes) now"
        case .hardwareAddress(let address): "the hardware address of \(name) is \(address ?? "none") now"
        case .isIPv6Disabled(let isOff): "IPv6 was switched \(isOff ? "off" : "on") on \(name)"
        case .kind: "\(name) is of another kind now"
        }
    }

    private static func summary(of address: String, on interface: String, _ change: Address) -> String {
        switch change {
        case .added: "\(interface) got the address \(address)"
        case .addedTentative: "\(interface) got the address \(address), still being checked for duplicates"
        case .removed: "\(interface) lost the address \(address)"
        case .ready: "the address \(address) of \(interface) is ready"
        case .duplicate: "the address \(address) of \(interface) is in use by another host"
        case .isDeprecated(let isDeprecated):
            "the address \(address) of \(interface) is \(isDeprecated ? "deprecated" : "preferred again")"
        case .flags: "the address \(address) of \(interface) changed its flags"
        }
    }

    private static func summary(of gateway: IPAddress, on interface: String, _ change: Gateway) -> String {
        switch change {
        case .answers: "the gateway \(gateway) on \(interface) answers"
        case .doesNotAnswer: "the gateway \(gateway) on \(interface) does not answer"
        case .hardwareAddress(let address):
            "the gateway \(gateway) on \(interface) has the hardware address \(address) now"
        }
    }

    private static func summary(from before: [Route], to after: [Route]) -> String {
        switch (before.first, after.first) {
        case (_?, let new?):
            "\(name(of: new)) goes\(nextHops(of: after)) now, before it went\(nextHops(of: before))"
        case (nil, let new?): "\(name(of: new))\(nextHops(of: after)) appeared"
        case (let old?, nil): "\(name(of: old))\(nextHops(of: before)) went away"
        case (nil, nil): "the routes changed"
        }
    }

    /// A name such as "the default route" or "the blackhole route to 10.0.0.0/8".
    private static func name(of route: Route) -> String {
        let kind = route.kind == .unicast || route.kind == .other ? "" : "\(route.kind.rawValue) "
        if let destination = route.destination, !route.isDefault {
            return "the \(kind)route to \(destination)/\(route.prefixLength)"
        }
        return "the \(kind)\(route.family == .ipv4 ? "" : "IPv6 ")default route"
    }

    /// A text such as " by 192.0.2.1 on eth0", with "and" between several.
    private static func nextHops(of routes: [Route]) -> String {
        let hops = routes.prefix(4).map { route in
            let gateway = route.gateway.map { " by \(IPAddress(bytes: $0.bytes) ?? $0)" } ?? ""
            return gateway + (route.interface.map { " on \($0)" } ?? "")
        }
        return hops.joined(separator: " and") + (routes.count > 4 ? " and \(routes.count - 4) more" : "")
    }
}
