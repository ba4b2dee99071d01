/// The output of `netdiag peers --json` and of `GET /v1/peers`: this daemon, and the other daemons that it knows.
public struct PeersDocument: Sendable, Hashable, Codable {
    /// The name and version of this form of the document.
    public static let schema = "netdiag.peers/1"

    /// The form of the document, ``schema`` where this version has made it.
    public var schema = PeersDocument.schema
    /// The host's name.
    public var host: String
    /// The name that this daemon is published under, `nil` while it is not.
    public var name: String?
    /// The version of netdiag that the daemon runs.
    public var version: String
    /// The daemon's overall status.
    public var status: ConnectionStatus
    /// The status as a number (``ConnectionStatus/code``).
    public var code: Int
    /// Whether it looks for others now; without it, that it does not see somebody says nothing.
    public var isLooking: Bool
    /// Whether it has only just begun to look, and knows in a few seconds; `nil` if it does not say.
    public var isStarting: Bool?
    /// Whether there is no room for more peers, so that one that is not among them may be seen; `nil` if it does not say.
    public var isFull: Bool?
    /// In the order of their names.
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
    /// What a peer says of this daemon in its own list of peers.
    public struct View: Sendable, Hashable, Codable {
        /// Whether it sees this daemon's announcement over mDNS; `nil` if it did not say.
        public var isSeen: Bool?
        /// This daemon's status as it has it.
        public var status: ConnectionStatus?
        /// Whether its requests to this daemon are answered; `nil` if it has made none.
        public var isReachable: Bool?
        /// Why there is no view, or why its requests failed.
        public var reason: String?

        /// Creates a view; without arguments, nothing is known of it.
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
    /// The host that its SRV record names, as in `printer.local`.
    public var host: String
    /// The interfaces that it is announced on, or that its address is on, by name.
    public var interfaces: [String]
    /// Its addresses on this machine's links, beginning with the one that it answered at.
    public var addresses: [IPAddress]
    /// The port of its HTTP API.
    public var port: UInt16
    /// Whether it is announced over mDNS now.
    public var isSeen: Bool
    /// As it answered last or, before that, as its TXT record has it.
    public var status: ConnectionStatus?
    /// The version of netdiag that it runs; `nil` before it has answered.
    public var version: String?
    /// Whether it answers over HTTP; `nil` before it was asked.
    public var isReachable: Bool?
    /// Why it does not.
    public var reason: String?
    /// From the request to its answer; `nil` if it does not answer. JSON key: `round_trip_ms`.
    public var roundTrip: Milliseconds?
    /// When it was last seen or answered.
    public var last: Timestamp?
    /// What it says of this daemon; `nil` before it was asked.
    public var view: View?

    /// Creates a peer of which its announcement alone is known.
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
