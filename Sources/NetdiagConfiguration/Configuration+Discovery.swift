import NetworkDiagnostics
public import ServiceDiscovery

extension Configuration {
    /// What the daemon looks for on the link.
    public struct Discovery: Sendable, Hashable {
        /// Service types that are looked for all the time, at most 16; others are while somebody asks for them.
        public var types: [BrowsableType] = []
        /// Whether the ports of those services are connected to, to see whether they answer.
        public var isChecking = false
        /// From one such check of a service to the next; 5 s to 1 hour.
        public var interval = CheckedServices.interval
        /// Whether it looks for other daemons, and asks them how they see this one.
        public var findsPeers = true

        public init() {}
    }
}
