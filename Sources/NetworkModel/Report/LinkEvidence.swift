/// The layers below DNS: the kernel's view of the path to the target.
public struct LinkEvidence: LayerEvidence {
    /// The layer `link`.
    public static let layer = Layer.link

    /// The interfaces that carry the route to the target, or should.
    public var carriers: [Link]
    /// The names of the other interfaces except loopback, whether they matter or not; at most 64.
    public var others: [String]
    /// The ports of those carriers that are bridges or bonds, at most 64; `nil` if no carrier is one.
    public var members: [Member]?
    /// The carriers that are themselves ports of a bridge or bond, which takes what arrives on them; `nil` for none.
    public var ports: [Member]?
    /// The interfaces beneath the carriers: those that VLANs and macvlans are on; and for tunnels, those that their packets can
    /// leave this machine over. `nil` for none.
    public var underlay: [Link]?
    /// If a carrier is a bridge without a port that leads out of this machine: interfaces that are up with a carrier, have no
    /// address and are in no bridge; `nil` for none.
    public var unbridged: [String]?

    /// A port of a bridge or bond.
    public struct Member: Sendable, Hashable, Codable {
        /// The name of the port, as in `eth0`.
        public var name: String
        /// The name of the bridge or bond.
        public var master: String
        /// The type of the driver, as ``Link/kind``; `nil` for hardware.
        public var kind: String?
        /// Whether the port is administratively up (`IFF_UP`). JSON key: `admin_up`.
        public var isAdminUp: Bool
        /// Whether the port has a carrier (`IFLA_CARRIER`, or `IFF_LOWER_UP`). JSON key: `carrier`.
        public var hasCarrier: Bool
        /// How often the carrier appeared, as ``Link/carrierGains``.
        public var carrierGains: Int?
        /// The state in the spanning tree, as ``Link/portState``. JSON key: `port_state`.
        public var portState: Link.PortState?

        enum CodingKeys: String, CodingKey {
            case name, master, kind
            case portState = "port_state"
            case isAdminUp = "admin_up"
            case hasCarrier = "carrier"
            case carrierGains = "carrier_gains"
        }

        /// Creates a port from its interface.
        public init(_ link: Link, of master: String) {
            name = link.name
            self.master = master
            kind = link.kind
            isAdminUp = link.isAdminUp
            hasCarrier = link.hasCarrier
            carrierGains = link.carrierGains
            portState = link.portState
        }
    }

    /// Creates the evidence of the interfaces.
    public init(carriers: [Link], others: [String], members: [Member]? = nil) {
        self.carriers = carriers
        self.others = others
        self.members = members
    }
}

/// The source addresses for packets to the target.
public struct AddressEvidence: LayerEvidence {
    /// The layer `address`.
    public static let layer = Layer.address

    /// An address and its interface.
    public struct Source: Sendable, Hashable, Codable {
        /// The name of the interface.
        public var interface: String
        /// The address, with its prefix, flags and lifetimes.
        public var address: LinkAddress

        /// Creates an address with its interface.
        public init(interface: String, address: LinkAddress) {
            self.interface = interface
            self.address = address
        }
    }

    /// The addresses that are usable now, without loopback.
    public var usable: [Source]
    /// The addresses that are not usable: tentative or duplicate.
    public var unusable: [Source]
    /// The expired leases of these interfaces, in address families in which they have no other address; `nil` for none.
    public var expired: [ExpiredLease]?
    /// The offers of DHCP servers on the links; `nil` if none was requested.
    public var offers: [DHCPOffers]?
    /// A subnet of this machine that contains the destination; `nil` if there is none.
    @BoxedOptional public var overlap: OwnSubnet?
    /// A prefix that is so short that a remote destination seems to be on the link; `nil` if there is none.
    @BoxedOptional public var wide: WideSubnet?
    /// A prefix that is so long that a destination next to it is only reached by the gateway; `nil` if there is none.
    @BoxedOptional public var narrow: NarrowSubnet?
    /// The results of connections to the target from each IPv6 prefix of the interface; examined if it has several and the
    /// target is not reached over IPv6.
    @BoxedOptional public var prefixes: PrefixTrial?
    /// Another host with the hardware address of the interface; `nil` if none was heard, or if nobody listened.
    @BoxedOptional public var twin: LinkHost?
    /// Another host with the address of this machine that is configured as a DNS server's, while no server runs here; `nil` if none
    /// answered, or if it was not examined.
    @BoxedOptional public var holder: LinkHost?

