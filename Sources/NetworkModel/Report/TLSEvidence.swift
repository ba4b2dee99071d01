/// What the TLS handshake showed.
public struct TLSEvidence: LayerEvidence {
    public static let layer = Layer.tls

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
        /// Its serial number, in hexadecimal digits of whole bytes (RFC 5280 section 4.1.2.2).
        public var serial: String?
        /// SHA-256 of its public key, as `sha256//` and base64: what curl(1) takes as `--pinnedpubkey`.
        public var pin: String?
        /// Who issued its issuer's certificate, where it says so (RFC 5280 section 4.2.1.1).
        public var authorityIssuer: String?
        /// Whether it was issued by the rules of the authorities that are trusted everywhere (CA/Browser Forum).
        public var isPublic: Bool?
        /// Whether it says where its issuer's certificate is to be had (`caIssuers`, RFC 5280 section 4.2.2.1).
        public var hasIssuerURL: Bool?

        enum CodingKeys: String, CodingKey {
            case subject, issuer, names, key, signature, pin, serial
            case notBefore = "not_before"
            case notAfter = "not_after"
            case keyBits = "key_bits"
            case fingerprint = "sha256"
            case authorityIssuer = "authority_issuer"
            case isPublic = "public"
            case hasIssuerURL = "issuer_url"
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

    /// What the certificates have to be beside trusted.
    public struct Expectation: Sendable, Hashable, Codable {
        /// A text that stands in the name of an authority above the certificate; `nil`: any will do.
        public var issuer: String?
        /// One of which is that of the certificate's key; empty: any will do.
        public var pins: [String]

        public init(issuer: String? = nil, pins: [String] = []) {
            self.issuer = issuer
            self.pins = pins
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
    /// When the first certificate ends of the chain up to the authority; `nil` where the chain was not verified.
    public var verifiedUntil: Timestamp?
    /// Whether the server asked for a certificate of the client's, and was shown none; that may be all right.
    public var isClientCertificateMissing: Bool?
    /// Whether this machine has an authority by the name of the one that the chain leads to; looked up where the chain cannot
    /// be verified.
    public var isIssuerKnown: Bool?
    /// `nil`: nothing beyond that they are trusted.
    public var expectation: Expectation?
    /// Leaf first.
    public var chain: [Certificate]

    enum CodingKeys: String, CodingKey {
        case outcome, problem, detail, chain, version, cipher, alpn
        case serverName = "server_name"
        case stapledStatus = "ocsp_stapling"
        case daysLeft = "days_left"
        case verifiedUntil = "verified_until"
        case isClientCertificateMissing = "client_certificate_missing"
        case isIssuerKnown = "issuer_known"
        case expectation = "expected"
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

extension TLSEvidence {
    public var summary: String {
        let subject = chain.first.map { "\($0.subject)" }
        switch outcome {
        case .established:
            let version = [version, alpn].compactMap(\.self).joined(separator: " ")
            let days = daysLeft.map { $0 < 0 ? "ended" : "\($0) days left" }
            return [version.isEmpty ? nil : version, subject ?? "handshake completed", days]
                .compactMap(\.self).joined(separator: ", ")
        case .certificate:
            return ["certificate \(problem?.rawValue ?? "bad")", subject, detail]
                .compactMap(\.self).joined(separator: ", ")
        default:
            return [outcome.rawValue, detail].compactMap(\.self).joined(separator: ", ")
        }
    }

    /// No secret is sent before the handshake has ended.
    public mutating func mapServerText(_ change: (String) -> String) {}
}
