/// A subnet of a bridge, tunnel or container of this machine that covers an address to which packets would otherwise leave by the
/// default route.
public struct OwnSubnet: Sendable, Hashable, Codable {
    /// The destination of the packets.
    public var destination: IPAddress
    /// The prefix of the route that covers it.
    public var prefix: IPAddress
    /// The length of the prefix in bits. JSON key: `prefix_length`.
    public var prefixLength: Int
    /// The name of the interface that has the subnet.
    public var interface: String
    /// The type of the interface's driver: bridge, tun …
    public var kind: String
    /// Whether anything is connected to the interface.
    public var hasCarrier: Bool
    /// The interface of the route that the packets would take without the subnet: the longest other one to the destination.
    public var uplink: String
    /// The router of that route, by which the destination would be reached; `nil` if it is on the link of ``uplink``, or if
    /// the route has none.
    public var router: IPAddress?
    /// The result of an echo request to the destination over ``uplink``; `nil` if none was sent.
    public var echo: EchoEvidence?

    enum CodingKeys: String, CodingKey {
        case destination, prefix, interface, kind, uplink, router, echo
        case prefixLength = "prefix_length"
        case hasCarrier = "carrier"
    }

    /// Creates a subnet that covers a destination.
    public init(
        destination: IPAddress, prefix: IPAddress, prefixLength: Int, interface: String, kind: String, hasCarrier: Bool,
        uplink: String, router: IPAddress? = nil, echo: EchoEvidence? = nil
    ) {
        self.destination = destination
        self.prefix = prefix
        self.prefixLength = prefixLength
        self.interface = interface
        self.kind = kind
        self.hasCarrier = hasCarrier
        self.uplink = uplink
        self.router = router
        self.echo = echo
    }
}

/// An address of this machine with a shorter prefix than usual. The prefix covers a remote address, so that this machine
/// looks for the remote host on the link.
public struct WideSubnet: Sendable, Hashable, Codable {
    /// The destination of the packets.
    public var destination: IPAddress
    /// The address of this machine.
    public var address: IPAddress
    /// The length of its prefix in bits. JSON key: `prefix_length`.
    public var prefixLength: Int
    /// The name of the interface that has the address.
    public var interface: String
    /// The gateway of the default route over the same interface.
    public var gateway: IPAddress
    /// Echo requests to the gateway and to the resolvers in the same prefix; `nil` if none were sent.
    public var witnesses: [EchoEvidence]?
    /// Whether the destination responded to packets that were sent to the gateway's hardware address; `nil` if none were sent.
    /// JSON key: `forwarded`.
    public var isForwarded: Bool?

    enum CodingKeys: String, CodingKey {
        case destination, address, interface, gateway, witnesses
        case prefixLength = "prefix_length"
        case isForwarded = "forwarded"
    }

    /// Creates a wide prefix.
    public init(
        destination: IPAddress, address: IPAddress, prefixLength: Int, interface: String, gateway: IPAddress,
        witnesses: [EchoEvidence]? = nil, isForwarded: Bool? = nil
    ) {
        self.destination = destination
        self.address = address
        self.prefixLength = prefixLength
        self.interface = interface
        self.gateway = gateway
        self.witnesses = witnesses
        self.isForwarded = isForwarded
    }
}

/// An address of this machine with a longer prefix than usual. A destination is just outside of it, so that packets to
/// it are sent to a gateway, although it may be on the link.
public struct NarrowSubnet: Sendable, Hashable, Codable {
    /// The destination of the packets.
    public var destination: IPAddress
    /// The address of this machine.
    public var address: IPAddress
    /// The length of its prefix in bits. JSON key: `prefix_length`.
    public var prefixLength: Int
    /// The name of the interface that has the address.
    public var interface: String
    /// The gateway of the route to the destination.
    public var gateway: IPAddress
    /// The result of an ARP request for the destination on the link; `nil` if none was sent.
    public var arp: GatewayEvidence.ARPOutcome?
    /// The hardware address from which it was answered. JSON key: `hardware_address`.
    public var hardwareAddress: String?

    enum CodingKeys: String, CodingKey {
        case destination, address, interface, gateway, arp
        case prefixLength = "prefix_length"
        case hardwareAddress = "hardware_address"
    }

    /// Creates a narrow prefix.
    public init(
        destination: IPAddress, address: IPAddress, prefixLength: Int, interface: String, gateway: IPAddress
    ) {
        self.destination = destination
        self.address = address
        self.prefixLength = prefixLength
        self.interface = interface
        self.gateway = gateway
    }
}

/// A preferred source address (`RTA_PREFSRC`) that is in no subnet of the gateway's link, and another address that is.
public struct SourceTrial: Sendable, Hashable, Codable {
    /// The preferred source address of the route.
    public var source: IPAddress
    /// An address of the same interface in the gateway's subnet.
    public var other: IPAddress
    /// The result of an echo request to the gateway from ``source``; `nil` if none was sent.
    public var fromSource: EchoEvidence?
    /// The result of an echo request to the gateway from ``other``; `nil` if none was sent. JSON key: `from_other`.
    public var fromOther: EchoEvidence?
    /// Whether the gateway reported a packet from ``source`` whose hop limit expired there; `nil` if none was sent, since the
    /// gateway answers echo requests. JSON key: `source_reported`.
    public var isSourceReported: Bool?
    /// The same for ``other``. JSON key: `other_reported`.
    public var isOtherReported: Bool?

    enum CodingKeys: String, CodingKey {
        case source, other
        case isSourceReported = "source_reported"
        case isOtherReported = "other_reported"
        case fromSource = "from_source"
        case fromOther = "from_other"
    }

    /// Creates a comparison of two source addresses.
    public init(
        source: IPAddress, other: IPAddress, fromSource: EchoEvidence? = nil, fromOther: EchoEvidence? = nil
    ) {
        self.source = source
        self.other = other
        self.fromSource = fromSource
        self.fromOther = fromOther
    }
}

/// An interface of a VRF. Only programs that are bound to it use its routes.
public struct BoundInterface: Sendable, Hashable, Codable {
    /// The name of the interface that belongs to the VRF.
    public var interface: String
    /// The name of the VRF's own interface (ip-vrf(8)).
    public var vrf: String

    /// Creates an interface of a VRF.
    public init(interface: String, vrf: String) {
        self.interface = interface
        self.vrf = vrf
    }
}

/// Another host on a link of this machine.
public struct LinkHost: Sendable, Hashable, Codable {
    /// The name of the interface that leads to the link.
    public var interface: String
    /// The hardware address of the host as `aa:bb:cc:dd:ee:ff`. JSON key: `hardware_address`.
    public var hardwareAddress: String
    /// The IP address of the host.
    public var address: IPAddress

    enum CodingKeys: String, CodingKey {
        case interface, address
        case hardwareAddress = "hardware_address"
    }

    /// Creates a host.
    public init(interface: String, hardwareAddress: String, address: IPAddress) {
        self.interface = interface
        self.hardwareAddress = hardwareAddress
        self.address = address
    }
}
