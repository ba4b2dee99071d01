/// How a TLS connection is made, and what its certificates are examined by.
public struct TLSSettings: Sendable, Hashable {
    public enum Version: String, Sendable, Hashable, CaseIterable, Comparable {
        case tls10 = "1.0"
        case tls11 = "1.1"
        case tls12 = "1.2"
        case tls13 = "1.3"

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A file of PEM certificates to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// The name that is asked for (SNI, RFC 6066 section 3) and has to stand in the certificate; `nil`: the target's host.
    public var serverName: String?
    /// PEM files of the client's own certificate, with what it was issued by, and of its key; `nil`: in the same file.
    public var clientCertificateFile: String?
    public var clientKeyFile: String?
    /// `nil`: what the system's OpenSSL has as its minimum.
    public var minimumVersion: Version?

    public init(certificateAuthorityFile: String? = nil) {
        self.certificateAuthorityFile = certificateAuthorityFile
    }
}
