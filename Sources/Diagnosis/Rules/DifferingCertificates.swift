import NetworkModel

/// Servers behind one address with different certificates. libcurl has no certificates of a failed handshake, so that those in the
/// evidence are of the next connection, which a load balancer may have led to another server.
enum DifferingCertificates {
    /// Whether the certificates in the evidence do not have the problem for which the handshake failed.
    static func areSeen(in tls: TLSEvidence, now: Timestamp) -> Bool {
        guard let leaf = tls.chain.first, let problem = tls.problem else { return false }
        return switch problem {
        case .wrongHost: leaf.names.contains { matches(tls.serverName, $0) }
        case .expired: tls.chain.allSatisfy { $0.notAfter.map { $0 >= now } == true }
        // Without verification, nothing shows whether this chain is valid.
        case .notYetValid, .selfSigned, .untrustedIssuer, .incompleteChain, .tooWeak, .other: false
        }
    }

    /// Whether a name in a certificate is that of the server, or stands for it with `*` as the first label (RFC 9525 section 6.3).
    private static func matches(_ name: String, _ presented: String) -> Bool {
        let name = (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
        let presented = presented.lowercased()
        guard presented.hasPrefix("*.") else { return name == presented }
        guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return false }
        return name[dot...] == presented.dropFirst()
    }
}