    /// Creates the evidence of the addresses, without offers of DHCP servers.
    public init(usable: [Source], unusable: [Source], expired: [ExpiredLease]? = nil) {
        self.usable = usable
        self.unusable = unusable
        self.expired = expired
    }
}

/// The next hops towards the target.
public struct GatewayEvidence: LayerEvidence {
    /// The layer `gateway`.
    public static let layer = Layer.gateway

    /// The result of an ARP request for the gateway's address.
    public enum ARPOutcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// A host replied, or none did.
        case answered, silent
        /// This process has no permission (`CAP_NET_RAW`).
        case notPermitted = "not-permitted"
        /// `netdiag-arp` had too many requests, so that none was sent.
        case busy
    }

    /// The result of an ARP request, with the host that replied.
    public struct ARPResult: Sendable, Hashable {
        /// Whether a host replied.
        public var outcome: ARPOutcome
        /// The hardware address as `aa:bb:cc:dd:ee:ff`; `nil` if no host replied.
        public var hardwareAddress: String?

        /// Creates the result of a request.
        public init(_ outcome: ARPOutcome, hardwareAddress: String? = nil) {
            self.outcome = outcome
            self.hardwareAddress = hardwareAddress
        }
    }

    /// A next hop.
    public struct Hop: Sendable, Hashable, Codable {
        /// The route to the next hop.
        public var route: Route
        /// The address that is resolved on the link: the gateway, or the target itself if it is on the link.
        public var nextHop: IPAddress?
        /// The neighbour entry of the gateway, read after the echo.
        public var neighbour: Neighbour?
        /// The result of an echo request; `nil` if none was sent.
        public var echo: EchoEvidence?
        /// The result of ARP, which is only used if the gateway is silent while the kernel considers it reachable.
        public var arp: ARPOutcome?
        /// The hardware address in the reply of ``arp``, as `aa:bb:cc:dd:ee:ff`; or in the reply to a request from 0.0.0.0, if there is
        /// a ``holder``.
        @BoxedOptional public var arpAddress: String?
        /// The hardware address of another host that replies for this machine's own address (RFC 5227 section 2.1.1).
        @BoxedOptional public var holder: String?
        /// This machine's address that ``holder`` replies for.
        @BoxedOptional public var own: IPAddress?
        /// Whether ``holder`` replies for this machine's address and not for the next hop's, as a device would that replies for every
        /// address; examined if packets get lost; `nil` if not. JSON key: `own_address_shared`.
        public var isHolderAlone: Bool?
        /// The hardware address of a second host that replies for the gateway's address, other than that of ``neighbour``.
        /// JSON key: `other_holder`.
        @BoxedOptional public var rival: String?
        /// Whether this machine itself has the gateway's address, so that packets to it do not leave; `nil` if not. JSON key:
        /// `is_own`.
        public var isOwn: Bool?
        /// The subnet of another interface of this machine, such as a bridge of containers, that has the gateway's address;
        /// `nil` if none does. JSON key: `own_subnet`.
        @BoxedOptional public var ownSubnet: OwnSubnet?
        /// Whether the gateway responded to an echo request of this process before. The silence of one that never does means
        /// less.
        public var hasAnsweredBefore: Bool?
        /// Whether data arrives on this machine's connections through the gateway while that seems to be gone; `nil` if not. JSON
        /// key: `is_receiving`.
        public var isReceiving: Bool?
        /// Whether the gateway is in no subnet of the interface, without a route to it on the link; `nil` if it is reachable
        /// on the link.
        public var isOffLink: Bool?
        /// Whether the interface is a tunnel, so that the gateway is its other end; `nil` if not. JSON key: `tunnel`.
        public var isTunnel: Bool?
        /// Several echo requests in a row, sent if the result of ``echo`` was suspicious.
        @BoxedOptional public var series: EchoEvidence?
        /// A source address to which the gateway may have no route; `nil` if there is none.
        @BoxedOptional public var sourceTrial: SourceTrial?

        enum CodingKeys: String, CodingKey {
            case route, neighbour, echo, arp, series
            case arpAddress = "arp_address"
            case holder = "own_address_holder"
            case own = "own_address"
            case isHolderAlone = "own_address_shared"
            case rival = "other_holder"
            case sourceTrial = "source_trial"
            case isOffLink = "off_link"
            case isOwn = "is_own"
            case isTunnel = "tunnel"
            case isReceiving = "is_receiving"
            case ownSubnet = "own_subnet"
            case nextHop = "next_hop"
            case hasAnsweredBefore = "has_answered_before"
        }

        /// Creates a next hop, by default the gateway of the route.
        public init(
            route: Route, nextHop: IPAddress? = nil, neighbour: Neighbour? = nil, echo: EchoEvidence? = nil,
            arp: ARPOutcome? = nil, hasAnsweredBefore: Bool? = nil, isOffLink: Bool? = nil, series: EchoEvidence? = nil
        ) {
            self.route = route
            self.nextHop = nextHop ?? route.gateway
            self.neighbour = neighbour
            self.echo = echo
            self.arp = arp
            self.hasAnsweredBefore = hasAnsweredBefore
            self.isOffLink = isOffLink
            self.series = series
        }
    }

    /// The next hops that packets to the target would take.
    public var hops: [Hop]
    /// Other default routes in the address families in which ``hops`` has routes to the Internet; `nil` for none. Echo requests are
    /// sent over them only if that could explain something.
    public var rivals: [Hop]?
    /// If a next hop is the other end of a tunnel: the gateways that the packets of the tunnel can leave through; `nil` for none.
    /// Echo requests are sent to them only if the other end is silent.
    public var underlay: [Hop]?
    /// Whether the target is on the link or on this machine, so that no gateway is needed.
    public var isOnLink: Bool
    /// The address families of the target in which there is no route to it.
    public var familiesWithoutRoute: [AddressFamily]
    /// Whether this machine has no route by way of a gateway, so that it reaches hosts on its links only; examined if a DNS server
    /// there has no answer. JSON key: `links_only`.
    public var isLinksOnly: Bool?
    /// Whether a captive portal intercepts traffic; examined if there are signs of one.
    @BoxedOptional public var portal: PortalEvidence?
    /// The interface of a VRF that might lead to the target, if no route does.
    @BoxedOptional public var bound: BoundInterface?
    /// Whether the network translates to IPv4 addresses; examined if this machine only has IPv6 and the target only IPv4.
    @BoxedOptional public var translation: TranslationEvidence?

    enum CodingKeys: String, CodingKey {
        case hops, rivals, underlay, portal, bound
        case translation = "nat64"
        case isLinksOnly = "links_only"
        case isOnLink = "on_link"
        case familiesWithoutRoute = "families_without_route"
    }

    /// Creates the evidence of the next hops.
    public init(
        hops: [Hop], isOnLink: Bool, familiesWithoutRoute: [AddressFamily] = [], rivals: [Hop]? = nil
    ) {
        self.hops = hops
        self.rivals = rivals
        self.isOnLink = isOnLink
        self.familiesWithoutRoute = familiesWithoutRoute
    }
}

