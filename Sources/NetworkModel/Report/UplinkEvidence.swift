/// The evidence for the state of the uplink: the path from the gateway to the Internet, independent of the targets.
///
/// Hardly anything is sent to a third party: the configured resolvers are queried, packets are sent to addresses that belong to
/// nobody, and the kernel knows about existing connections. Only if these leave it open whether the uplink works, or one of several next
/// hops, packets are sent to a host of the Internet as well.
public struct UplinkEvidence: LayerEvidence {
    /// The layer `uplink`.
    public static let layer = Layer.uplink

    /// The response of a resolver for a random label under `root-servers.net`, which no cache can have.
    public struct Query: Sendable, Hashable, Codable {
        /// The response of the resolver.
        public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
            /// NXDOMAIN: the resolver, or one that it queries, reached a root server.
            case nxdomain
            /// The name, which cannot exist, has ``addresses``.
            case address
            /// The name exists, but has no address.
            case noData = "no-data"
            /// The failures of ``Resolution/FailureReason``.
            case refused, servfail, timeout, closed, malformed
        }

        /// The responses of the resolver for names that exist: `a.root-servers.net`, and the name servers of the root.
        public enum Control: String, Sendable, Hashable, Codable {
            /// It resolved one of them.
            case known
            /// It denied both or refused to resolve them, or it made up the same addresses for them.
            case denied
            /// It denied the first, and named other servers of the root, as in a network with a root of its own. JSON: `own_root`.
            case ownRoot = "own_root"
        }

        /// The location of a resolver.
        public enum Place: String, Sendable, Hashable, Codable {
            /// It is on this machine.
            case own
            /// It is on a link of this machine.
            case link
            /// It is the gateway itself, which forwards queries.
            case gateway
            /// It is behind the gateway.
            case beyond
        }

        /// The address of the resolver.
        public var server: IPAddress
        /// The location of the resolver.
        public var place: Place
        /// The response of the resolver.
        public var outcome: Outcome
        /// The name in the query.
        public var name: String
        /// The addresses in the response, at most 4; empty unless the outcome is `address`.
        public var addresses: [IPAddress]
        /// The extended errors of the server (RFC 8914); `nil` for none.
        public var reasons: [ExtendedDNSError]?
        /// The time from the query to the response; 0 if it was not measured. JSON key: `duration_ms`.
        public var duration: Milliseconds
        /// Its responses for existing names, if it denied or refused this one or made up addresses; after SERVFAIL, whether it
        /// resolves this one with checking disabled. `nil` if it was not queried, or did not respond.
        public var control: Control?
        /// Whether the response was NOTIMP; `nil` if it was not.
        public var isNotImplemented: Bool?
        /// Whether the response over UDP was truncated, and there was none over TCP; `nil` if not. JSON key: `truncated`.
        public var isTruncated: Bool?
        /// Whether the resolver did not respond over UDP, but over TCP; `nil` if not. JSON key: `tcp_only`.
        public var isOverTCPAlone: Bool?
        /// Whether the resolver did not respond to this query in time, but responded to another one later; `nil` if not. JSON
        /// key: `late`.
        public var isLate: Bool?
        /// The ICMP error that this query, or another one to the resolver in the same observation, got in place of a response; `nil`
        /// if there was none.
        public var rejection: ICMPError?

        enum CodingKeys: String, CodingKey {
            case server, place, outcome, name, addresses, reasons, control, rejection
            case isLate = "late"
            case isNotImplemented = "not_implemented"
            case isTruncated = "truncated"
            case isOverTCPAlone = "tcp_only"
            case duration = "duration_ms"
        }

        /// Creates the response of a resolver.
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

    /// The response to a packet with a small hop limit to an address that belongs to nobody (RFC 5737, RFC 3849) or to a host with
    /// which this machine's programs have connections, or a root server; or to a connection to a resolver behind the gateway.
    public struct Packet: Sendable, Hashable, Codable {
        /// The response of the destination, or of a device in its place, to a SYN.
        public enum SYNResponse: String, Sendable, Hashable, Codable {
            /// The connection was accepted.
            case accepted
            /// The connection was reset.
            case reset
            /// An echo request was answered.
            case reply
        }

