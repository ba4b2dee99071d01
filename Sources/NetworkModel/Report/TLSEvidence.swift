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
        /// A key, or a signature, is weaker than this machine accepts.
        case tooWeak = "too-weak"
        case other
    }

    /// What a stapled OCSP response says of the leaf (RFC 6960 section 2.2).
    public enum StapledStatus: String, Sendable, Hashable, Codable {
        /// The server was asked for a response and sent none.
        case absent
        case good, revoked, unknown
        /// It cannot be read, or says that the responder failed.
        case unreadable
    }

    /// A certificate of the chain that the peer sent.
    public struct Certificate: Sendable, Hashable, Codable {
        public var subject: String
        public var issuer: String
        /// DNS names and addresses that it is good for.
        public var names: [String]
        public var notBefore: Timestamp?
        public var notAfter: Timestamp?
        /// The kind of its key and the key's bits, as in `RSA` and 2048.
        public var key: String?
        public var keyBits: Int?
        /// What it is signed with, as in `sha256WithRSAEncryption`.
        public var signature: String?
        /// SHA-256 of the certificate, in hexadecimal digits.
        public var fingerprint: String?

        enum CodingKeys: String, CodingKey {
            case subject, issuer, names, key, signature
            case notBefore = "not_before"
            case notAfter = "not_after"
            case keyBits = "key_bits"
            case fingerprint = "sha256"
        }

        public init(
            subject: String, issuer: String, names: [String], notBefore: Timestamp?, notAfter: Timestamp?,
            key: String? = nil, keyBits: Int? = nil, signature: String? = nil, fingerprint: String? = nil
        ) {
            self.subject = subject
            self.issuer = issuer
            self.names = names
            self.notBefore = notBefore
            self.notAfter = notAfter
            self.key = key
            self.keyBits = keyBits
            self.signature = signature
            self.fingerprint = fingerprint
        }
    }

    public var serverName: String
    public var outcome: Outcome
    public var problem: CertificateProblem?
    public var detail: String?
    /// As in `TLSv1.3`.
    public var version: String?
    /// OpenSSL's name of it, as in `TLS_AES_256_GCM_SHA384`.
    public var cipher: String?
    /// What ALPN settled on (RFC 7301), as in `h2`.
    public var alpn: String?
    public var stapledStatus: StapledStatus?
    /// Whole days until the first certificate of the chain ends; negative ones since then.
    public var daysLeft: Int?
    /// Whether the server asked for a certificate of the client's, and was shown none; that may be all right.
    public var isClientCertificateMissing: Bool?
    /// Leaf first.
    public var chain: [Certificate]

    enum CodingKeys: String, CodingKey {
        case outcome, problem, detail, chain, version, cipher, alpn
        case serverName = "server_name"
        case stapledStatus = "ocsp_stapling"
        case daysLeft = "days_left"
        case isClientCertificateMissing = "client_certificate_missing"
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
