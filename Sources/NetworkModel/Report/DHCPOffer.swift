/// The offer of a DHCP server (RFC 2131).
public struct DHCPOffer: Sendable, Hashable, Codable {
    /// The server's identifier (option 54), or else where the offer came from.
    public var server: IPAddress
    /// The routers that it announces (option 3), at most 4.
    public var routers: [IPAddress]
    /// The resolvers that it announces (option 6), at most 4.
    public var resolvers: [IPAddress]
    /// The subnet mask of the address that is offered (option 1). JSON key: `subnet_mask`.
    public var subnetMask: IPAddress?
    /// How long the address would be ours, in seconds (option 51).
    public var leaseSeconds: Int?
    /// Where the API of a captive portal is (option 114, RFC 8910).
    public var captivePortal: String?

    enum CodingKeys: String, CodingKey {
        case server, routers, resolvers
        case subnetMask = "subnet_mask"
        case leaseSeconds = "lease_s"
        case captivePortal = "captive_portal"
    }

    /// Creates an offer.
    ///
    /// - Parameter leaseSeconds: Seconds.
    public init(
        server: IPAddress, routers: [IPAddress] = [], resolvers: [IPAddress] = [], subnetMask: IPAddress? = nil,
        leaseSeconds: Int? = nil, captivePortal: String? = nil
    ) {
        self.server = server
        self.routers = routers
        self.resolvers = resolvers
        self.subnetMask = subnetMask
        self.leaseSeconds = leaseSeconds
        self.captivePortal = captivePortal
    }
}

/// The replies to a DHCPDISCOVER on an interface.
public struct DHCPOffers: Sendable, Hashable, Codable {
    /// Whether the DHCPDISCOVER could be sent.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// It was asked; whoever offered something stands in ``DHCPOffers/offers``.
        case asked
        /// Neither `CAP_NET_BIND_SERVICE` nor root.
        case notPermitted = "not-permitted"
        /// The interface cannot be asked on.
        case failed
    }

    /// The name of the interface that was asked on.
    public var interface: String
    /// Whether the interface could be asked on.
    public var outcome: Outcome
    /// One for each server.
    public var offers: [DHCPOffer]
    /// The name of the error.
    public var failure: String?

    /// Creates what came of a DHCPDISCOVER.
    public init(interface: String, outcome: Outcome, offers: [DHCPOffer] = [], failure: String? = nil) {
        self.interface = interface
        self.outcome = outcome
        self.offers = offers
        self.failure = failure
    }
}
