/// The result of the TLS handshake.
public struct TLSEvidence: LayerEvidence {
    /// The layer `tls`.
    public static let layer = Layer.tls

    /// How the handshake ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// The handshake was completed, and the certificates stand up to examination.
        case established
        /// The peer talks something else; `detail` says what.
        case notTLS = "not-tls"
        /// The peer did not answer in time.
        case timeout
        /// No protocol version in common.
        case version
        /// The peer refused with an alert; `detail` names it.
        case alert
        /// The certificate does not stand up to examination; `problem` says why.
        case certificate
        /// The connection ended by RST, by FIN, or the handshake failed for another reason; `detail` says which.
        case reset, closed, failed
    }

    /// What is wrong with a certificate.
    public enum CertificateProblem: String, Sendable, Hashable, Codable {
        /// The certificate, or one above it, has ended.
        case expired
        /// The certificate, or one above it, is not valid yet.
        case notYetValid = "not-yet-valid"
        /// None of its names is that of the server (RFC 9525).
        case wrongHost = "wrong-host"
        /// It was issued by itself, and is not trusted.
        case selfSigned = "self-signed"
        /// The chain leads to an authority that is not trusted.
        case untrustedIssuer = "untrusted-issuer"
        /// The certificate of an issuer is neither sent nor known here.
        case incompleteChain = "incomplete-chain"
        /// A key, or a signature, is weaker than this machine accepts.
        case tooWeak = "too-weak"
        /// Another reason; `detail` says which.
        case other
    }

    /// What a stapled OCSP response says of the leaf (RFC 6960 section 2.2).
    public enum StapledStatus: String, Sendable, Hashable, Codable {
        /// The server was asked for a response and sent none.
        case absent
        /// What the responder says of the certificate.
        case good, revoked, unknown
        /// It cannot be read, or says that the responder failed.
        case unreadable
    }

    /// A certificate of the chain that the peer sent.
    public struct Certificate: Sendable, Hashable, Codable {
        /// The subject's distinguished name (RFC 2253), control characters escaped.
        public var subject: String
        /// The issuer's distinguished name (RFC 2253), control characters escaped.
        public var issuer: String
        /// DNS names and addresses that it is good for.
        public var names: [String]
        /// When the certificate begins to be valid; `nil` if its date cannot be read. JSON key: `not_before`.
        public var notBefore: Timestamp?
        /// When the certificate ends; `nil` if its date cannot be read. JSON key: `not_after`.
        public var notAfter: Timestamp?
        /// The kind of its key and the key's bits, as in `RSA` and 2048.
        public var key: String?
        /// The bits of the key; `nil` if they are not known. JSON key: `key_bits`.
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

        /// Creates what is known of a certificate.
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

        /// Creates an expectation; without arguments, any trusted certificate will do.
        public init(issuer: String? = nil, pins: [String] = []) {
            self.issuer = issuer
            self.pins = pins
        }
    }

    /// The name or address that the certificate has to be for. JSON key: `server_name`.
    public var serverName: String
    /// How the handshake ended.
    public var outcome: Outcome
    /// What is wrong with the certificate; `nil` unless the outcome is `certificate`.
    public var problem: CertificateProblem?
    /// What was wrong, in words; `nil` if nothing was.
    public var detail: String?
    /// As in `TLSv1.3`.
    public var version: String?
    /// OpenSSL's name of it, as in `TLS_AES_256_GCM_SHA384`.
    public var cipher: String?
    /// What ALPN settled on (RFC 7301), as in `h2`.
    public var alpn: String?
    /// What the stapled OCSP response says; `nil` if the handshake did not get that far. JSON key: `ocsp_stapling`.
    public var stapledStatus: StapledStatus?
    /// Whole days until the first certificate of the chain ends; negative ones since then.
    public var daysLeft: Int?
    /// When the first certificate ends of the chain up to the authority; `nil` if the chain was not verified.
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

    /// Creates the evidence of a handshake.
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
    /// One line for people: version, subject and days left, or how the handshake ended.
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
