/// How the target's name was resolved.
public struct DNSEvidence: Sendable, Hashable, Codable {
    public var resolution: Resolution
    /// The servers that are configured, in their order.
    public var servers: [String]
    /// Lines of the configuration that could not be understood, each with its place.
    public var problems: [String]

    public init(resolution: Resolution, servers: [String], problems: [String] = []) {
        self.resolution = resolution
        self.servers = servers
        self.problems = problems
    }
}

/// What became of the connections to the target's addresses.
public struct TCPEvidence: Sendable, Hashable, Codable {
    /// How a connection attempt ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        case connected
        /// RST to the SYN (`ECONNREFUSED`).
        case refused
        case timeout
        /// `EHOSTUNREACH`: on the link, no answer to ARP or NDP; beyond it, a router's word.
        case hostUnreachable = "host-unreachable"
        case networkUnreachable = "network-unreachable"
        /// `EACCES`, `EPERM`: a packet filter or policy of this machine.
        case notPermitted = "not-permitted"
        /// `EMFILE`, `ENFILE`, `EADDRNOTAVAIL`, `ENOBUFS`, `ENOMEM`: this machine ran out of something.
        case noResources = "no-resources"
        case reset
        /// Another attempt won before this one ended.
        case abandoned
        case failed
    }

    /// One attempt to one address.
    public struct Attempt: Sendable, Hashable, Codable {
        public var address: IPAddress
        public var port: UInt16
        public var outcome: Outcome
        public var duration: Milliseconds
        /// The name of the error, as in `ECONNREFUSED`.
        public var error: String?

        enum CodingKeys: String, CodingKey {
            case address, port, outcome, error
            case duration = "duration_ms"
        }

        public init(address: IPAddress, port: UInt16, outcome: Outcome, duration: Duration, error: String? = nil) {
            self.address = address
            self.port = port
            self.outcome = outcome
            self.duration = Milliseconds(duration)
            self.error = error
        }
    }

    /// In the order in which they were begun (RFC 8305 section 4).
    public var attempts: [Attempt]

    public init(attempts: [Attempt]) {
        self.attempts = attempts
    }

    /// The first connection that was made, by its completion.
    public var winner: Attempt? {
        attempts.first { $0.outcome == .connected }
    }
}

/// What the TLS handshake showed.
public struct TLSEvidence: Sendable, Hashable, Codable {
    public enum Outcome: String, Sendable, Hashable, Codable {
        case established
        /// The peer talks something else; `detail` says what.
        case notTLS = "not-tls"
        case timeout
        /// No protocol version in common.
        case version
        /// The peer refused with an alert; `detail` names it.
        case alert
        /// The certificate does not stand up to examination; `problem` says why.
        case certificate
        case reset, closed, failed
    }

    /// What is wrong with a certificate.
    public enum CertificateProblem: String, Sendable, Hashable, Codable {
        case expired
        case notYetValid = "not-yet-valid"
        case wrongHost = "wrong-host"
        case selfSigned = "self-signed"
        case untrustedIssuer = "untrusted-issuer"
        case incompleteChain = "incomplete-chain"
        case other
    }

    /// A certificate of the chain that the peer sent.
    public struct Certificate: Sendable, Hashable, Codable {
        public var subject: String
        public var issuer: String
        /// DNS names and addresses that it is good for.
        public var names: [String]
        public var notBefore: Timestamp?
        public var notAfter: Timestamp?

        enum CodingKeys: String, CodingKey {
            case subject, issuer, names
            case notBefore = "not_before"
            case notAfter = "not_after"
        }

        public init(subject: String, issuer: String, names: [String], notBefore: Timestamp?, notAfter: Timestamp?) {
            self.subject = subject
            self.issuer = issuer
            self.names = names
            self.notBefore = notBefore
            self.notAfter = notAfter
        }
    }

    public var serverName: String
    public var outcome: Outcome
    public var problem: CertificateProblem?
    public var detail: String?
    /// Leaf first.
    public var chain: [Certificate]

    enum CodingKeys: String, CodingKey {
        case outcome, problem, detail, chain
        case serverName = "server_name"
    }

    public init(
        serverName: String, outcome: Outcome, problem: CertificateProblem? = nil, detail: String? = nil,
        chain: [Certificate] = []
    ) {
        self.serverName = serverName
        self.outcome = outcome
        self.problem = problem
        self.detail = detail
        self.chain = chain
    }
}

/// What became of the request.
public struct HTTPEvidence: Sendable, Hashable, Codable {
    public enum Outcome: String, Sendable, Hashable, Codable {
        case response
        /// Sent, and no first byte in time.
        case noAnswer = "no-answer"
        /// Closed, or reset, before a byte of an answer.
        case closed, reset
        /// The answer is not HTTP, or breaks its framing.
        case malformed
        /// The body ended before its declared length.
        case truncated
        /// The body stopped in the middle.
        case stalled
        case redirectLoop = "redirect-loop"
        case failed
    }

    /// One answer on the way to the last one.
    public struct Redirect: Sendable, Hashable, Codable {
        public var status: Int
        public var location: String

        public init(status: Int, location: String) {
            self.status = status
            self.location = location
        }
    }

    public var url: String
    public var outcome: Outcome
    public var status: Int?
    /// `1.0`, `1.1`, `2`.
    public var version: String?
    /// Bytes of the body that were read.
    public var bodyBytes: Int
    /// From the start of the request to the first byte of the answer.
    public var firstByte: Milliseconds?
    public var redirects: [Redirect]
    /// The value of `Retry-After`, of `Server`, and the schemes of `WWW-Authenticate`, where they were sent.
    public var retryAfter: String?
    public var server: String?
    public var authenticationSchemes: [String]
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case url, outcome, status, version, redirects, server, detail
        case bodyBytes = "body_bytes"
        case firstByte = "first_byte_ms"
        case retryAfter = "retry_after"
        case authenticationSchemes = "authentication_schemes"
    }

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
        self.detail = detail
    }
}
