/// What shows whether the uplink works: the way from the gateway to the Internet, whatever the targets are.
///
/// Nothing of it is addressed to a third party: the configured resolvers are asked, packets go to addresses that belong to
/// nobody, and the kernel knows of connections that exist anyway.
public struct UplinkEvidence: LayerEvidence {
    /// The layer `uplink`.
    public static let layer = Layer.uplink

    /// What a resolver made of a random label under `root-servers.net`, which no cache can answer.
    public struct Query: Sendable, Hashable, Codable {
        /// What the resolver answered.
        public enum Outcome: String, Sendable, Hashable, Codable {
            /// NXDOMAIN: it has asked a server of the root, or somebody who has.
            case nxdomain
            /// The name, which cannot exist, has ``addresses``.
            case address
            /// The name exists, and has no address.
            case noData = "no-data"
            /// As ``Resolution/FailureReason`` has them.
            case refused, servfail, timeout, closed, malformed
        }

        /// What the resolver made of names that exist: `a.root-servers.net`, and the name servers of the root.
        public enum Control: String, Sendable, Hashable, Codable {
            /// It knows one of them.
            case known
            /// It says of both that they do not exist or have no such records, or refuses to tell; or makes up the same addresses.
            case denied
        }

        /// Where a resolver is.
        public enum Place: String, Sendable, Hashable, Codable {
            /// On this machine.
            case own
            /// On a link of this machine.
            case link
            /// The gateway itself, which asks others.
            case gateway
            /// Behind the gateway.
            case beyond
        }

        /// The resolver that was asked.
        public var server: IPAddress
        /// Where the resolver is.
        public var place: Place
        /// What the resolver answered.
        public var outcome: Outcome
        /// The name that was asked for.
        public var name: String
        /// The addresses of the answer, at most 4; empty unless the outcome is `address`.
        public var addresses: [IPAddress]
        /// What the server said of its reasons (RFC 8914); `nil`: nothing.
        public var reasons: [ExtendedDNSError]?
        /// From the question to the answer; 0 where it was not taken. JSON key: `duration_ms`.
        public var duration: Milliseconds
        /// What it makes of names that exist, where it says that this one does not, refuses it, or makes addresses up; `nil`: it was
        /// not asked, or did not answer.
        public var control: Control?
        /// It was refused by NOTIMP; `nil` if it was not.
        public var isNotImplemented: Bool?
        /// The server answered over UDP that its answer is too long for that, and not over TCP; `nil`: it did not. JSON key: `truncated`.
        public var isTruncated: Bool?
        /// It was silent over UDP, and has answered over TCP; `nil`: it was not. JSON key: `tcp_only`.
        public var isOverTCPAlone: Bool?

        enum CodingKeys: String, CodingKey {
            case server, place, outcome, name, addresses, reasons, control
            case isNotImplemented = "not_implemented"
            case isTruncated = "truncated"
            case isOverTCPAlone = "tcp_only"
            case duration = "duration_ms"
        }

        /// Creates what a resolver answered.
        public init(
            server: IPAddress, at place: Place, outcome: Outcome, name: String = "", addresses: [IPAddress] = [],
            reasons: [ExtendedDNSError]? = nil, duration: Duration = .zero
        ) {
            self.server = server
            self.place = place
            self.outcome = outcome
            self.name = name
            self.addresses = addresses
            self.reasons = reasons
            self.duration = Milliseconds(duration)
        }
    }

    /// What came back for a packet with a small hop limit to an address that belongs to nobody (RFC 5737, RFC 3849), or for a
    /// connection to a resolver that is behind the gateway.
    public struct Packet: Sendable, Hashable, Codable {
        /// How the destination, or somebody in its place, answered a SYN.
        public enum Answer: String, Sendable, Hashable, Codable {
            /// The connection was accepted.
            case accepted
            /// It was reset.
            case reset
        }

        /// The address that the packet was sent to.
        public var destination: IPAddress
        /// `nil`: UDP.
        public var transport: PathEvidence.Transport?
        /// The hop limit that the packet was sent with; `nil`: the usual one, to a resolver.
        public var limit: Int?
        /// `nil`: no ICMP error came back.
        public var error: ICMPError?
        /// `nil`: the destination said nothing.
        public var answer: Answer?
        /// Why this machine did not send it: the name of the error, as in `ENETUNREACH`.
        public var failure: String?
        /// It was sent with an earlier look at the uplink.
        public var isEarlier: Bool?

