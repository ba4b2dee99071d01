/// The result of the TLS handshake.
public struct TLSEvidence: LayerEvidence {
    /// The layer `tls`.
    public static let layer = Layer.tls

    /// The result of the handshake.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The handshake was completed, and the certificates are valid.
        case established
        /// The peer speaks another protocol; `detail` names it.
        case notTLS = "not-tls"
        /// The peer did not respond in time.
        case timeout
        /// There is no common protocol version.
        case version
        /// The peer aborted with an alert; `detail` names it.
        case alert
        /// The certificate is not valid; `problem` says why.
        case certificate
        /// This machine can verify no certificate: it could not load the trusted authorities; `detail` names their file.
        case noAuthorities = "no-authorities"
        /// The connection ended by RST or FIN, or the handshake failed for another reason; `detail` says which.
        case reset, closed, failed
    }

    /// A protocol that a peer uses without TLS, as its first line shows.
    public enum PlainProtocol: String, Sendable, Hashable, Codable, CaseIterable {
        case http, ssh
        /// The greetings of both begin with the code 220.
        case mailOrFTP = "mail-or-ftp"
        case pop3, imap
    }

    /// The reason why a certificate is not valid.
    public enum CertificateProblem: String, Sendable, Hashable, Codable, CaseIterable {
        /// The certificate, or one above it, has expired.
        case expired
        /// The certificate, or one above it, is not valid yet.
        case notYetValid = "not-yet-valid"
        /// None of its names is that of the server (RFC 9525).
        case wrongHost = "wrong-host"
        /// It is self-signed, and not trusted.
        case selfSigned = "self-signed"
        /// The chain leads to an authority that is not trusted.
        case untrustedIssuer = "untrusted-issuer"
        /// The certificate of an issuer is neither sent nor known here.
        case incompleteChain = "incomplete-chain"
        /// A key or a signature is weaker than this machine accepts.
        case tooWeak = "too-weak"
        /// It, or that of an issuer, is not for servers (extended key usage, RFC 5280 section 4.2.1.12).
        case wrongPurpose = "wrong-purpose"
        /// More issuers are below another one than that allows (path length constraint, RFC 5280 section 4.2.1.9).
        case tooManyIssuers = "too-many-issuers"
        /// An issuer may not issue certificates for its names (name constraints, RFC 5280 section 4.2.1.10).
        case nameNotPermitted = "name-not-permitted"
        /// An issuer is not an authority (basic constraints and key usage, RFC 5280 sections 4.2.1.9 and 4.2.1.3).
        case notByAuthority = "not-by-authority"
        /// Another reason; `detail` says which.
        case other

        /// The problem in a summary. Whether a certificate is missing in the chain, or the last one is not trusted, is left to the
        /// rules, since OpenSSL reports both in the same way.
        var summaryWords: String { self == .incompleteChain ? "unknown-issuer" : rawValue }
    }

    /// The status of the certificate in a stapled OCSP response (RFC 6960 section 2.2).
    public enum StapledStatus: String, Sendable, Hashable, Codable, CaseIterable {
        /// A response was requested, and the server sent none.
        case absent
        /// The status according to the responder.
        case good, revoked, unknown
        /// The response is invalid, or reports an error of the responder.
        case unreadable
    }

    /// A certificate of the chain that the peer sent.
    public struct Certificate: Sendable, Hashable, Codable {
        /// The subject's distinguished name (RFC 2253), control characters escaped.
        public var subject: String
        /// The issuer's distinguished name (RFC 2253), control characters escaped.
        public var issuer: String
        /// The DNS names and addresses for which it is valid.
        public var names: [String]
        /// The beginning of its validity; `nil` if it cannot be parsed. JSON key: `not_before`.
        public var notBefore: Timestamp?
        /// The end of its validity; `nil` if it cannot be parsed. JSON key: `not_after`.
        public var notAfter: Timestamp?
        /// The type of its key, as in `RSA`.
        public var key: String?
        /// The length of its key in bits; `nil` if not known. JSON key: `key_bits`.
        public var keyBits: Int?
        /// The algorithm of its signature, as in `sha256WithRSAEncryption`.
        public var signature: String?
        /// The SHA-256 hash of the certificate, in hexadecimal digits.
        public var fingerprint: String?
        /// Its serial number, in hexadecimal digits of whole bytes (RFC 5280 section 4.1.2.2).
        public var serial: String?
        /// The SHA-256 hash of its public key, as `sha256//` and base64, in the form of curl's `--pinnedpubkey`.
        public var pin: String?
        /// The issuer of its issuer's certificate, if stated (RFC 5280 section 4.2.1.1).
        public var authorityIssuer: String?
        /// Whether it was issued by the rules of publicly trusted authorities (CA/Browser Forum).
        public var isPublic: Bool?
        /// Whether it states the URL of its issuer's certificate (`caIssuers`, RFC 5280 section 4.2.2.1).
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

        /// Creates a certificate.
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

    /// The requirements for certificates in addition to trust.
    public struct Expectation: Sendable, Hashable, Codable {
        /// A text that must occur in the name of an authority above the certificate; `nil` for any.
        public var issuer: String?
        /// The pins, one of which must match the certificate's key; empty for any key.
        public var pins: [String]

        /// Creates requirements; without arguments, any trusted certificate is accepted.
        public init(issuer: String? = nil, pins: [String] = []) {
            self.issuer = issuer
            self.pins = pins
        }
    }

    /// The name or address for which the certificate must be valid. JSON key: `server_name`.
    public var serverName: String
    /// The result of the handshake.
    public var outcome: Outcome
    /// Why the certificate is not valid; `nil` unless the outcome is `certificate`.
    public var problem: CertificateProblem?
    /// What was wrong, as text; `nil` if nothing was.
    public var detail: String?
    /// The protocol that the peer speaks instead of TLS; `nil` if that is not known.
    public var spoken: PlainProtocol?
    /// The protocol version, as in `TLSv1.3`.
    public var version: String?
    /// The cipher suite by its name in OpenSSL, as in `TLS_AES_256_GCM_SHA384`.
    public var cipher: String?
    /// The protocol negotiated by ALPN (RFC 7301), as in `h2`.
    public var alpn: String?
    /// The status in the stapled OCSP response; `nil` if the handshake did not get that far. JSON key: `ocsp_stapling`.
    public var stapledStatus: StapledStatus?
    /// Whole days until the first certificate expires, of the verified chain or else of those from the server; negative after
    /// that.
    public var daysLeft: Int?
    /// When the first certificate of the verified chain expires; `nil` if the chain was not verified.
    public var verifiedUntil: Timestamp?
    /// Whether the server requested a client certificate and got none, which may be allowed.
    public var isClientCertificateMissing: Bool?
    /// Whether this machine has an authority with the name of the chain's root; determined if the chain lacks an issuer.
    public var isIssuerKnown: Bool?
    /// The requirements in addition to trust; `nil` for none.
    public var expectation: Expectation?
    /// The certificates that the peer sent, leaf first.
    public var chain: [Certificate]

    enum CodingKeys: String, CodingKey {
        case outcome, problem, detail, spoken, chain, version, cipher, alpn
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
    /// A one-line summary: version, subject and days left, or how the handshake ended.
    public var summary: String {
        let subject = chain.first.map { "\($0.subject)" }
        switch outcome {
        case .established:
            let version = [version, alpn].compactMap(\.self).joined(separator: " ")
            let days = daysLeft.map { $0 < 0 ? "ended" : "\($0) days left" }
            let status = stapledStatus == .revoked ? "revoked" : nil
            return [version.isEmpty ? nil : version, subject ?? "handshake completed", days, status]
                .compactMap(\.self).joined(separator: ", ")
        case .certificate:
            return ["certificate \(problem?.summaryWords ?? "bad")", subject, detail]
                .compactMap(\.self).joined(separator: ", ")
        default:
            return [outcome.rawValue, detail].compactMap(\.self).joined(separator: ", ")
        }
    }

    /// No secret is sent before the handshake ends.
    public mutating func mapServerText(_ change: (String) -> String) {}
}
