import CServerTLS
import Glibc

/// A certificate authority that exists as long as its servers. Only clients that must trust these servers should trust
/// its certificate.
public final class CertificateAuthority: Sendable {
    /// The authority's own certificate, as PEM text.
    public let certificate: String
    let issued: IssuedCertificate

    /// Creates a key and a self-signed certificate, valid for 30 days.
    ///
    /// - Throws: ``FaultError/system(_:)`` if the system's OpenSSL is missing or fails.
    public convenience init(name: String = "netdiag serve authority") throws(FaultError) {
        var request = CertificateRequest(name)
        request.purpose = .authority
        self.init(try request.issued(by: nil))
    }

    init(_ issued: IssuedCertificate) {
        self.issued = issued
        certificate = String(decoding: issued.certificate, as: UTF8.self)
    }

    /// Creates a key, and a certificate for it that this authority signs.
    func issue(_ request: CertificateRequest) throws(FaultError) -> IssuedCertificate {
        try request.issued(by: issued)
    }

    /// Returns an intermediate authority, whose certificate this authority signs.
    func issueIntermediate(named name: String) throws(FaultError) -> CertificateAuthority {
        var request = CertificateRequest(name)
        request.purpose = .authority
        return CertificateAuthority(try issue(request))
    }

    /// Returns an OCSP response in DER that reports a certificate of this authority as revoked.
    func revocation(of leaf: IssuedCertificate) throws(FaultError) -> [UInt8] {
        var response = netdiag_bytes()
        let (certificate, issuer) = (leaf.certificate, issued)
        guard
            netdiag_certificate_revocation(
                certificate, certificate.count, issuer.certificate, issuer.certificate.count, issuer.key,
                issuer.key.count, &response) == 1
        else { throw FaultError.noCertificate }
        return response.extractBytes()
    }
}

extension netdiag_bytes {
    /// Returns the bytes, and frees their memory.
    mutating func extractBytes() -> [UInt8] {
        defer {
            free(bytes)
            self = netdiag_bytes()
        }
        return Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : length))
    }
}

extension FaultError {
    static let noCertificate = FaultError.system(
        "OpenSSL makes no certificate; see whether libssl3 is installed: apt-get install libssl3")
}
