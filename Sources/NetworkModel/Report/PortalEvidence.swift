/// Evidence for or against a captive portal, collected when something suggests one.
public struct PortalEvidence: Sendable, Hashable, Codable {
    /// What a plain request was answered with.
    public struct Look: Sendable, Hashable, Codable {
        /// The URL that was asked for.
        public var url: String
        /// The status code (RFC 9110 section 15).
        public var status: Int
        /// Where it redirects to.
        public var location: String?
        /// Who answered.
        public var address: IPAddress
        /// The addresses of the host that it redirects to.
        public var leadsTo: [IPAddress]
        /// Bytes of the body, as far as it was read.
        public var bodyBytes: Int

        enum CodingKeys: String, CodingKey {
            case url, status, location, address
            case leadsTo = "leads_to"
            case bodyBytes = "body_bytes"
        }

        /// Creates what a plain request was answered with.
        public init(
            url: String, status: Int, location: String? = nil, address: IPAddress, leadsTo: [IPAddress] = [],
            bodyBytes: Int = 0
        ) {
            self.url = url
            self.status = status
            self.location = location
            self.address = address
            self.leadsTo = leadsTo
            self.bodyBytes = bodyBytes
        }
    }

    /// What the network's own API said (RFC 8908).
    public struct API: Sendable, Hashable, Codable {
        /// The URL of the API.
        public var url: String
        /// Whether the network holds this machine back (`captive`, RFC 8908 section 5). JSON key: `captive`.
        public var isCaptive: Bool
        /// Where a person is let in.
        public var portal: String?

        enum CodingKeys: String, CodingKey {
            case url
            case isCaptive = "captive"
            case portal = "user_portal_url"
        }

        /// Creates what the API said.
        public init(url: String, isCaptive: Bool, portal: String? = nil) {
            self.url = url
            self.isCaptive = isCaptive
            self.portal = portal
        }
    }

    /// The URL that answers 204 with nothing behind it, unless somebody else answers; where one is configured.
    public var known: Look?
    /// The target's own host, asked in the clear.
    public var plain: Look?
    /// What the network says that its API is at (RFC 8910).
    public var announced: String?
    /// What the network's API said; `nil` if none is announced, or it did not answer.
    public var api: API?

    /// Creates the evidence of a portal.
    public init(known: Look? = nil, plain: Look? = nil, announced: String? = nil, api: API? = nil) {
        self.known = known
        self.plain = plain
        self.announced = announced
        self.api = api
    }
}
