import CServerTLS

/// Deliberate deviations from secure TLS settings, for servers that simulate faults.
package struct TLSFaultOptions: Sendable {
    /// Protocol versions, with their values in the record layer.
    package enum Version: CInt, Sendable, Comparable {
        case tls10 = 0x0301
        case tls11 = 0x0302
        case tls12 = 0x0303
        case tls13 = 0x0304

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package var versions: ClosedRange<Version>?
    /// Whether keys, signatures and ciphers of any strength are allowed (SSL_CTX_set_security_level(3)).
    package var allowsWeakKeys = false
    /// The CA certificate (PEM) that must have issued the client certificate, which is then required; `nil` if none is
    /// required.
    package var clientAuthority: [UInt8]?
    /// The OCSP response in DER that is sent to clients that request one (RFC 6066 section 8).
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
