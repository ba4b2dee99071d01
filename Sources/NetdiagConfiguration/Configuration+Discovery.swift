import NetworkDiagnostics
public import ServiceDiscovery

extension Configuration {
    /// The settings for finding services and peers on the link (`discovery:`).
    public struct Discovery: Sendable, Hashable {
        /// Service types that are browsed all the time, at most 16. Other types are browsed while a client asks for them.
        public var types: [BrowsableType] = []
        /// Whether the daemon connects to the ports of those services, to find out whether they respond.
        public var isChecking = false
        /// The time between two such checks of a service, 5 s to 1 hour.
        public var interval = CheckedServices.interval
        /// Whether the daemon searches for other daemons, and queries their view of this host.
        public var findsPeers = true

        /// Creates the default settings.
        public init() {}
    }
}