        /// The destination address of the packet; the unspecified address for a host with which this machine's programs have or
        /// had a connection, and for a root server.
        public var destination: IPAddress
        /// The protocol of the packet; `nil` for UDP.
        public var transport: PathEvidence.Transport?
        /// The hop limit of the packet; `nil` for the default one, to a resolver.
        public var limit: Int?
        /// The ICMP error; `nil` if there was none.
        public var error: ICMPError?
        /// The response of the destination; `nil` if there was none.
        public var answer: SYNResponse?
        /// Why this machine did not send the packet: the name of the error, as in `ENETUNREACH`.
        public var failure: String?
        /// Whether it was sent for an earlier observation of the uplink.
        public var isEarlier: Bool?
        /// Whether ``error`` arrived on an interface of this machine, but not at the socket, since its packet filter drops it; `nil`
        /// if not. JSON key: `kept_out`.
        public var isKeptOut: Bool?

        enum CodingKeys: String, CodingKey {
            case destination, transport, limit, error, answer, failure
            case isEarlier = "earlier"
            case isKeptOut = "kept_out"
        }

        /// Creates the response to a packet.
        public init(
            destination: IPAddress, transport: PathEvidence.Transport? = nil, limit: Int?, error: ICMPError? = nil,
            answer: SYNResponse? = nil, failure: String? = nil
        ) {
            self.destination = destination
            self.transport = transport
            self.limit = limit
            self.error = error
            self.answer = answer
            self.failure = failure
        }
    }

    /// The response to a connection to port 80 of an address that belongs to nobody, which a proxy or a portal on the path
    /// sends.
    public struct Interception: Sendable, Hashable, Codable {
        /// The destination address of the connection.
        public var destination: IPAddress
        /// Whether the connection was accepted.
        public var isAccepted: Bool
        /// The ICMP error for the SYN; `nil` if there was none.
        public var error: ICMPError?
        /// The status of the HTTP response; `nil` if there was none.
        public var status: Int?
        /// The destination of the redirect; `nil` if there was none.
        public var location: String?
        /// The value of `Server` (RFC 9110 section 10.2.4); `nil` if it was not sent.
        public var server: String?
        /// Whether port 443 was accepted too; `nil` if it was not tried. JSON key: `accepted_tls`.
        public var isTLSAccepted: Bool?
        /// The length of the page in bytes, according to `Content-Length`; `nil` if that is missing. JSON key: `content_length`.
        public var contentLength: Int?
        /// Whether the connection was ended without a response once it was accepted; `nil` if not. JSON key: `ended`.
        public var isEnded: Bool?
        /// Whether the device returns the same error for a request that no proxy can pass on: with `Max-Forwards: 0` (RFC 9110
        /// section 7.6.2), or, if it forbids the page, for a name that cannot exist (RFC 6761); `nil` if it does not, or was
        /// not asked. JSON key: `own_failure`.
        public var isOwnFailure: Bool?
        /// Whether the device is next to this machine, since it also accepts port 80 with a hop limit of 1; `nil` if not. JSON key: `near`.
        public var isNear: Bool?
        /// The ICMP error for a SYN to port 443 with a hop limit of 2, past a near device; `nil` for none. JSON key: `passed_tls`.
        public var errorBehind: ICMPError?

        enum CodingKeys: String, CodingKey {
            case destination, error, status, location, server
            case isOwnFailure = "own_failure"
            case isNear = "near"
            case errorBehind = "passed_tls"
            case isEnded = "ended"
            case contentLength = "content_length"
            case isTLSAccepted = "accepted_tls"
            case isAccepted = "accepted"
        }

        /// Creates the result of the connection.
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

