import NetworkModel
package import TLSServer

/// The TLS of a listener.
package enum ListenerSecurity: Sendable {
    /// A certificate and a key of the user.
    case context(TLSContext)
    /// A certificate of the run's authority for these names and addresses.
    case issued(names: [String])

    /// Returns the context for sessions.
    ///
    /// - Throws: ``FaultError/system(_:)`` if OpenSSL fails.
    package func context(of authority: RunAuthority) throws(FaultError) -> TLSContext {
        switch self {
        case .context(let context): return context
        case .issued(let names):
            let entries = names.map { name in
                (IPAddress(name) != nil ? "IP:" : "DNS:") + name
            }
            let leaf = try authority.authority().issue(CertificateRequest(names.first ?? "localhost", names: entries))
            do {
                return try TLSContext(chain: leaf.certificate, key: leaf.key)
            } catch {
                throw .system("OpenSSL does not take the certificate: \(error)")
            }
        }
    }
}