/// The result of an ICMP echo request (RFC 792, RFC 4443).
public struct EchoEvidence: LayerEvidence {
    /// The layer `icmp`.
    public static let layer = Layer.kind("icmp")

    /// The result of the requests.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        case reply, timeout
        /// This process has no permission to open an ICMP socket (`net.ipv4.ping_group_range`, icmp(7)).
        case notPermitted = "not-permitted"
        /// An ICMP error arrived instead, or the kernel found no neighbour to send to.
        case unreachable
    }

    /// The destination address of the requests.
    public var address: IPAddress
    /// The result of the requests.
    public var outcome: Outcome
    /// The number of requests that were sent.
    public var sent: Int
    /// The number of replies that arrived.
    public var received: Int
    /// The shortest round trip.
    public var roundTrip: Milliseconds?
    /// The mean round trip; `nil` unless several requests were to be sent.
    public var meanRoundTrip: Milliseconds?
    /// The median round trip; `nil` unless several requests were to be sent.
    public var medianRoundTrip: Milliseconds?
    /// The jitter (RFC 3550 section 6.4.1); `nil` unless several requests were to be sent and one was answered. JSON key:
    /// `jitter_ms`.
    public var jitter: Milliseconds?
    /// The sender of the ICMP error; `nil` for errors of this machine's kernel.
    public var reporter: IPAddress?
    /// The ICMP error, or that of this machine, as text; `nil` if there was none.
    public var detail: String?
    /// The ICMP error itself.
    public var error: ICMPError?
    /// The name of the error with which this machine refused to send, as in `EPERM`.
    public var failure: String?
    /// The hop limit of the last reply; `nil` if the kernel does not report it.
    public var hopLimit: Int?
    /// Whether the replies follow the pattern of a host that limits their rate: the first requests are answered, and then one
    /// after each of equal pauses, or none; `nil` if not. JSON key: `limited`.
    public var isLimited: Bool?
    /// Whether a reply arrived on an interface of this machine, but not at the socket, since its packet filter drops it; `nil` if
    /// none did. JSON key: `kept_out`.
    public var isKeptOut: Bool?

    enum CodingKeys: String, CodingKey {
        case address, outcome, sent, received, reporter, detail, error, failure
        case isLimited = "limited"
        case isKeptOut = "kept_out"
        case roundTrip = "round_trip_ms"
        case meanRoundTrip = "mean_ms"
        case medianRoundTrip = "median_ms"
        case jitter = "jitter_ms"
        case hopLimit = "hop_limit"
    }

    /// Creates the evidence of one or more requests.
    public init(
        address: IPAddress, outcome: Outcome, sent: Int, received: Int, roundTrip: Duration? = nil,
        reporter: IPAddress? = nil, detail: String? = nil, error: ICMPError? = nil,
        failure: String? = nil
    ) {
        self.address = address
        self.outcome = outcome
        self.sent = sent
        self.received = received
        self.roundTrip = roundTrip.map(Milliseconds.init)
        self.reporter = reporter
        self.detail = detail
        self.error = error
        self.failure = failure
    }
}

