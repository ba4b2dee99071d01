/// A route (`RTM_NEWROUTE`) of the main table, unless ``table`` says otherwise.
public struct Route: Sendable, Hashable, Codable {
    /// The type of a route (`rtm_type`): what the kernel does with a packet to its destination.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// The types of ip-route(8); all but `unicast` and `other` reject packets.
        case unicast, blackhole, unreachable, prohibit, other
    }

    /// The address family of the destinations.
    public var family: AddressFamily
    /// What the kernel does with a packet to the destination.
    public var kind: Kind
    /// The prefix of the destinations; `nil` for a default route.
    public var destination: IPAddress?
    /// The length of the prefix in bits, 0 for a default route.
    public var prefixLength: Int
    /// The next hop; `nil` for destinations on the link.
    public var gateway: IPAddress?
    /// The name of the outgoing interface; `nil` for a route that rejects packets.
    public var interface: String?
    /// The metric (`RTA_PRIORITY`); the lowest wins.
    public var metric: UInt32
    /// The preferred source address (`RTA_PREFSRC`).
    public var preferredSource: IPAddress?
    /// The origin of the route (`rtm_protocol`): kernel, boot, static, dhcp, ra …
    public var origin: String?
    /// The routing table (`RTA_TABLE`), if a rule of policy routing led to another than the main table.
    public var table: UInt32?
    /// The rule of policy routing that rejects packets, if no route does; or that leads packets of a protocol, port, mark or user to
    /// ``table``.
    @BoxedOptional public var rule: PolicyRule?
    /// The prefixes of the routes that this default route stands for, such as 0.0.0.0/1 and 128.0.0.0/1 of a VPN; `nil` for
    /// a route of the kernel.
    @BoxedOptional public var parts: [String]?

    enum CodingKeys: String, CodingKey {
        case family, kind, destination, gateway, interface, metric, table, rule, parts
        case prefixLength = "prefix_length"
        case preferredSource = "preferred_source"
        case origin = "protocol"
    }

    /// Creates a route; without a destination, a default route.
    public init(
        family: AddressFamily, kind: Kind = .unicast, destination: IPAddress? = nil, prefixLength: Int = 0,
        gateway: IPAddress? = nil, interface: String? = nil, metric: UInt32 = 0, preferredSource: IPAddress? = nil,
        origin: String? = nil, table: UInt32? = nil, rule: PolicyRule? = nil
    ) {
        self.family = family
        self.kind = kind
        self.destination = destination
        self.prefixLength = prefixLength
        self.gateway = gateway
        self.interface = interface
        self.metric = metric
        self.preferredSource = preferredSource
        self.origin = origin
        self.table = table
        self.rule = rule
        parts = nil
    }

    /// Whether the route rejects packets.
    public var rejects: Bool { kind == .blackhole || kind == .unreachable || kind == .prohibit }

    /// Whether the route covers all addresses of its family.
    public var isDefault: Bool { prefixLength == 0 }

    /// Whether a router announced itself as a default router (RFC 4861 section 4.2).
    public var isAnnounced: Bool { isDefault && origin == "ra" && gateway != nil }

    /// Whether the route covers an address.
    public func covers(_ address: IPAddress) -> Bool {
        guard address.family == family else { return false }
        guard let destination else { return isDefault }
        return address.isIn(prefix: destination, length: prefixLength)
    }
}

/// A neighbour entry (`RTM_NEWNEIGH`): the result of ARP or NDP for an address on the link.
public struct Neighbour: Sendable, Hashable, Codable {
    /// The state of a neighbour entry (`ndm_state`, RFC 4861 section 7.3.2).
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// The states without the prefix `NUD_` (ip-neighbour(8)).
        case none, incomplete, reachable, stale, delay, probe, failed, noarp, permanent

        /// Whether ARP or NDP sent requests and got no reply.
        package var isUnanswered: Bool { self == .incomplete || self == .failed }
    }

    /// The neighbour's address.
    public var address: IPAddress
    /// The name of the interface that the neighbour is on.
    public var interface: String
    /// The neighbour's hardware address as `aa:bb:cc:dd:ee:ff`; `nil` if it is not known. JSON key:
    /// `hardware_address`.
    public var hardwareAddress: String?
    /// The state of the entry, which says how certain the kernel is that the neighbour is reachable.
    public var state: State
    /// Whether the neighbour announced that it is a router (`NTF_ROUTER`, IPv6).
    public var isRouter: Bool

    enum CodingKeys: String, CodingKey {
        case address, interface, state
        case hardwareAddress = "hardware_address"
        case isRouter = "router"
    }

    /// Creates a neighbour entry.
    public init(
        address: IPAddress, interface: String, hardwareAddress: String? = nil, state: State, isRouter: Bool = false
    ) {
        self.address = address
        self.interface = interface
        self.hardwareAddress = hardwareAddress
        self.state = state
        self.isRouter = isRouter
    }
}
