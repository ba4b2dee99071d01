/// The layers below DNS: the kernel's view of the path to the target.
public struct LinkEvidence: LayerEvidence {
    /// The layer `link`.
    public static let layer = Layer.link

    /// The interfaces that carry, or should carry, the route to the target.
    public var carriers: [Link]
    /// The other interfaces but loopback, by name, whether they matter here or not; 64 at most.
    public var others: [String]
    /// Ports of those carriers that are bridges or bonds; `nil` if none is.
    public var members: [Member]?

    /// A port of a bridge or bond.
    public struct Member: Sendable, Hashable, Codable {
        /// The name of the port, as in `eth0`.
        public var name: String
        /// The name of the bridge or bond.
        public var master: String
        /// The driver's kind, as ``Link/kind``; `nil` for hardware.
        public var kind: String?
        /// `IFF_UP`: administratively up. JSON key: `admin_up`.
        public var isAdminUp: Bool
        /// `IFLA_CARRIER`, or `IFF_LOWER_UP`. JSON key: `carrier`.
        public var hasCarrier: Bool
        /// As ``Link/carrierGains``.
        public var carrierGains: Int?

        enum CodingKeys: String, CodingKey {
            case name, master, kind
            case isAdminUp = "admin_up"
            case hasCarrier = "carrier"
            case carrierGains = "carrier_gains"
        }

        /// Takes from an interface what a port is told by.
        public init(_ link: Link, of master: String) {
            name = link.name
            self.master = master
            kind = link.kind
            isAdminUp = link.isAdminUp
            hasCarrier = link.hasCarrier
            carrierGains = link.carrierGains
        }
    }

    /// Creates the evidence of the interfaces.
    public init(carriers: [Link], others: [String], members: [Member]? = nil) {
        self.carriers = carriers
        self.others = others
        self.members = members
    }
}

/// The addresses that packets to the target can leave from.
public struct AddressEvidence: LayerEvidence {
    /// The layer `address`.
    public static let layer = Layer.address

    /// One address and where it stands.
    public struct Source: Sendable, Hashable, Codable {
        /// The name of the interface that has the address.
        public var interface: String
        /// The address, with its prefix, flags and lifetimes.
        public var address: LinkAddress

        /// Creates an address of an interface.
        public init(interface: String, address: LinkAddress) {
            self.interface = interface
            self.address = address
        }
    }

    /// Addresses that are usable now, loopback left out.
    public var usable: [Source]
    /// Addresses that are not: tentative, duplicate.
    public var unusable: [Source]
    /// Leases of these interfaces that ran out, of families in which they have no other address; `nil`: none.
    public var expired: [ExpiredLease]?
    /// What DHCP servers on the links offer; absent where none was asked.
    public var offers: [DHCPOffers]?
    /// A subnet of this machine's own that the destination lies in; absent where there is none.
    @Rare public var overlap: OwnSubnet?
    /// A prefix that is so wide that a far destination seems to be on the link; absent where there is none.
    @Rare public var wide: WideSubnet?

    /// Creates the evidence of the addresses, before any DHCP server was asked.
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

    /// What the link itself said when it was asked who has the gateway's address.
    public enum ARPOutcome: String, Sendable, Hashable, Codable {
        /// Somebody answered for the address, or nobody did.
        case answered, silent
        /// No `CAP_NET_RAW`.
        case notPermitted = "not-permitted"
    }

    /// What came of a question to the link, and who answered it.
    public struct ARPAnswer: Sendable, Hashable {
        /// Whether somebody answered.
        public var outcome: ARPOutcome
        /// As `aa:bb:cc:dd:ee:ff`; `nil` if nobody answered.
        public var hardwareAddress: String?

        /// Creates what came of a question.
        public init(_ outcome: ARPOutcome, hardwareAddress: String? = nil) {
            self.outcome = outcome
            self.hardwareAddress = hardwareAddress
        }
    }

    /// One next hop.
    public struct Hop: Sendable, Hashable, Codable {
        /// The route that leads to the next hop.
        public var route: Route
        /// Who is asked for on the link: the gateway, or the target itself where it is on the link.
        public var nextHop: IPAddress?
        /// What ARP or NDP says of the gateway, read after the echo.
        public var neighbour: Neighbour?
        /// `nil` if none was sent.
        public var echo: EchoEvidence?
        /// Asked only where the gateway is silent and the kernel still counts it as reachable.
        public var arp: ARPOutcome?
        /// The hardware address that ``arp`` brought, as `aa:bb:cc:dd:ee:ff`.
        @Rare public var arpAddress: String?
        /// The hardware address of another host that answers for this machine's own address (RFC 5227 section 2.1.1).
        @Rare public var holder: String?
        /// The own address that ``holder`` is about.
        @Rare public var own: IPAddress?
        /// The hardware address of another host than the one of ``neighbour`` that answers for the gateway's address. JSON key:
        /// `other_holder`.
        @Rare public var rival: String?
        /// It has answered an echo of this process before: silence now means more than that of one that never does.
        public var hasAnsweredBefore: Bool?
        /// The gateway lies in no subnet of the interface, and no route on the link leads to it; `nil`: it does.
        public var isOffLink: Bool?
        /// Several echo requests in a row, sent where ``echo`` gave reason to.
        @Rare public var series: EchoEvidence?
        /// A source address that the gateway may not know how to reach; absent where there is none.
        @Rare public var sourceTrial: SourceTrial?

        enum CodingKeys: String, CodingKey {
            case route, neighbour, echo, arp, series
            case arpAddress = "arp_address"
            case holder = "own_address_holder"
            case own = "own_address"
            case rival = "other_holder"
            case sourceTrial = "source_trial"
            case isOffLink = "off_link"
            case nextHop = "next_hop"
            case hasAnsweredBefore = "has_answered_before"
        }