    /// The gateway of the preferred default route; `nil` for a link that needs none, such as a tunnel.
    public var gateway: IPAddress?
    /// All gateways of default routes. Their own responses do not prove anything about the path beyond them.
    public var gateways: [IPAddress]
    /// The interface of the preferred default route; `nil` if not known.
    public var interface: String?
    /// The responses of the resolvers, one for each query.
    public var queries: [Query]
    /// The packets to documentation addresses; empty if none were sent.
    public var packets: [Packet]
    /// SYNs to port 80 and datagrams to those addresses for which SYNs to port 443 were rejected, with hop limits from that of
    /// a rejected one; `nil` if none were sent. JSON key: `other_ports`.
    public var otherPorts: [Packet]?
    /// SYNs with a hop limit of 1 to the target's port of those addresses that this machine refuses to send, or resets itself; `nil` if
    /// it sends them, or if it was not tried.
    public var unsent: [PathEvidence.Trace]?
    /// The address families in which a router prohibits SYNs to a host of the Internet as well, and not to addresses alone that nobody
    /// has; `nil` for none, or if none were sent. JSON key: `hosts_prohibited`.
    public var familiesProhibited: [AddressFamily]?
    /// The address families in which SYNs to a host of the Internet get no further than those to addresses that nobody has; `nil` for
    /// none, or if none were sent. JSON key: `hosts_unreached`.
    public var familiesUnreached: [AddressFamily]?
    /// The address families in which the gateway, or the only router behind it that was heard, reports SYNs to a host of the Internet as
    /// undeliverable as well; `nil` for none, or if none were sent. JSON key: `hosts_unreachable`.
    public var familiesUnreachable: [AddressFamily]?
    /// The address families in which that router may have used up its limit of errors before the SYNs to a host of the Internet were
    /// sent, so that silence about them shows nothing; `nil` for none. JSON key: `hosts_undecided`.
    public var familiesUndecided: [AddressFamily]?
    /// The response for an address that belongs to nobody; `nil` if it was not tried.
    public var interception: Interception?
    /// The same for IPv6, if a portal responds for IPv4; `nil` if it was not tried. JSON key: `interception_ipv6`.
    public var interceptionOfIPv6: Interception?
    /// The handshake with a device that responds on port 443 in place of others; `nil` if there is none, or it was not tried. JSON
    /// key: `interception_443`.
    public var secureInterception: TLSInterception?
    /// The page of a name that cannot exist, at the address that resolvers return for every name; `nil` if they do not, or there was no
    /// response. JSON key: `page_of_every_name`.
    public var pageOfEveryName: PortalEvidence.PageResponse?
    /// The state of this machine's connections; `nil` if it was not read, or is not available.
    public var connections: Connections?
    /// The response of the connectivity URL that this machine is configured with; `nil` if there is none, or it did not
    /// respond.
    public var known: PortalEvidence.PageResponse?
    /// Whether the connectivity URL responded as it does without interception; `nil` if there is none.
    public var isURLAnswered: Bool?
    /// Whether `uplink: off` is configured, so that no packets are sent to documentation addresses.
    public var isOff: Bool?
    /// Whether this machine's SYNs request explicit congestion notification (RFC 3168), which some devices drop, so that their silence
    /// says nothing about repeated SYNs, which do not request it; `nil` if they do not. JSON key: `ecn_requested`.
    public var isECNRequested: Bool?
    /// Whether a check of this process connected to a host in the Internet a short while ago; false if it did so only before
    /// the resolvers lost the Internet.
    public var hasConnected: Bool?
    /// Whether a check of this process connected to port 443 of a host in the Internet a short while ago; `nil` if it did not.
    public var hasConnectedSecurely: Bool?
    /// Whether a host behind a gateway was heard, by this observation or an earlier one, since no resolver reaches other servers, so
    /// that the gateway forwards packets; `nil` if not. JSON key: `heard_unresolved`.
    public var isHeardUnresolved: Bool?
    /// The number of networks with hosts to which checks of this process failed to connect over IPv6 a short while ago, while
    /// they connected over IPv4, if none connected to a host of the Internet over IPv6 in that time; `nil` for none. JSON key:
    /// `checks_failed_ipv6`.
    public var failedNetworksOverIPv6: Int?
    /// The gateways over which checks of other targets have reached hosts since the uplink was last not proven to work; `nil` for
    /// none. JSON key: `gateways_in_use`.
    public var forwarders: [IPAddress]?
    /// Packets to documentation addresses by NAT64, on a machine with IPv6 only; `nil` if no NAT64 is known, or nothing was
    /// sent. JSON key: `nat64`.
    public var translation: Translation?
    /// Whether this machine has IPv6 only, and neither a router nor a resolver has a prefix of NAT64; `nil` if not, or if that was
    /// not determined. JSON key: `no_nat64`.
    public var isWithoutTranslation: Bool?
    /// Packets to documentation addresses from each IPv6 prefix of the interface, if it has several; `nil` if none were sent.
    public var prefixes: PrefixTrial?
    /// The time until a router behind the gateway reported a packet, if nothing was heard within the time limit of the others; `nil` if
    /// none did, or if it was not tried. JSON key: `late_ms`.
    public var lateness: Milliseconds?
    /// Further uplinks, which prove nothing about the one in use; `nil` for none.
    public var spares: [Spare]?
    /// Connections to a host of the Internet over each of several next hops of the default route, if nothing is heard behind one of
    /// them; `nil` if none were made.
    public var legs: [TCPEvidence.Leg]?
    /// A proxy in the environment of this process that accepts connections, if nothing shows that direct connections work, or those
    /// over IPv4; `nil` for none.
    public var proxy: ReachedProxy?

