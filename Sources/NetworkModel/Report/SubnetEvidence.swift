/// A subnet of a bridge, tunnel or container of this machine that covers an address to which packets would otherwise leave by the
/// default route.
public struct OwnSubnet: Sendable, Hashable, Codable {
    /// Where packets are to go.
    public var destination: IPAddress
    /// The route that covers it.
    public var prefix: IPAddress
    /// The bits of the route's prefix. JSON key: `prefix_length`.
    public var prefixLength: Int
    /// The name of the interface that has the subnet.
    public var interface: String
    /// The driver's kind of the interface: bridge, tun …
    public var kind: String
    /// Whether anything is connected to the interface.
    public var hasCarrier: Bool
    /// The interface of the default route, which the packets do not leave by.
    public var uplink: String
    /// An echo request to the destination that left by ``uplink``; `nil` if none was sent.
    public var echo: EchoEvidence?

    enum CodingKeys: String, CodingKey {
        case destination, prefix, interface, kind, uplink, echo
        case prefixLength = "prefix_length"
        case hasCarrier = "carrier"
    }

    /// Creates what is known of a subnet that covers a destination.
    public init(
        destination: IPAddress, prefix: IPAddress, prefixLength: Int, interface: String, kind: String, hasCarrier: Bool,
        uplink: String, echo: EchoEvidence? = nil
    ) {
        self.destination = destination
        self.prefix = prefix
        self.prefixLength = prefixLength
        self.interface = interface
        self.kind = kind
        self.hasCarrier = hasCarrier
        self.uplink = uplink
        self.echo = echo
    }
}

/// An own address with a shorter prefix than usual, which covers a remote address, so that the remote host is looked for on the
/// link.
public struct WideSubnet: Sendable, Hashable, Codable {
    /// Where packets are to go.
    public var destination: IPAddress
    /// This machine's address, and the bits of its prefix.
    public var address: IPAddress
    /// The bits of the address's prefix. JSON key: `prefix_length`.
    public var prefixLength: Int
    /// The name of the interface that has the address.
    public var interface: String
    /// Of the default route by the same interface.
    public var gateway: IPAddress
    /// Echo requests to the gateway and to the resolvers in the same prefix; `nil` if none were sent.
    public var witnesses: [EchoEvidence]?

    enum CodingKeys: String, CodingKey {
        case destination, address, interface, gateway, witnesses
        case prefixLength = "prefix_length"
    }

    /// Creates what is known of a wide prefix.
    public init(
        destination: IPAddress, address: IPAddress, prefixLength: Int, interface: String, gateway: IPAddress,
        witnesses: [EchoEvidence]? = nil
    ) {
        self.destination = destination
        self.address = address
        self.prefixLength = prefixLength
        self.interface = interface
        self.gateway = gateway
        self.witnesses = witnesses
    }
}

/// A preferred source address (`RTA_PREFSRC`) that is in no subnet of the gateway's link, and another one that is.
public struct SourceTrial: Sendable, Hashable, Codable {
    /// What the route has packets leave from.
    public var source: IPAddress
    /// An address of the same interface in the gateway's subnet.
    public var other: IPAddress
    /// Echo requests to the gateway from either; `nil` if none were sent.
    public var fromSource: EchoEvidence?
    /// An echo request to the gateway from ``other``; `nil` if none was sent. JSON key: `from_other`.
    public var fromOther: EchoEvidence?

    enum CodingKeys: String, CodingKey {
        case source, other
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

/// An interface of a VRF, whose routes no program uses that is not bound to it.
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
