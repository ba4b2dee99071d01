extension UplinkEvidence {
    /// This machine's TCP connections to addresses of the Internet, of all processes, as reported by the kernel (tcp(7)).
    public struct Connections: Sendable, Hashable, Codable {
        /// The number of connections that are established or in progress.
        public var total: Int
        /// The number of those on which an acknowledgement or data arrived within the last two seconds.
        public var heard: Int
        /// The number of those in ``heard`` over IPv4; `nil` if it was not counted. JSON key: `heard_ipv4`.
        public var heardOverIPv4: Int?
        /// The number of those in ``heard`` with port 443; `nil` if it was not counted. JSON key: `heard_443`.
        public var heardOnSecurePort: Int?
        /// The number of further connections, to port 80, on which an acknowledgement or data arrived within the last two
        /// seconds; `nil` for none. A portal may have sent it. JSON key: `heard_80`.
        public var heardOnWebPort: Int?
        /// The number of those in ``heard`` that belong to the user of this process; `nil` if that is not a user who logs in.
        /// JSON key: `heard_user`.
        public var heardOfUser: Int?
        /// The number of those that only retransmit: data is unacknowledged and has been sent again.
        public var stuck: Int
        /// The number of different addresses of the latter.
        public var stuckPeers: Int
        /// The number of those over IPv4; `nil` if all are. JSON key: `stuck_peers_ipv4`.
        public var stuckPeersOverIPv4: Int?
        /// The number of ``stuckPeers`` to which a SYN was sent before another connection last received something, or was closed by both
        /// ends: these hosts do not respond for a reason of their own; `nil` for none. JSON key: `dead_peers`.
        public var deadPeers: Int?
        /// The address families of connections on which an acknowledgement or data arrived within the last minute, or which
        /// both ends closed within it, unless later SYNs to hosts of several networks get no response; `nil` for none. JSON key:
        /// `heard_lately`.
        public var familiesHeardLately: [AddressFamily]?
        /// The interfaces from whose addresses connections only retransmit, while those from other addresses receive data;
        /// `nil` for none. JSON key: `stuck_interfaces`.
        public var stuckInterfaces: [String]?
        /// The interfaces of several next hops of the default route from whose addresses connections received something within the last
        /// minute, and no SYN that was sent since is repeated; `nil` for none, or if there are not several. JSON key:
        /// `heard_interfaces`.
        public var heardInterfaces: [String]?
        /// The number of IPv6 hosts to which connections have only retransmitted for some seconds, if they are in two networks or
        /// more, and nothing was received over IPv6 within the last minute; `nil` for none. JSON key: `stuck_peers_ipv6`.
        public var stuckPeersOverIPv6: Int?
        /// The hosts of which some connections get no response, while others to the same port receive data; `nil` for none. JSON
        /// key: `partly_reached`.
        public var partlyReached: PartlyReached?

        enum CodingKeys: String, CodingKey {
            case total, heard, stuck
            case heardOverIPv4 = "heard_ipv4"
            case heardOnSecurePort = "heard_443"
            case heardOnWebPort = "heard_80"
            case heardOfUser = "heard_user"
            case stuckPeers = "stuck_peers"
            case deadPeers = "dead_peers"
            case familiesHeardLately = "heard_lately"
            case stuckInterfaces = "stuck_interfaces"
            case heardInterfaces = "heard_interfaces"
            case stuckPeersOverIPv4 = "stuck_peers_ipv4"
            case stuckPeersOverIPv6 = "stuck_peers_ipv6"
            case partlyReached = "partly_reached"
        }

        /// Creates a count of connections.
        public init(total: Int = 0, heard: Int = 0, stuck: Int = 0, stuckPeers: Int = 0) {
            self.total = total
            self.heard = heard
            self.stuck = stuck
            self.stuckPeers = stuckPeers
        }
    }
}
