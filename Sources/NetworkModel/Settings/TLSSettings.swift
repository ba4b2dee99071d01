import FoundationEssentials

/// How a TLS connection is made, and how its certificates are verified.
public struct TLSSettings: Sendable, Hashable {
    /// A version of TLS (RFC 8446) or one of those before it.
    public enum Version: String, Sendable, Hashable, CaseIterable, Comparable {
        /// RFC 2246; deprecated (RFC 8996).
        case tls10 = "1.0"
        /// RFC 4346; deprecated (RFC 8996).
        case tls11 = "1.1"
        /// RFC 5246.
        case tls12 = "1.2"
        /// RFC 8446.
        case tls13 = "1.3"

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A file of PEM certificates to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// The name that is asked for (SNI, RFC 6066 section 3) and has to stand in the certificate; `nil`: the target's host.
    public var serverName: String?
    /// PEM files of the client's own certificate, with what it was issued by, and of its key; `nil`: in the same file.
    public var clientCertificateFile: String?
    /// The PEM file of the client's private key; `nil`: it is in ``clientCertificateFile``.
    public var clientKeyFile: String?
    /// A text that has to stand in the name of an authority above the certificate; `nil`: any that is trusted will do.
    public var expectedIssuer: String?
    /// `sha256//` and base64 each: one has to be that of the certificate's public key; empty: any will do.
    public var pins: [String] = []
    /// `nil`: what the system's OpenSSL has as its minimum.
    public var minimumVersion: Version?
    /// `nil`: the newest that the system's OpenSSL has.
    public var maximumVersion: Version?
    /// Whether the certificates are examined. Where they are not, the client shows none of its own.
    public var isVerified = true

    /// Creates settings with their defaults: certificates are examined by the system's authorities.
    public init(certificateAuthorityFile: String? = nil) {
        self.certificateAuthorityFile = certificateAuthorityFile
    }

    /// Whether a text is the pin of a public key: `sha256//` and the base64 of 32 bytes (CURLOPT_PINNEDPUBLICKEY(3)).
    public static func isPin(_ text: String) -> Bool {
        guard text.hasPrefix("sha256//") else { return false }
        return Data(base64Encoded: String(text.dropFirst(8)))?.count == 32
    }

    /// Whether a text can stand in the name of an authority.
    public static func isIssuer(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && !text.unicodeScalars.contains(where: SafeText.isUnsafe)
    }

    /// What the certificates have to be beside trusted.
    public var expectation: TLSEvidence.Expectation? {
        expectedIssuer == nil && pins.isEmpty ? nil : .init(issuer: expectedIssuer, pins: pins)
    }
}
