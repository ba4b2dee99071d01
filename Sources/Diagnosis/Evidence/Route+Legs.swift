package import NetworkModel

extension Route {
    /// Whether both are next hops of one route (multipath) on the same link: the kernel chooses one of them by the addresses,
    /// and maybe the ports, of a packet. IPv6 routes of several routers on a link are none, since their preferences decide.
    package func isLeg(beside other: Route) -> Bool {
        family == .ipv4 && other.family == .ipv4 && kind == .unicast && other.kind == .unicast && gateway != nil
            && other.gateway != nil && gateway != other.gateway && interface == other.interface
            && metric == other.metric && prefixLength == other.prefixLength && destination == other.destination
            && rule == nil && other.rule == nil && table == other.table
    }
}
