import NetworkDiagnostics
import NetworkModel
public import ServiceDiscovery

extension Configuration {
    /// The settings for finding services and peers on the link (`discovery:`).
    public struct Discovery: Sendable, Hashable {
        /// Service types that are browsed all the time, at most 16. Other types are browsed while a client asks for them.
        public var types: [BrowsableType] = []
        /// Whether the daemon connects to the ports of those services, to find out whether they respond.
        public var isChecking = false
        /// The time between two such checks of a service, 5 s to 1 hour.
        public var interval = ReachabilityFilteredServices.interval
        /// Whether the daemon searches for other daemons, and queries their view of this host.
        public var findsPeers = true
        /// Whether the file has these settings, so that somebody expects what they find.
        public var isAskedFor = false

        /// Creates the default settings.
        public init() {}
    }

    /// Whether anything in the file needs multicast DNS: an announcement, services, discovery, or a target. Without such
    /// settings, a host without avahi-daemon, such as a server or a container, lacks nothing.
    public var needsMulticast: Bool {
        let isDiscovering = discovery.isAskedFor && (discovery.findsPeers || !discovery.types.isEmpty)
        return publish.isAskedFor && publish.isEnabled || isDiscovering || !services.isEmpty
            || targets.contains { $0.target.host.isMulticastName }
    }
}
