/// The result of an HTTP request.
public struct HTTPEvidence: LayerEvidence {
    /// The layer `http`.
    public static let layer = Layer.kind("http")

    /// The result of a request.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// A complete response arrived, or as much of its body as is read.
        case response
        /// The request was sent, and no byte of a response arrived in time.
        case noAnswer = "no-answer"
        /// The connection was closed, or reset, before the first byte of a response.
        case closed, reset
        /// The response is not HTTP, or its framing is invalid.
        case malformed
        /// The head of the response is longer than the limit.
        case endlessHead = "endless-head"
        /// The body ended before its declared length.
        case truncated
        /// The body stopped before its end, or did not end in time.
        case stalled
        /// There were more redirects than are followed.
        case redirectLoop = "redirect-loop"
        /// A redirect leads to a place that is not followed; `detail` has the place.
        case redirectRefused = "redirect-refused"
        /// Another error of libcurl; `detail` has its text.
        case failed
    }

    /// A response that redirects.
    public struct Redirect: Sendable, Hashable, Codable {
        /// The requested URL.
        public var url: String
        /// The status code, as in 302 (RFC 9110 section 15.4).
        public var status: Int
        /// The destination of the redirect.
        public var location: String
        /// The address that responded.
        public var address: IPAddress?
        /// The time from resolving the name to the end of the response. JSON key: `duration_ms`.
        public var duration: Milliseconds?

        enum CodingKeys: String, CodingKey {
            case url, status, location, address
            case duration = "duration_ms"
        }

        /// Creates a redirect.
        public init(
            url: String = "", status: Int, location: String, address: IPAddress? = nil, duration: Duration? = nil
        ) {
            self.url = url
            self.status = status
            self.location = location
            self.address = address
            self.duration = duration.map(Milliseconds.init)
        }
    }

    /// The result of the login.
    public struct Authentication: Sendable, Hashable, Codable {
        /// What the server did with the credentials, or why none were sent.
        public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
            /// The server accepted the credentials.
            case accepted
            /// The server requires credentials, and none are configured.
            case missing
            /// The server rejected the credentials.
            case rejected
            /// The server offers no scheme for which the credentials are meant.
            case wrongScheme = "wrong-scheme"
            /// The credentials were rejected by an earlier check, and are not tried again before they change.
            case withheld
            /// The credentials could not be read; `detail` says why.
            case unavailable
        }

        /// The result of the login.
        public var outcome: Outcome
        /// The schemes in the challenge (RFC 9110 section 11.6.1).
        public var offered: [String]
        /// The scheme that was used.
        public var used: AuthenticationScheme?
        /// What was wrong, as text; `nil` if nothing was, or if the outcome says everything.
        public var detail: String?

        /// Creates the result of a login.
        public init(
            outcome: Outcome, offered: [String] = [], used: AuthenticationScheme? = nil, detail: String? = nil
        ) {
            self.outcome = outcome
            self.offered = offered
            self.used = used
            self.detail = detail
        }
    }

    /// The last response in full, for callers that need more than a diagnosis.
    public struct Response: Sendable, Hashable, Codable {
        /// A field in the head of the response (RFC 9110 section 5).
        public struct Field: Sendable, Hashable, Codable {
            /// The name in lower case.
            public var name: String
            /// The value as the server sent it; its length is limited by that of a head.
            public var value: String

            /// Creates a field.
            public init(name: String, value: String) {
                self.name = name
                self.value = value
            }
        }

        /// The fields in their order, at most 256.
        public var fields: [Field]
        /// The TLS state of its connection; `nil` without TLS.
        public var tls: TLSEvidence?

        /// Creates a response.
        public init(fields: [Field], tls: TLSEvidence? = nil) {
            self.fields = fields
            self.tls = tls
        }
    }

    /// A rule that the body violates.
    public struct BrokenRule: Sendable, Hashable, Codable {
        /// The rule as text, as in `contains "ok"`.
        public var rule: String
        /// What was found instead; `nil` if that cannot be stated.
        public var found: String?

        /// Creates a violated rule.
        public init(rule: String, found: String? = nil) {
            self.rule = rule
            self.found = found
        }
    }

    /// The durations of the phases; they add up to the total.
    public struct Phases: Sendable, Hashable, Codable {
        /// All responses before the last one; `nil` if there was no redirect.
        public var redirects: Milliseconds?
        /// Resolving the name; 0 for an address. JSON key: `resolve_ms`.
        public var resolve: Milliseconds
        /// Establishing the TCP connection. JSON key: `connect_ms`.
        public var connect: Milliseconds
        /// The tunnel or negotiation of the proxy; `nil` without one.
        public var proxy: Milliseconds?
        /// The TLS handshake; `nil` without TLS. JSON key: `tls_ms`.
        public var tls: Milliseconds?
        /// Sending the request.
        public var request: Milliseconds
        /// Waiting for the first byte of the response.
        public var firstByte: Milliseconds
        /// Receiving the response, from its first byte to its end. JSON key: `body_ms`.
        public var body: Milliseconds
        /// The sum of all phases. JSON key: `total_ms`.
        public var total: Milliseconds

        enum CodingKeys: String, CodingKey {
            case redirects = "redirects_ms"
            case resolve = "resolve_ms"
            case connect = "connect_ms"
            case proxy = "proxy_ms"
            case tls = "tls_ms"
            case request = "request_ms"
            case firstByte = "first_byte_ms"
            case body = "body_ms"
            case total = "total_ms"
        }

        /// Creates phases; each is rounded to microseconds, and the total is their sum.
        public init(
            redirects: Duration? = nil, resolve: Duration, connect: Duration, proxy: Duration? = nil,
            tls: Duration? = nil, request: Duration, firstByte: Duration, body: Duration
        ) {
            // Each is rounded to microseconds, so that the printed values add up to the last digit.
            func whole(_ duration: Duration) -> Duration { Milliseconds(duration).wholeMicroseconds }
            self.redirects = redirects.map { Milliseconds(whole($0)) }
            self.resolve = Milliseconds(whole(resolve))
            self.connect = Milliseconds(whole(connect))
            self.proxy = proxy.map { Milliseconds(whole($0)) }
            self.tls = tls.map { Milliseconds(whole($0)) }
            self.request = Milliseconds(whole(request))
            self.firstByte = Milliseconds(whole(firstByte))
            self.body = Milliseconds(whole(body))
            total = .init(.zero)
            addUp()
        }

        /// These phases after other responses, which took `redirects` together.
        public func behind(redirects: Duration) -> Phases {
            var phases = self
            phases.redirects = Milliseconds(Milliseconds(redirects).wholeMicroseconds)
            phases.addUp()
            return phases
        }

        private mutating func addUp() {
            let parts = [redirects, resolve, connect, proxy, tls, request, firstByte, body]
            total = Milliseconds(parts.reduce(.zero) { $0 + ($1?.duration ?? .zero) })
        }
    }

    /// The last requested URL, without credentials.
    public var url: String
    /// The result of the request.
    public var outcome: Outcome
    /// The status code (RFC 9110 section 15); `nil` if no response arrived.
    public var status: Int?
    /// The HTTP version: `1.0`, `1.1` or `2`.
    public var version: String?
    /// The number of bytes of the body that were read, after decompression.
    public var bodyBytes: Int
    /// Whether the body was longer than what was read.
    public var isBodyCut: Bool?
    /// The time from the end of the request to the first byte of the response.
    public var firstByte: Milliseconds?
    /// The durations of the phases; `nil` if they were not measured.
    public var phases: Phases?
    /// The redirects before the last response, in order.
    public var redirects: [Redirect]
    /// The address that sent the last response; `nil` if there was no redirect.
    public var address: IPAddress?
    /// The value of `Retry-After` (RFC 9110 section 10.2.3); `nil` if it was not sent.
    public var retryAfter: String?
    /// The value of `Server` (RFC 9110 section 10.2.4); `nil` if it was not sent.
    public var server: String?
    /// The field with which a proxy marks an error as its own, if none is configured, as in `X-Squid-Error: ERR_ACCESS_DENIED`; `nil`
    /// if there is none. JSON key: `proxy_mark`.
    public var proxyMark: String?
    /// The schemes in `WWW-Authenticate` (RFC 9110 section 11.6.1); empty if it was not sent. JSON key:
    /// `authentication_schemes`.
    public var authenticationSchemes: [String]
    /// The result of the login; `nil` if the server did not require one.
    @BoxedOptional public var authentication: Authentication?
    /// Whether the status is expected; `nil` if the target's settings do not say which are.
    public var isStatusExpected: Bool?
    /// The rules of the settings that the body violates; empty if there are none. JSON key: `broken_rules`.
    public var brokenRules: [BrokenRule]
    /// The last response; `nil` unless it was requested (``HTTPSettings/keepsAnswer``).
    @BoxedOptional public var answer: Response?
    /// Whether this machine retransmitted packets of the connection, since they were not acknowledged; `nil` if it did not.
    /// JSON key: `packets_repeated`.
    public var isRepeated: Bool?
    /// Whether the head of the response did not end in time; `nil` if it did, or if none began. JSON key: `head_incomplete`.
    public var isHeadIncomplete: Bool?
    /// Whether the body still arrived without a pause when the time was over, so that it is slow or long; `nil` if it did not. JSON
    /// key: `unfinished`.
    public var isUnfinished: Bool?
    /// Whether the time was over before the redirect that this response is had been followed; `nil` if it was not. JSON key:
    /// `redirects_unfinished`.
    public var areRedirectsUnfinished: Bool?
    /// Whether the server says that it expects TLS on this port, to a request without it; `nil` if it does not. JSON key:
    /// `tls_expected`.
    public var isTLSExpected: Bool?
    /// What was wrong, as text that may contain text of the server; `nil` if nothing was.
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case url, outcome, status, version, redirects, server, detail, phases, authentication, address, answer
        case proxyMark = "proxy_mark"
        case bodyBytes = "body_bytes"
        case isRepeated = "packets_repeated"
        case isHeadIncomplete = "head_incomplete"
        case isUnfinished = "unfinished"
        case areRedirectsUnfinished = "redirects_unfinished"
        case isTLSExpected = "tls_expected"
        case isBodyCut = "body_cut"
        case firstByte = "first_byte_ms"
        case retryAfter = "retry_after"
        case authenticationSchemes = "authentication_schemes"
        case isStatusExpected = "status_expected"
        case brokenRules = "broken_rules"
    }

    /// Creates the evidence of a request.
    public init(
        url: String, outcome: Outcome, status: Int? = nil, version: String? = nil, bodyBytes: Int = 0,
        firstByte: Duration? = nil, redirects: [Redirect] = [], retryAfter: String? = nil, server: String? = nil,
        authenticationSchemes: [String] = [], detail: String? = nil
    ) {
        self.url = url
        self.outcome = outcome
        self.status = status
        self.version = version
        self.bodyBytes = bodyBytes
        self.firstByte = firstByte.map(Milliseconds.init)
        self.redirects = redirects
        self.retryAfter = retryAfter
        self.server = server
        self.authenticationSchemes = authenticationSchemes
        brokenRules = []
        self.detail = detail
    }
}

