/// The output of `netdiag peers --json` and of `GET /v1/peers`: this daemon, and the other daemons that it knows.
public struct PeersDocument: Sendable, Hashable, Codable {
    /// The name and version of this document format.
    public static let schema = "netdiag.peers/1"

    /// The document format: ``schema`` for documents of this version.
    public var schema = PeersDocument.schema
    /// The host's name.
    public var host: String
    /// The name of this daemon's announcement; `nil` while it is not announced.
    public var name: String?
    /// The version of netdiag that the daemon runs.
    public var version: String
    /// The daemon's overall status.
    public var status: ConnectionStatus
    /// The status as a number (``ConnectionStatus/code``).
    public var code: Int
    /// Whether the daemon looks for peers now. If not, it does not matter that it does not see a peer.
    public var isLooking: Bool
    /// Whether the daemon began to look for peers a few seconds ago; `nil` if it does not say.
    public var isStarting: Bool?
    /// Whether the table of peers is full, so that a peer that is not in it may still be seen; `nil` if it does not say.
    public var isFull: Bool?
    /// The peers in the order of their names.
    public var peers: [Peer]

    private enum CodingKeys: String, CodingKey {
        case schema, host, name, version, status, code, peers
        case isLooking = "looking"
        case isStarting = "starting"
        case isFull = "full"
    }

    /// Creates the document of a daemon.
    public init(
        host: String, name: String?, version: String, status: ConnectionStatus, isLooking: Bool = true, peers: [Peer]
    ) {
        self.host = host
        self.name = name
        self.version = version
        self.status = status
        code = status.code
        self.isLooking = isLooking
        self.peers = peers
    }
}

/// Another netdiagd on the link.
public struct Peer: Sendable, Hashable, Codable {
    /// What a peer reports about this daemon.
    public struct View: Sendable, Hashable, Codable {
        /// Whether the peer sees this daemon's announcement over mDNS; `nil` if it did not say.
        public var isSeen: Bool?
        /// This daemon's status according to the peer.
        public var status: ConnectionStatus?
        /// Whether its requests to this daemon get responses; `nil` if there were none.
        public var isReachable: Bool?
        /// Why there is no view, or why its requests failed.
        public var reason: String?

        /// Creates a view; without arguments, nothing is known.
        public init(
            isSeen: Bool? = nil, status: ConnectionStatus? = nil, isReachable: Bool? = nil, reason: String? = nil
        ) {
            self.isSeen = isSeen
            self.status = status
            self.isReachable = isReachable
            self.reason = reason
        }

        private enum CodingKeys: String, CodingKey {
            case status, reason
            case isSeen = "seen"
            case isReachable = "reachable"
        }
    }

    /// The name of its instance of `_netdiag._tcp`.
    public var name: String
    /// The host in its SRV record, as in `printer.local`.
    public var host: String
    /// The names of the interfaces of its announcement, or of its address.
    public var interfaces: [String]
    /// Its addresses on this machine's links, beginning with the one that responded.
    public var addresses: [IPAddress]
    /// The port of its HTTP API.
    public var port: UInt16
    /// Whether its announcement is seen over mDNS now.
    public var isSeen: Bool
    /// Its status in the last response or, before that, in its TXT record.
    public var status: ConnectionStatus?
    /// The version of netdiag that it runs; `nil` before its first response.
    public var version: String?
    /// Whether it responds over HTTP; `nil` before the first request.
    public var isReachable: Bool?
    /// Why it does not respond.
    public var reason: String?
    /// The time from the request to the response; `nil` if it does not respond. JSON key: `round_trip_ms`.
    public var roundTrip: Milliseconds?
    /// When it was last seen, or responded last.
    public var last: Timestamp?
    /// What it reports about this daemon; `nil` before the first request.
    public var view: View?

    /// Creates a peer that is only known by its announcement.
    public init(name: String, host: String, port: UInt16) {
        self.name = name
        self.host = host
        self.port = port
        interfaces = []
        addresses = []
        isSeen = false
    }

    private enum CodingKeys: String, CodingKey {
        case name, host, interfaces, addresses, port, status, version, reason, last, view
        case isSeen = "seen"
        case isReachable = "reachable"
        case roundTrip = "round_trip_ms"
    }
}