        enum CodingKeys: String, CodingKey {
            case destination, transport, limit, error, answer, failure
            case isEarlier = "earlier"
        }

        /// Creates what came back for a packet.
        public init(
            destination: IPAddress, transport: PathEvidence.Transport? = nil, limit: Int?, error: ICMPError? = nil,
            answer: Answer? = nil, failure: String? = nil
        ) {
            self.destination = destination
            self.transport = transport
            self.limit = limit
            self.error = error
            self.answer = answer
            self.failure = failure
        }
    }

    /// Who answered a connection to port 80 of an address that belongs to nobody: a proxy or a portal on the way.
    public struct Interception: Sendable, Hashable, Codable {
        /// The address that was connected to.
        public var destination: IPAddress
        /// Whether anybody accepted the connection.
        public var isAccepted: Bool
        /// The ICMP error that came back for the SYN; `nil`: none did.
        public var error: ICMPError?
        /// The status of the HTTP answer; `nil`: there was none.
        public var status: Int?
        /// Where it redirects to.
        public var location: String?
        /// Whether port 443 was accepted too; `nil`: it was not tried. JSON key: `accepted_tls`.
        public var isTLSAccepted: Bool?

        enum CodingKeys: String, CodingKey {
            case destination, error, status, location
            case isTLSAccepted = "accepted_tls"
            case isAccepted = "accepted"
        }

        /// Creates what became of the connection.
        public init(
            destination: IPAddress, isAccepted: Bool, error: ICMPError? = nil, status: Int? = nil,
            location: String? = nil
        ) {
            self.destination = destination
            self.isAccepted = isAccepted
            self.error = error
            self.status = status
            self.location = location
        }
    }

    /// This machine's own TCP connections to addresses of the Internet, of all processes, as the kernel counts them (tcp(7)).
    public struct Connections: Sendable, Hashable, Codable {
        /// Established, or being made.
        public var total: Int
        /// An acknowledgement or data came within the last two seconds.
        public var heard: Int
        /// Only retransmitting: what was sent is not acknowledged, and has been sent again.
        public var stuck: Int
        /// How many different addresses the stuck ones lead to.
        public var stuckPeers: Int

        enum CodingKeys: String, CodingKey {
            case total, heard, stuck
            case stuckPeers = "stuck_peers"
        }

        /// Creates a count of connections.
        public init(total: Int = 0, heard: Int = 0, stuck: Int = 0, stuckPeers: Int = 0) {
            self.total = total
            self.heard = heard
            self.stuck = stuck
            self.stuckPeers = stuckPeers
        }
    }

    /// The next hop of the default route that is preferred; `nil` of a link that needs none, as a tunnel.
    public var gateway: IPAddress?
    /// All gateways of default routes: what they say themselves does not come from beyond them.
    public var gateways: [IPAddress]
    /// The interface of the default route that is preferred; `nil` if it is not known.
    public var interface: String?
    /// What the resolvers answered, each to one question.
    public var queries: [Query]
    /// Empty where none were sent.
    public var packets: [Packet]
    /// Who answered for an address that belongs to nobody; `nil` if nobody was asked.
    public var interception: Interception?
    /// What the kernel knows of this machine's connections; `nil` if it was not asked, or did not say.
    public var connections: Connections?
    /// The connectivity URL that this machine is configured with; `nil`: none, or nobody answered.
    public var known: PortalEvidence.Look?
    /// Whether it answered as it does where nothing is in the way; `nil`: there is none.
    public var isURLAnswered: Bool?
    /// `uplink: off`: no packets are sent to nobody.
    public var isOff: Bool?
    /// A check of this process has connected to a host in the Internet a short while ago; `false`: it has, but not since the resolvers have
    /// reached nobody any more.
    public var hasConnected: Bool?
    /// Packets to nobody by way of NAT64, of a machine that has IPv6 alone; `nil`: no NAT64 is known, or nothing was sent. JSON key:
    /// `nat64`.
    public var translation: Translation?
    /// Further uplinks, none of which proves anything of the one that traffic takes; `nil`: there is none.
    public var spares: [Spare]?

