extension GatewayEvidence {
    /// A one-line summary: each next hop, and how it responds.
    public var summary: String {
        // Those of a DNS server on the link lead nowhere else.
        if isLinksOnly == true { return "no default route" }
        // A target beyond the gateway has no other next hop. One that needs no gateway is that of a resolver.
        let routed = hops.filter { $0.route.gateway != nil || $0.route.kind != .unicast }
        var parts = (isOnLink || routed.isEmpty ? hops : routed).map(\.summary)
        parts += (underlay ?? []).filter { $0.echo != nil }.map(\.summary)
        if parts.isEmpty, isOnLink { parts = ["none needed"] }
        parts += familiesWithoutRoute.map { "no route for \($0 == .ipv4 ? "IPv4" : "IPv6")" }
        return parts.listed(otherwise: "none", separator: "; ")
    }

    /// Contains no text from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}

extension GatewayEvidence.Hop {
    /// The address, the interface, and how the next hop responds.
    var summary: String {
        let on = route.interface.map { " on \($0)" } ?? ""
        guard let gateway = route.gateway else {
            guard route.kind == .unicast else { return "\(route.kind.rawValue)\(on)" }
            guard let nextHop else { return "none needed\(on)" }
            if route.isDefault, isTunnel != true, neighbour?.state.isUnanswered == true, let interface = route.interface
            {
                return "none named: \(nextHop) is not on \(interface)"
            }
            // Behind a tunnel, or a default route without a gateway, the host is on another link.
            if isTunnel == true || route.isDefault, let interface = route.interface {
                return "none needed: \(interface) leads to \(nextHop)"
            }
            return "none needed: \(nextHop) is\(on)"
        }
        // This machine itself replies to pings of its own address.
        if isOwn == true, route.interface != nil { return "\(gateway)\(on): an address of this machine itself" }
        // ARP is newer than the kernel's state.
        let isSilent = arp == .silent || neighbour?.state.isUnanswered == true
        let state = neighbour.map { " \($0.state.words(isHeard: echo?.outcome == .reply))" } ?? ""
        return "\(gateway)\(on)\(isSilent ? ": no answer" : state)" + ((series ?? echo).map { ", \($0.answer)" } ?? "")
    }
}

extension Neighbour.State {
    /// The state in words. The kernel asks again now and then whether a neighbour is still there, and calls it `stale` before, and
    /// `delay` or `probe` meanwhile.
    ///
    /// - Parameter isHeard: Whether the neighbour responded to anything else just now.
    public func words(isHeard: Bool) -> String {
        switch self {
        case .stale, .delay, .probe: isHeard ? Self.reachable.rawValue : Self.stale.rawValue
        default: rawValue
        }
    }
}