extension LinkEvidence {
    /// A one-line summary: each carrier with its state and speed.
    public var summary: String {
        let carriers = carriers.map { link in
            let remarks = LinkWords.remarks(link).map { ", \($0)" }.joined()
            let speed = link.speed.map { " \(Quantity.speed(megabits: $0))" } ?? ""
            return "\(link.name) \(LinkWords.state(link))\(speed)\(remarks)"
        }
        return carriers.listed(otherwise: "no interface")
    }

    /// Contains no text from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}

extension AddressEvidence {
    /// A one-line summary: the usable addresses with their prefixes, then the others with their flags.
    public var summary: String {
        let usable = usable.map { "\($0.address.address)/\($0.address.prefixLength)" }
        let unusable = unusable.map { source in
            "\(source.address.address) (\(source.address.flags.map(\.rawValue).joined(separator: " ")))"
        }
        return (usable + unusable).listed(otherwise: "none")
    }

    /// Contains no text from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}

extension EchoEvidence {
    /// A one-line summary: the address, and the result.
    public var summary: String { "\(address) \(answer)" }

    /// The result, without the address.
    var answer: String {
        switch outcome {
        case .reply:
            "ping \(roundTrip.map(Quantity.text) ?? "answered")"
                + (sent > 1 && meanRoundTrip != nil ? ", \(received) of \(sent) answered" : "")
                + (isLimited == true ? " (it limits its replies)" : "")
                + (jitter.map { ", jitter \(Quantity.text($0))" } ?? "")
        case .timeout where isKeptOut == true: "this machine blocks the answers to pings"
        case .timeout: "no answer to ping"
        case .notPermitted: "no permission to ping"
        case .unreachable where failure == "EPERM" || failure == "EACCES": "this machine blocks pings"
        case .unreachable: "\(detail ?? "unreachable")" + (reporter.map { " (from \($0))" } ?? "")
        }
    }

    /// Contains no text from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}
