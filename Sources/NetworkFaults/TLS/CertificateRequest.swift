import CServerTLS
import Glibc

/// A certificate and its key, both as PEM.
struct IssuedCertificate: Sendable {
    let certificate: [UInt8]
    let key: [UInt8]
}

/// The properties of a certificate to issue.
struct CertificateRequest: Sendable {
    enum Purpose: Sendable { case server, client, authority }
    enum Key: Sendable { case elliptic, rsa2048, rsa1024 }

    private static let day: Int64 = 86_400

    let commonName: String
    /// The subject alternative names, in the syntax of x509v3_config(5): `DNS:localhost`.
    var names: [String] = []
    /// The validity period in days from now.
    var days: ClosedRange<Int> = -1...30
    var purpose = Purpose.server
    var key = Key.elliptic
    /// The URL of the issuer's certificate (RFC 5280 section 4.2.2.1), at most 250 bytes.
    var issuerURL: String?

    init(_ commonName: String, names: [String] = []) {
        self.commonName = commonName
        self.names = names
    }

    /// Creates the key and the certificate.
    ///
    /// - Parameter issuer: The authority that signs; `nil` for a self-signed certificate.
    func issued(by issuer: IssuedCertificate?) throws(FaultError) -> IssuedCertificate {
        let now = Int64(time(nil))
        var (certificate, key) = (netdiag_bytes(), netdiag_bytes())
        let (issuerCertificate, issuerKey) = (issuer?.certificate ?? [], issuer?.key ?? [])
        let result = commonName.withCString { commonName in
            Self.withOptional(names.isEmpty ? nil : names.joined(separator: ",")) { names in
                Self.withOptional(issuerURL) { issuerURL in
                    var request = netdiag_certificate_request(
                        common_name: commonName, names: names, issuer_url: issuerURL,
                        not_before: now + Int64(days.lowerBound) * Self.day,
                        not_after: now + Int64(days.upperBound) * Self.day, key: self.key.value,
                        purpose: purpose.value)
                    return netdiag_certificate_issue(
                        &request, issuer == nil ? nil : issuerCertificate, issuerCertificate.count,
                        issuer == nil ? nil : issuerKey, issuerKey.count, &certificate, &key)
                }
            }
        }
        guard result == 1 else { throw FaultError.noCertificate }
        return IssuedCertificate(certificate: certificate.extractBytes(), key: key.extractBytes())
    }

    private static func withOptional<Result>(
        _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }
}

extension CertificateRequest.Key {
    fileprivate var value: netdiag_certificate_key {
        switch self {
        case .elliptic: NETDIAG_CERTIFICATE_P256
        case .rsa2048: NETDIAG_CERTIFICATE_RSA_2048
        case .rsa1024: NETDIAG_CERTIFICATE_RSA_1024
        }
    }
}

extension CertificateRequest.Purpose {
    fileprivate var value: netdiag_certificate_purpose {
        switch self {
        case .server: NETDIAG_CERTIFICATE_SERVER
        case .client: NETDIAG_CERTIFICATE_CLIENT
        case .authority: NETDIAG_CERTIFICATE_AUTHORITY
        }
    }
}
