public import NetworkModel

/// Questions about the links and the next hops.
@frozen public enum LinkQuestion: Sendable, Hashable {
    /// What interfaces lose, by their counters over a second or more.
    case losses(interfaces: [String])
    /// How many of several echo requests to a gateway are answered, and how fast.
    case series(gateway: IPAddress)
    /// Whether the gateways of the other default routes answer.
    case rivals
    /// Who else answers for the gateways' addresses, where nothing is heard beyond them.
    case holders
    /// Whether the host is there by the default route, whose address a subnet of this machine's own holds.
    case detour
    /// Whether the gateways of the default routes answer, where a resolver on the link does not help.
    case gateways
    /// Whether the gateway, and resolvers that a wide prefix has on the link, answer.
    case witnesses
    /// Whether the gateways answer packets from the source that a route prefers, and from another.
    case sources
    /// Whether the network translates IPv4 addresses to IPv6 ones, and with which prefix.
    case translation
}
