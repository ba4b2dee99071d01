/// The result of an HTTP request.
public struct HTTPEvidence: LayerEvidence {
    /// The layer `http`.
    public static let layer = Layer.kind("http")

    /// How the request ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// A whole answer came, or as much of its body as is read.
        case response
        /// Sent, and no first byte in time.
        case noAnswer = "no-answer"
        /// Closed, or reset, before a byte of an answer.
        case closed, reset
        /// The answer is not HTTP, or breaks its framing.
        case malformed
        /// The head of the answer is longer than is read.
        case endlessHead = "endless-head"
        /// The body ended before its declared length.
        case truncated
        /// The body stopped in the middle, or was not over in time.
        case stalled
        /// More redirects than are followed.
        case redirectLoop = "redirect-loop"
        /// A redirect leads to a place that is not followed; `detail` says where.
        case redirectRefused = "redirect-refused"
        /// Another error of libcurl; `detail` says which.
        case failed
    }

    /// One answer on the way to the last one.
    public struct Redirect: Sendable, Hashable, Codable {
        /// The URL that was asked for.
        public var url: String
        /// The status code, as in 302 (RFC 9110 section 15.4).
        public var status: Int
        /// Where the answer leads.
        public var location: String
        /// The address that answered.
        public var address: IPAddress?
        /// From resolving the host's name to the end of the answer. JSON key: `duration_ms`.
        public var duration: Milliseconds?

        enum CodingKeys: String, CodingKey {
            case url, status, location, address
            case duration = "duration_ms"
        }

        /// Creates an answer that leads elsewhere.
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

    /// What became of the login.
    public struct Authentication: Sendable, Hashable, Codable {
        /// What the server made of the credentials, or why none were sent.
        public enum Outcome: String, Sendable, Hashable, Codable {
            /// It was let in with the credentials.
            case accepted
            /// No credentials are configured, and they are asked for.
            case missing
            /// The server does not take the credentials.
            case rejected
            /// None of the schemes that are offered is one that the credentials are for.
            case wrongScheme = "wrong-scheme"
            /// They were rejected by an earlier check, and are not tried again before they change.
            case withheld
            /// The credentials cannot be had; `detail` says why.
            case unavailable
        }

        /// What became of the login.
        public var outcome: Outcome
        /// Those of the challenge (RFC 9110 section 11.6.1).
        public var offered: [String]
        /// The scheme that was used.
        public var used: AuthenticationScheme?
        /// What was wrong, in words; `nil` if nothing was, or the outcome says all.
        public var detail: String?

        /// Creates what became of a login.
        public init(
            outcome: Outcome, offered: [String] = [], used: AuthenticationScheme? = nil, detail: String? = nil
        ) {
            self.outcome = outcome
            self.offered = offered
            self.used = used
            self.detail = detail
        }
    }

    /// The last answer as it came: for who reads more than a diagnosis does.
    public struct Answer: Sendable, Hashable, Codable {
        /// A field of the answer's head (RFC 9110 section 5).
        public struct Field: Sendable, Hashable, Codable {
            /// In lower case.
            public var name: String
            /// As the server sent it, at most as long as a head may be.
            public var value: String

            /// Creates a field.
            public init(name: String, value: String) {
                self.name = name
                self.value = value
            }
        }

        /// At most 256, in their order.
        public var fields: [Field]
        /// Of the connection that it came over; `nil` without TLS.
        public var tls: TLSEvidence?

        /// Creates what is kept of an answer.
        public init(fields: [Field], tls: TLSEvidence? = nil) {
            self.fields = fields
            self.tls = tls
        }
    }

    /// A rule that the body breaks.
    public struct BrokenRule: Sendable, Hashable, Codable {
        /// What it says, as in `contains "ok"`.
        public var rule: String
        /// What is there instead, where that can be said.
        public var found: String?

        /// Creates a rule that is broken.
        public init(rule: String, found: String? = nil) {
            self.rule = rule
            self.found = found
        }
    }

    /// The parts of the time; they add up to the total.
    public struct Phases: Sendable, Hashable, Codable {
        /// The answers on the way to the last one, where there was a redirect.
        public var redirects: Milliseconds?
        /// Resolving the name; 0 for an address. JSON key: `resolve_ms`.
        public var resolve: Milliseconds
        /// Making the connection (TCP). JSON key: `connect_ms`.
        public var connect: Milliseconds
        /// The proxy's part: its tunnel, or its negotiation.
        public var proxy: Milliseconds?
        /// The handshake; `nil` without TLS. JSON key: `tls_ms`.
        public var tls: Milliseconds?
        /// Until the request has been sent.
        public var request: Milliseconds
        /// From then to the first byte of the answer.
        public var firstByte: Milliseconds
        /// From the first byte of the answer to its end. JSON key: `body_ms`.
        public var body: Milliseconds
        /// The sum of all parts. JSON key: `total_ms`.
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

        /// Creates the parts of the time; each is rounded to a microsecond, and the total is their sum.
        public init(
            redirects: Duration? = nil, resolve: Duration, connect: Duration, proxy: Duration? = nil,
            tls: Duration? = nil, request: Duration, firstByte: Duration, body: Duration
        ) {
            // To the microsecond each, so that what is printed adds up to the last digit.
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

        /// These, behind other answers that took so long together.
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

    /// The URL that was asked for last, without a login.
    public var url: String
    /// How the request ended.
    public var outcome: Outcome
    /// The status code (RFC 9110 section 15); `nil` if no answer came.
    public var status: Int?
    /// `1.0`, `1.1`, `2`.
    public var version: String?
    /// Bytes of the body that were read, after decompression.
    public var bodyBytes: Int
    /// Whether more would have come.
    public var isBodyCut: Bool?
    /// From the end of the request to the first byte of the answer.
    public var firstByte: Milliseconds?
    /// The parts of the time; `nil` if they were not taken.
    public var phases: Phases?
    /// The way to the answer, in its order.
    public var redirects: [Redirect]
    /// Who gave the last answer, where there was a redirect.
    public var address: IPAddress?
    /// The value of `Retry-After`, of `Server`, and the schemes of `WWW-Authenticate`, where they were sent.
    public var retryAfter: String?
    /// The value of `Server` (RFC 9110 section 10.2.4); `nil` if it was not sent.
    public var server: String?
    /// The schemes of `WWW-Authenticate` (RFC 9110 section 11.6.1); empty where it was not sent. JSON key:
    /// `authentication_schemes`.
    public var authenticationSchemes: [String]
    /// What became of the login; `nil` if the server did not ask for one.
    public var authentication: Authentication?
    /// Whether the status is one that is expected, where the target says which are.
    public var isStatusExpected: Bool?
    /// The rules of the settings that the body breaks; empty where it breaks none. JSON key: `broken_rules`.
    public var brokenRules: [BrokenRule]
    /// `nil` unless it was asked for (``HTTPSettings/keepsAnswer``).
    public var answer: Answer?
    /// Packets of this machine's on the connection were sent again, since nobody had acknowledged them; `nil`: none was. JSON key:
    /// `packets_repeated`.
    public var isRepeated: Bool?
    /// What was wrong, in words, some of which may be the server's; `nil` if nothing was.
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case url, outcome, status, version, redirects, server, detail, phases, authentication, address, answer
        case bodyBytes = "body_bytes"
        case isRepeated = "packets_repeated"
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
    /// One line for people: status, redirects and time, or how the request ended.
    public var summary: String {
        guard outcome == .response, let status else {
            return [outcome.rawValue, detail].compactMap(\.self).joined(separator: ", ")
        }
        let version = version.map { "HTTP/\($0) " } ?? ""
        let redirects = redirects.isEmpty ? "" : " after \(Quantity.text(redirects.count, "redirect"))"
        // An answer that was there before the request had been sent was not waited for.
        let first = firstByte.flatMap { $0.value < 0.05 ? nil : ", first byte \(Quantity.text($0))" } ?? ""
        let login = authentication.map { authentication in
            authentication.outcome == .accepted ? ", login by \(authentication.used?.rawValue ?? "credentials")" : ""
        }
        return "\(version)\(status)\(redirects)\(login ?? "")\(first), \(bodyBytes) bytes"
    }

    /// Changes the texts of the server: URLs, locations, fields of the head and details.
    public mutating func mapServerText(_ change: (String) -> String) {
        url = change(url)
        detail = detail.map(change)
        server = server.map(change)
        retryAfter = retryAfter.map(change)
        for index in redirects.indices {
            redirects[index].url = change(redirects[index].url)
            redirects[index].location = change(redirects[index].location)
        }
        let fields = (answer?.fields ?? []).map { Answer.Field(name: $0.name, value: change($0.value)) }
        answer?.fields = fields
        for index in brokenRules.indices { brokenRules[index].found = brokenRules[index].found.map(change) }
    }
}
