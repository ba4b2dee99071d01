public import NetworkModel

/// Questions about the links and the next hops.
@frozen public enum LinkQuestion: Sendable, Hashable {
    /// What interfaces lose, by their counters over a second or more.
    case losses(interfaces: [String])
    /// How many of several echo requests to a gateway are answered, and how fast.
    case series(gateway: IPAddress)
    /// Whether the other routers answer that announce themselves on the interface.
    case rivals(interface: String)
}
