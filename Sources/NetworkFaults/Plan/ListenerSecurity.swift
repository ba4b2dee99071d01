import NetworkModel
package import TLSServer

/// The TLS of a listener.
package enum ListenerSecurity: Sendable {
    /// With a certificate and a key of the user's.
    case context(TLSContext)
    /// With a certificate of the run's authority for these names and addresses.
    case issued(names: [String])

    /// What sessions are made with.
    ///
    /// - Throws: ``FaultError/system(_:)`` where OpenSSL refuses.
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
