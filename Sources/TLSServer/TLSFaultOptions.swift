import CServerTLS

/// In what TLS sessions of a server differ from what is safe: for servers that show clients what is wrong.
package struct TLSFaultOptions: Sendable {
    /// Versions of the protocol, as they stand in the record.
    package enum Version: CInt, Sendable, Comparable {
        case tls10 = 0x0301
        case tls11 = 0x0302
        case tls12 = 0x0303
        case tls13 = 0x0304

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package var versions: ClosedRange<Version>?
    /// Whether keys, signatures and ciphers of any strength are used (SSL_CTX_set_security_level(3)).
    package var allowsWeakKeys = false
    /// Whether the handshake fails without a certificate of the client, and of which authority (PEM) it has to be.
    package var clientAuthority: [UInt8]?
    /// An OCSP response in DER that clients are sent who ask for one (RFC 6066 section 8).
    package var stapledResponse: [UInt8]?

    package init() {}

    func withOptions<Result>(
        _ body: (UnsafePointer<netdiag_server_tls_options>) -> Result
    ) -> Result {
        let (authority, stapled) = (clientAuthority ?? [], stapledResponse ?? [])
        return authority.withUnsafeBytes { authority in
            stapled.withUnsafeBytes { stapled in
                var options = netdiag_server_tls_options()
                options.min_version = versions?.lowerBound.rawValue ?? 0
                options.max_version = versions?.upperBound.rawValue ?? 0
                options.security_level = allowsWeakKeys ? 0 : -1
                if clientAuthority != nil {
                    options.demands_client_certificate = 1
                    options.authority = authority.baseAddress
                    options.authority_length = authority.count
                }
                if stapledResponse != nil {
                    options.stapled = stapled.baseAddress
                    options.stapled_length = stapled.count
                }
                return withUnsafePointer(to: options, body)
            }
        }
    }
}
