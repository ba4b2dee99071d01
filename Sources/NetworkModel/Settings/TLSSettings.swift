import FoundationEssentials

/// How a TLS connection is made, and how its certificates are verified.
public struct TLSSettings: Sendable, Hashable {
    /// A version of TLS.
    public enum Version: String, Sendable, Hashable, CaseIterable, Comparable {
        /// TLS 1.0 (RFC 2246), deprecated by RFC 8996.
        case tls10 = "1.0"
        /// TLS 1.1 (RFC 4346), deprecated by RFC 8996.
        case tls11 = "1.1"
        /// TLS 1.2 (RFC 5246).
        case tls12 = "1.2"
        /// TLS 1.3 (RFC 8446).
        case tls13 = "1.3"

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The system's file of certificate authorities on Debian and its derivatives (update-ca-certificates(8)).
    package static let systemAuthorityFile = "/etc/ssl/certs/ca-certificates.crt"

    /// A PEM file of certificates to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// The name in SNI (RFC 6066 section 3), for which the certificate must be valid; `nil` for the target's host.
    public var serverName: String?
    /// The PEM file of the client certificate and its issuers; `nil` for none.
    public var clientCertificateFile: String?
    /// The PEM file of the client's private key; `nil` if it is in ``clientCertificateFile``.
    public var clientKeyFile: String?
    /// A text that must occur in the name of an authority above the certificate; `nil` for any trusted one.
    public var expectedIssuer: String?
    /// Pins in the form `sha256//` and base64, one of which must match the certificate's public key; empty for any key.
    public var pins: [String] = []
    /// The minimum version; `nil` for that of the system's OpenSSL.
    public var minVersion: Version?
    /// The maximum version; `nil` for the newest that the system's OpenSSL supports.
    public var maxVersion: Version?
    /// Whether certificates are verified. If not, the client sends no certificate either.
    public var isVerified = true

    /// Creates the default settings: certificates are verified against the system's authorities.
    public init(certificateAuthorityFile: String? = nil) {
        self.certificateAuthorityFile = certificateAuthorityFile
    }

    /// Whether a text is the pin of a public key: `sha256//` and the base64 of 32 bytes (CURLOPT_PINNEDPUBLICKEY(3)).
    public static func isPin(_ text: String) -> Bool {
        guard text.hasPrefix("sha256//") else { return false }
        return Data(base64Encoded: String(text.dropFirst(8)))?.count == 32
    }

    /// Whether a text can occur in the name of an authority.
    public static func isIssuer(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && !text.unicodeScalars.contains(where: SafeText.isUnsafe)
    }

    /// The requirements for the certificates in addition to trust.
    public var expectation: TLSEvidence.Expectation? {
        expectedIssuer == nil && pins.isEmpty ? nil : .init(issuer: expectedIssuer, pins: pins)
    }
}
