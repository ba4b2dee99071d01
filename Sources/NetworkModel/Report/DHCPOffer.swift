/// The offer of a DHCP server (RFC 2131).
public struct DHCPOffer: Sendable, Hashable, Codable {
    /// The server identifier (option 54), or else the source address of the offer.
    public var server: IPAddress
    /// The announced routers (option 3), at most 4.
    public var routers: [IPAddress]
    /// The announced resolvers (option 6), at most 4.
    public var resolvers: [IPAddress]
    /// The subnet mask of the offered address (option 1). JSON key: `subnet_mask`.
    public var subnetMask: IPAddress?
    /// The offered lease time, in seconds (option 51).
    public var leaseSeconds: Int?
    /// The URL of the API of a captive portal (option 114, RFC 8910).
    public var captivePortal: String?

    enum CodingKeys: String, CodingKey {
        case server, routers, resolvers
        case subnetMask = "subnet_mask"
        case leaseSeconds = "lease_s"
        case captivePortal = "captive_portal"
    }

    /// Creates an offer.
    ///
    /// - Parameters:
    ///   - server: The server identifier, or else the source address of the offer.
    ///   - routers: The announced routers.
    ///   - resolvers: The announced resolvers.
    ///   - subnetMask: The subnet mask of the offered address; `nil` for none.
    ///   - leaseSeconds: The lease time in seconds; `nil` for none.
    ///   - captivePortal: The URL of the API of a captive portal (RFC 8910); `nil` for none.
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
        /// It was sent; ``DHCPOffers/offers`` has the replies.
        case asked
        /// This process has no permission: it has neither `CAP_NET_BIND_SERVICE` nor root.
        case notPermitted = "not-permitted"
        /// It could not be sent on the interface.
        case failed
    }

    /// The name of the interface.
    public var interface: String
    /// Whether the DHCPDISCOVER could be sent.
    public var outcome: Outcome
    /// The offers, one for each server.
    public var offers: [DHCPOffer]
    /// The name of the error; `nil` if there was none.
    public var failure: String?

    /// Creates the result of a DHCPDISCOVER.
    public init(interface: String, outcome: Outcome, offers: [DHCPOffer] = [], failure: String? = nil) {
        self.interface = interface
        self.outcome = outcome
        self.offers = offers
        self.failure = failure
    }
}
