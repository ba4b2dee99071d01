import Glibc
import NetworkModel

@testable import Probes

/// Certificates in DER.
enum CertificateEntry: FuzzEntry {
    static let name = "certificate"

    /// libcurl brings it otherwise.
    private static let isLoaded = dlopen("libssl.so.3", RTLD_NOW | RTLD_GLOBAL) != nil

    static func run(_ input: [UInt8]) throws {
        guard isLoaded, let certificate = TLSFacts.certificate(input) else { return }
        try require(certificate.names.count <= 100, "\(certificate.names.count) names")
        for text in certificate.names + [certificate.subject, certificate.issuer, certificate.signature ?? ""] {
            try require(text.utf8.count <= 3 * 4_096, "a text of \(text.utf8.count) bytes")
        }
        try require(certificate.fingerprint?.utf8.count == 64, "the fingerprint")
    }
}