    enum CodingKeys: String, CodingKey {
        case gateway, gateways, interface, queries, packets, interception, connections, spares
        case translation = "nat64"
        case known = "connectivity_url"
        case isURLAnswered = "connectivity_url_answered"
        case isOff = "off"
        case hasConnected = "check_connected"
    }

    /// Creates the evidence of an uplink; without `gateways`, `gateway` is the only one.
    public init(
        gateway: IPAddress?, gateways: [IPAddress] = [], interface: String?, queries: [Query] = [],
        packets: [Packet] = [], interception: Interception? = nil, connections: Connections? = nil
    ) {
        self.gateway = gateway
        self.gateways = gateways.isEmpty ? [gateway].compactMap(\.self) : gateways
        self.interface = interface
        self.queries = queries
        self.packets = packets
        self.interception = interception
        self.connections = connections
    }
}

extension UplinkEvidence {
    /// Whether the network translates to IPv4 (NAT64, RFC 6146), as packets to IPv4 addresses that nobody has show.
    public struct Translation: Sendable, Hashable, Codable {
        /// The prefix of the network.
        public var prefix: NAT64Prefix
        /// What came back for packets to an address below the prefix.
        public var packets: [Packet]

        /// Creates what came back.
        public init(prefix: NAT64Prefix, packets: [Packet]) {
            self.prefix = prefix
            self.packets = packets
        }
    }

    /// One line for people: what resolvers, routers and this machine's connections show.
    public var summary: String {
        var parts = queries.map(\.summary)
        let own = Set(gateways.map(\.bytes))
        let reporters = packets.compactMap { $0.error?.reporter }.filter { !own.contains($0.bytes) }.reduce(
            into: [IPAddress]()
        ) {
            if !$0.contains($1) { $0.append($1) }
        }
        if !reporters.isEmpty {
            parts.append("routers behind the gateway: " + reporters.map(\.description).joined(separator: ", "))
        } else if packets.contains(where: { $0.failure == nil }) {
            parts.append("no router beyond the gateway answers")
        }
        if interception?.isAccepted == true { parts.append("somebody answers in the place of others on port 80") }
        if let connections, connections.heard + connections.stuck > 0 {
            parts.append(
                "\(connections.heard) of \(connections.total) own connections heard, \(connections.stuck) stuck")
        }
        if let known { parts.append("\(known.url): \(known.status)") }
        return parts.listed(otherwise: "nothing was asked")
    }

    /// Changes the texts of others: locations, and what resolvers say of their reasons.
    public mutating func mapServerText(_ change: (String) -> String) {
        if let location = interception?.location { interception?.location = change(location) }
        if let location = known?.location { known?.location = change(location) }
        for index in queries.indices {
            queries[index].reasons = queries[index].reasons.map { reasons in
                reasons.map { ExtendedDNSError(code: $0.code, text: $0.text.map(change)) }
            }
        }
        for index in spares?.indices ?? 0..<0 {
            var uplink = spares?[index].uplink
            uplink?.mapServerText(change)
            spares?[index].queries = uplink?.queries ?? []
        }
    }
}

extension UplinkEvidence.Query {
    /// Whether it says that what exists does not: what it denies proves nothing.
    public var isDenial: Bool { (outcome == .nxdomain || outcome == .noData) && control == .denied }

    /// Whether its answer shows that it has asked somebody beyond the gateway.
    public var reachesRoot: Bool {
        outcome == .nxdomain && control != .denied || outcome == .address && control == .known
    }

    /// Whether it refuses this one name, and answers for others.
    public var isRefusalOfName: Bool { outcome == .refused && control == .known }

    /// The code of an answer that refuses.
    public var refusal: String { isNotImplemented == true ? "NOTIMP" : "REFUSED" }

    /// As in `10.0.0.1 answers REFUSED`.
    public var summary: String {
        switch outcome {
        case _ where isDenial: "\(server) denies names that exist"
        case .nxdomain: "\(server) reaches the Internet"
        case .address: "\(server) makes up addresses"
        case .noData: "\(server) knows no address"
        case .refused: "\(server) answers \(refusal)"
        case .servfail: "\(server) answers SERVFAIL"
        case .timeout where isTruncated == true, .closed where isTruncated == true:
            "\(server) answers in part, and not over TCP"
        case .timeout: "\(server) does not answer"
        case .closed: "\(server) has no DNS server"
        case .malformed: "\(server) gives no valid answer"
        }
    }
}