extension HTTPEvidence {
    /// A one-line summary: status, redirects and time, or how the request ended.
    public var summary: String {
        guard outcome == .response, let status else {
            return [outcome.rawValue, detail].compactMap(\.self).joined(separator: ", ")
        }
        let version = version.map { "HTTP/\($0) " } ?? ""
        let redirects = redirects.isEmpty ? "" : " after \(Quantity.text(redirects.count, "redirect"))"
        // A response that was there before the request had been sent was not waited for.
        let first = firstByte.flatMap { $0.value < 0.05 ? nil : ", first byte \(Quantity.text($0))" } ?? ""
        let login = authentication.map { authentication in
            authentication.outcome == .accepted ? ", login by \(authentication.used?.rawValue ?? "credentials")" : ""
        }
        return "\(version)\(status)\(redirects)\(login ?? "")\(first), \(Quantity.text(bodyBytes, "byte"))"
    }

    /// Changes the texts of the server: fields of the head, details, and URLs and locations without scheme and host, by
    /// which they are judged.
    public mutating func mapServerText(_ change: (String) -> String) {
        url = ServerURL.mapped(url, change)
        detail = detail.map(change)
        server = server.map(change)
        proxyMark = proxyMark.map(change)
        retryAfter = retryAfter.map(change)
        for index in redirects.indices {
            redirects[index].url = ServerURL.mapped(redirects[index].url, change)
            redirects[index].location = ServerURL.mapped(redirects[index].location, change)
        }
        let fields = (answer?.fields ?? []).map { Response.Field(name: $0.name, value: change($0.value)) }
        answer?.fields = fields
        for index in brokenRules.indices { brokenRules[index].found = brokenRules[index].found.map(change) }
    }
}
