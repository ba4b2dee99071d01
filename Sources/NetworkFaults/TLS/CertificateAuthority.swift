import CServerTLS
import Glibc

/// A certificate authority that is made when a server starts and ends with it. Clients that are to trust its servers are
/// given its certificate; nothing else should.
public final class CertificateAuthority: Sendable {
    /// Its own certificate, as PEM text.
    public let certificate: String
    let issued: IssuedCertificate

    /// Makes a key and a certificate that it signs itself, valid for a month.
    ///
    /// - Throws: ``FaultError/system(_:)`` where the system's OpenSSL is missing or refuses.
    public convenience init(name: String = "netdiag serve authority") throws(FaultError) {
        var request = CertificateRequest(name)
        request.purpose = .authority
        self.init(try request.issued(by: nil))
    }

    init(_ issued: IssuedCertificate) {
        self.issued = issued
        certificate = String(decoding: issued.certificate, as: UTF8.self)
    }

    /// Makes a key, and a certificate for it that this authority signs.
    func issue(_ request: CertificateRequest) throws(FaultError) -> IssuedCertificate {
        try request.issued(by: issued)
    }

    /// An authority that this one vouches for.
    func issueIntermediate(named name: String) throws(FaultError) -> CertificateAuthority {
        var request = CertificateRequest(name)
        request.purpose = .authority
        return CertificateAuthority(try issue(request))
    }

    /// An OCSP response in DER that says that a certificate of this authority is revoked.
    func revocation(of leaf: IssuedCertificate) throws(FaultError) -> [UInt8] {
        var response = netdiag_bytes()
        let (certificate, issuer) = (leaf.certificate, issued)
        guard
            netdiag_certificate_revocation(
                certificate, certificate.count, issuer.certificate, issuer.certificate.count, issuer.key,
                issuer.key.count, &response) == 1
        else { throw FaultError.noCertificate }
        return response.taken()
    }
}

extension netdiag_bytes {
    /// Its bytes, which it gives back to the heap.
    mutating func taken() -> [UInt8] {
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