        /// Creates a next hop; the route's gateway unless another one is given.
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
    /// Other default routes of the families that ``hops`` has default routes of; `nil`: none. They are pinged only where
    /// that could explain something.
    public var rivals: [Hop]?
    /// The target is on the link or on this machine: no gateway is needed.
    public var isOnLink: Bool
    /// Families in which no route leads to the target, of those that it has addresses in.
    public var familiesWithoutRoute: [AddressFamily]
    /// Whether the network lets nobody out before he has been to its portal; examined once something suggests so.
    public var portal: PortalEvidence?
    /// Nothing leads to the target, and an interface that might is one of a VRF.
    @Rare public var bound: BoundInterface?
    /// Whether the network translates IPv4 addresses; looked for where this machine has IPv6 alone and the target IPv4.
    @Rare public var translation: TranslationEvidence?

    enum CodingKeys: String, CodingKey {
        case hops, rivals, portal, bound
        case translation = "nat64"
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

    /// What came back for the requests.
    public enum Outcome: String, Sendable, Hashable, Codable {
        case reply, timeout
        /// No right to open an ICMP socket (`net.ipv4.ping_group_range`, icmp(7)).
        case notPermitted = "not-permitted"
        /// An ICMP error came back instead, or the kernel had none to send it to.
        case unreachable
    }

    /// The address that the requests were sent to.
    public var address: IPAddress
    /// What came back for the requests.
    public var outcome: Outcome
    /// How many requests were sent.
    public var sent: Int
    /// How many replies came.
    public var received: Int
    /// The shortest round trip.
    public var roundTrip: Milliseconds?
    /// The mean of all round trips, and how much they vary (RFC 3550 section 6.4.1); where several were asked for.
    public var meanRoundTrip: Milliseconds?
    /// Half of the round trips took longer; where several were asked for.
    public var medianRoundTrip: Milliseconds?
    /// The jitter (RFC 3550 section 6.4.1); `nil` unless several were asked for and one was answered. JSON
    /// key: `jitter_ms`.
    public var jitter: Milliseconds?
    /// Who sent the ICMP error, and what it says; the kernel's own errors have no sender.
    public var reporter: IPAddress?
    /// The ICMP error, or that of this machine, in words; `nil` if there was none.
    public var detail: String?
    /// The ICMP error itself.
    public var error: ICMPError?
    /// The name of the error with which this machine refused to send, as in `EPERM`.
    public var failure: String?
    /// The hop limit that the last reply came with; `nil` if the kernel does not say.
    public var hopLimit: Int?

    enum CodingKeys: String, CodingKey {
        case address, outcome, sent, received, reporter, detail, error, failure
        case roundTrip = "round_trip_ms"
        case meanRoundTrip = "mean_ms"
        case medianRoundTrip = "median_ms"
        case jitter = "jitter_ms"
        case hopLimit = "hop_limit"
    }

    /// Creates the evidence of one request or several.
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
    /// One line for people: each carrier with its state and speed.
    public var summary: String {
        let carriers = carriers.map { link in
            let remarks = LinkWords.remarks(link).map { ", \($0)" }.joined()
            let speed = link.speed.map { " \(Quantity.speed(megabits: $0))" } ?? ""
            return "\(link.name) \(LinkWords.state(link))\(speed)\(remarks)"
        }
        return carriers.listed(otherwise: "no interface")
    }

    /// Nothing of it comes from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}

extension AddressEvidence {
    /// One line for people: the usable addresses with their prefixes, then the others with their flags.
    public var summary: String {
        let usable = usable.map { "\($0.address.address)/\($0.address.prefixLength)" }
        let unusable = unusable.map { source in
            "\(source.address.address) (\(source.address.flags.map(\.rawValue).joined(separator: " ")))"
        }
        return (usable + unusable).listed(otherwise: "none")
    }

    /// Nothing of it comes from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}

extension GatewayEvidence {
    /// One line for people: each next hop, and how it answers.
    public var summary: String {
        var parts = hops.map { hop in
            let on = hop.route.interface.map { " on \($0)" } ?? ""
            guard let gateway = hop.route.gateway else {
                let direct = hop.nextHop.map { "none needed: \($0) is\(on)" } ?? "none needed\(on)"
                return hop.route.kind == .unicast ? direct : "\(hop.route.kind.rawValue)\(on)"
            }
            let state = hop.neighbour.map { $0.state.isUnanswered ? ": no answer" : " \($0.state.rawValue)" } ?? ""
            return "\(gateway)\(on)\(state)" + ((hop.series ?? hop.echo).map { ", \($0.answer)" } ?? "")
        }
        if parts.isEmpty, isOnLink { parts = ["none needed"] }
        parts += familiesWithoutRoute.map { "no route for \($0 == .ipv4 ? "IPv4" : "IPv6")" }
        return parts.listed(otherwise: "none")
    }

    /// Nothing of it comes from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}

extension EchoEvidence {
    /// One line for people: the address, and what came back.
    public var summary: String { "\(address) \(answer)" }

    /// What came back, without who was asked.
    var answer: String {
        switch outcome {
        case .reply:
            "ping \(roundTrip.map(Quantity.text) ?? "answered")"
                + (sent > 1 && meanRoundTrip != nil ? ", \(received) of \(sent) answered" : "")
                + (jitter.map { ", jitter \(Quantity.text($0))" } ?? "")
        case .timeout: "no answer to ping"
        case .notPermitted: "no permission to ping"
        case .unreachable: "\(detail ?? "unreachable")" + (reporter.map { " (from \($0))" } ?? "")
        }
    }

    /// Nothing of it comes from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}
