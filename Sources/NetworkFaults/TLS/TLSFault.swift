import TLSServer

/// A fault of a server's TLS. Its name is the part of the cause after `tls.`, and also the first label of the server
/// name that selects it: `expired.localhost`.
enum TLSFault: String, Sendable, CaseIterable {
    case notTLS = "not-tls"
    case handshakeTimeout = "handshake-timeout"
    case version
    case alert
    case expired
    case notYetValid = "not-yet-valid"
    case wrongHost = "wrong-host"
    case selfSigned = "self-signed"
    case untrustedIssuer = "untrusted-issuer"
    case incompleteChain = "incomplete-chain"
    case clientCertificate = "client-certificate"
    case revoked
    case weak
    case intercepted
    case expiresSoon = "expires-soon"
    case failed

    /// Returns the behaviour of a server with this fault.
    ///
    /// - Throws: ``FaultError`` if OpenSSL fails.
    func behaviour(with authority: CertificateAuthority, _ options: TLSFaultChoices) throws -> TLSBehaviour {
        switch self {
        case .notTLS: return .plainText
        case .handshakeTimeout: return .silence
        case .alert: return .alert(options.alert)
        case .version:
            var weak = TLSFaultOptions()
            weak.versions = .tls10 ... .tls11
            weak.allowsWeakKeys = true
            return try Self.behaviour(authority.issue(Self.request()), weak)
        case .expired: return try Self.behaviour(authority.issue(Self.request(days: -60 ... -options.days)))
        case .notYetValid: return try Self.behaviour(authority.issue(Self.request(days: options.days...90)))
        case .expiresSoon: return try Self.behaviour(authority.issue(Self.request(days: -30...3)))
        case .wrongHost:
            let request = CertificateRequest("other.example", names: ["DNS:other.example"])
            return try Self.behaviour(authority.issue(request))
        case .selfSigned: return try Self.behaviour(Self.request().issued(by: nil))
        case .untrustedIssuer:
            let stranger = try CertificateAuthority(name: "netdiag serve untrusted authority")
            return try Self.behaviour(stranger.issue(Self.request()), followedBy: stranger)
        case .incompleteChain:
            let intermediate = try authority.issueIntermediate(named: "netdiag serve intermediate authority")
            var request = Self.request()
            request.issuerURL = "http://localhost/intermediate.der"
            return try Self.behaviour(intermediate.issue(request))
        case .clientCertificate:
            var demanding = TLSFaultOptions()
            demanding.clientAuthority = authority.issued.certificate
            return try Self.behaviour(authority.issue(Self.request()), demanding)
        case .revoked:
            let leaf = try authority.issue(Self.request())
            var stapling = TLSFaultOptions()
            stapling.stapledResponse = try authority.revocation(of: leaf)
            return try Self.behaviour(leaf, stapling)
        case .weak: return try Self.weak(options.weakness, authority)
        case .intercepted: return try Self.behaviour(authority.issue(Self.request()))
        case .failed:
            var request = Self.request()
            request.purpose = .client
            return try Self.behaviour(authority.issue(request))
        }
    }

    private static func weak(
        _ weakness: TLSFaultChoices.Weakness, _ authority: CertificateAuthority
    ) throws -> TLSBehaviour {
        var (options, request) = (TLSFaultOptions(), request())
        options.allowsWeakKeys = true
        switch weakness {
        case .key:
            request.key = .rsa1024
            options.versions = .tls12 ... .tls13
        case .version: options.versions = .tls10 ... .tls10
        }
        return try behaviour(authority.issue(request), options)
    }

    /// All labels are listed, since clients reject a wildcard directly below a top-level domain.
    private static let labels = allCases.map(\.rawValue) + ["healthy"]

    /// Returns a request for a certificate with all names of a server on the loopback interface.
    static func request(days: ClosedRange<Int> = -30...60) -> CertificateRequest {
        var request = CertificateRequest(
            "localhost", names: ["DNS:localhost", "IP:127.0.0.1", "IP:::1"] + labels.map { "DNS:\($0).localhost" })
        request.days = days
        return request
    }

    static func behaviour(
        _ leaf: IssuedCertificate, _ options: TLSFaultOptions? = nil, followedBy authority: CertificateAuthority? = nil
    ) throws -> TLSBehaviour {
        let chain = leaf.certificate + (authority?.issued.certificate ?? [])
        do {
            return .handshake(try TLSContext(chain: chain, key: leaf.key, options: options))
        } catch {
            throw FaultError.system("OpenSSL does not take the certificate: \(error)")
        }
    }
}

/// The variant of a fault that has several.
struct TLSFaultChoices: Sendable {
    enum Weakness: String, Sendable, CaseIterable { case key, version }

    /// The number of days since the certificate expired, or until it becomes valid; 1 to 59.
    var days = 1
    /// The code of the alert (RFC 8446 section 6).
    var alert: UInt8 = 112
    var weakness = Weakness.key

    /// The alerts with which a server aborts a handshake (RFC 8446 section 6).
    static let alerts: [String: UInt8] = [
        "handshake_failure": 40, "illegal_parameter": 47, "access_denied": 49, "decode_error": 50,
        "insufficient_security": 71, "internal_error": 80, "unrecognized_name": 112, "no_application_protocol": 120,
    ]
}
