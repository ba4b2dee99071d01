/// Evidence for or against a captive portal, collected when something suggests one.
public struct PortalEvidence: Sendable, Hashable, Codable {
    /// The response to a plain HTTP request.
    public struct PageResponse: Sendable, Hashable, Codable {
        /// The requested URL.
        public var url: String
        /// The status code (RFC 9110 section 15).
        public var status: Int
        /// The destination of the redirect; `nil` if there is none.
        public var location: String?
        /// The address that responded.
        public var address: IPAddress
        /// The addresses of the host in the redirect.
        public var leadsTo: [IPAddress]
        /// The number of bytes of the body, as far as it was read.
        public var bodyBytes: Int

        enum CodingKeys: String, CodingKey {
            case url, status, location, address
            case leadsTo = "leads_to"
            case bodyBytes = "body_bytes"
        }

        /// Creates a response.
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

    /// The response of the network's API (RFC 8908).
    public struct API: Sendable, Hashable, Codable {
        /// The URL of the API.
        public var url: String
        /// Whether the network restricts this machine (`captive`, RFC 8908 section 5). JSON key: `captive`.
        public var isCaptive: Bool
        /// The page on which a user gets access; `nil` if there is none.
        public var portal: String?

        enum CodingKeys: String, CodingKey {
            case url
            case isCaptive = "captive"
            case portal = "user_portal_url"
        }

        /// Creates a response of the API.
        public init(url: String, isCaptive: Bool, portal: String? = nil) {
            self.url = url
            self.isCaptive = isCaptive
            self.portal = portal
        }
    }

    /// The response of the connectivity URL, which has status 204 unless somebody intercepts it; `nil` if none is configured.
    public var known: PageResponse?
    /// The response of the target's own host over plain HTTP.
    public var plain: PageResponse?
    /// The URL of the API that the network announces (RFC 8910).
    public var announced: String?
    /// The response of the network's API; `nil` if none is announced, or if it did not respond.
    public var api: API?
    /// The certificate of a device that responds on port 443 in place of others; `nil` if there is none, or it was not tried. JSON
    /// key: `interception_443`.
    public var secure: TLSInterception?
    /// The connection to port 80 of an address that nobody has, if no portal responded to it; `nil` if one did, or if it was not
    /// tried. JSON key: `interception_80`.
    public var unintercepted: UplinkEvidence.Interception?

    enum CodingKeys: String, CodingKey {
        case known, plain, announced, api
        case unintercepted = "interception_80"
        case secure = "interception_443"
    }

    /// Creates the evidence of a portal.
    public init(known: PageResponse? = nil, plain: PageResponse? = nil, announced: String? = nil, api: API? = nil) {
        self.known = known
        self.plain = plain
        self.announced = announced
        self.api = api
    }
}
