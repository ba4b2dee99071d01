import NetworkModel

/// The path from a server's certificate to an authority, as far as the certificates from the server lead.
///
/// OpenSSL only reports that an issuer is missing (`X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY`). The contents of the
/// certificates show whether the server omitted an intermediate certificate, or whether the root is not trusted here.
struct CertificatePath {
    /// The certificates, leaf first, each issued by the next.
    let certificates: [TLSEvidence.Certificate]
    /// Whether the server sent other certificates that are not part of the path.
    let hasStrangers: Bool

    init(_ chain: [TLSEvidence.Certificate]) {
        var path = Array(chain.prefix(1))
        var others = Array(chain.dropFirst())
        while let last = path.last, last.subject != last.issuer,
            let next = others.firstIndex(where: { $0.subject == last.issuer })
        {
            path.append(others.remove(at: next))
        }
        certificates = path
        hasStrangers = path.count == 1 && !others.isEmpty
    }

    /// The next authority, whose certificate was not sent.
    var issuer: String? { certificates.last?.issuer }

    /// Whether the path ends at a root, which is only not trusted.
    private var isComplete: Bool { certificates.last.map { $0.subject == $0.issuer } ?? false }

    /// The cause if no path leads to a trusted root, and how certain that is.
    func gap(isIssuerKnown: Bool?) -> (entry: CauseEntry, confidence: Double) {
        guard let end = certificates.last else { return (TLSCauses.incompleteChain, 0.6) }
        if isComplete { return (TLSCauses.untrustedIssuer, 0.98) }
        // This machine has an authority of that name with another key, or it is not trusted for this target.
        if isIssuerKnown == true { return (TLSCauses.untrustedIssuer, 0.97) }
        if let above = end.authorityIssuer {
            return above == end.issuer ? (TLSCauses.untrustedIssuer, 0.97) : (TLSCauses.incompleteChain, 0.97)
        }
        // Only the root may be omitted (RFC 8446 section 4.4.2), and usually is.
        if certificates.count > 1 { return (TLSCauses.untrustedIssuer, 0.85) }
        // Roots of these authorities do not sign certificates of servers (CA/Browser Forum, Baseline Requirements 6.1.7).
        if end.isPublic == true { return (TLSCauses.incompleteChain, 0.97) }
        if hasStrangers { return (TLSCauses.incompleteChain, 0.9) }
        // Authorities with intermediate certificates state where to get them; a private authority signs with its root.
        return end.hasIssuerURL == true ? (TLSCauses.incompleteChain, 0.8) : (TLSCauses.untrustedIssuer, 0.75)
    }

    /// Whether the certificates meet the requirements.
    func meets(_ expectation: TLSEvidence.Expectation) -> Bool {
        if !expectation.pins.isEmpty {
            guard let pin = certificates.first?.pin, expectation.pins.contains(pin) else { return false }
        }
        guard let wanted = expectation.issuer?.lowercased() else { return true }
        return certificates.contains { $0.issuer.lowercased().contains(wanted) }
    }
}