    enum CodingKeys: String, CodingKey {
        case gateway, gateways, interface, queries, packets, interception, connections, spares, prefixes, proxy, unsent
        case legs
        case otherPorts = "other_ports"
        case familiesProhibited = "hosts_prohibited"
        case familiesUnreached = "hosts_unreached"
        case familiesUnreachable = "hosts_unreachable"
        case familiesUndecided = "hosts_undecided"
        case interceptionOfIPv6 = "interception_ipv6"
        case secureInterception = "interception_443"
        case pageOfEveryName = "page_of_every_name"
        case translation = "nat64"
        case isWithoutTranslation = "no_nat64"
        case known = "connectivity_url"
        case isURLAnswered = "connectivity_url_answered"
        case isOff = "off"
        case isECNRequested = "ecn_requested"
        case hasConnected = "check_connected"
        case hasConnectedSecurely = "check_connected_443"
        case isHeardUnresolved = "heard_unresolved"
        case failedNetworksOverIPv6 = "checks_failed_ipv6"
        case forwarders = "gateways_in_use"
        case lateness = "late_ms"
    }

    /// Creates the evidence of an uplink. Without `gateways`, `gateway` is the only one.
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
    /// Whether the network translates to IPv4 (NAT64, RFC 6146), which packets to IPv4 documentation addresses show.
    public struct Translation: Sendable, Hashable, Codable {
        /// The prefix of the network.
        public var prefix: NAT64Prefix
        /// The responses to packets to an address in the prefix.
        public var packets: [Packet]
        /// This machine's own connections to addresses in the prefix; `nil` if there are none.
        public var connections: Connections?

        /// Creates the result for a prefix.
        public init(prefix: NAT64Prefix, packets: [Packet]) {
            self.prefix = prefix
            self.packets = packets
        }
    }

    /// Changes the texts of others: locations, and extended errors.
    public mutating func mapServerText(_ change: (String) -> String) {
        if let location = interception?.location { interception?.location = change(location) }
        if let location = interceptionOfIPv6?.location { interceptionOfIPv6?.location = change(location) }
        if let location = known?.location { known?.location = change(location) }
        if let location = pageOfEveryName?.location { pageOfEveryName?.location = change(location) }
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
