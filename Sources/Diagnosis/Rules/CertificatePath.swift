import NetworkModel

/// The way from a server's certificate to an authority, as far as what the server sent leads.
///
/// OpenSSL's code says only that an issuer is not to be found (`X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY`). Whether the
/// server left out an intermediate, or the root is one that nobody here trusts, follows from what the certificates say.
struct CertificatePath {
    /// The leaf first, each issued by the next.
    let certificates: [TLSEvidence.Certificate]
    /// Whether other certificates were sent that do not lead on from the leaf.
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

    /// The authority that is next, and was not sent.
    var issuer: String? { certificates.last?.issuer }

    /// Whether the root is here, and only not trusted.
    private var isComplete: Bool { certificates.last.map { $0.subject == $0.issuer } ?? false }

    /// What is wrong where no way leads to a trusted root, and how certain that is.
    func gap(isIssuerKnown: Bool?) -> (entry: CauseEntry, confidence: Double) {
        guard let end = certificates.last else { return (TLSCauses.incompleteChain, 0.6) }
        if isComplete { return (TLSCauses.untrustedIssuer, 0.98) }
        // It stands among this machine's authorities, with another key, or is not among those that count for this target.
        if isIssuerKnown == true { return (TLSCauses.untrustedIssuer, 0.97) }
        if let above = end.authorityIssuer {
            return above == end.issuer ? (TLSCauses.untrustedIssuer, 0.97) : (TLSCauses.incompleteChain, 0.97)
        }
        // The root alone may be left out (RFC 8446 section 4.4.2), and mostly is.
        if certificates.count > 1 { return (TLSCauses.untrustedIssuer, 0.85) }
        // Those authorities' roots sign no servers' certificates (CA/Browser Forum, Baseline Requirements 6.1.7).
        if end.isPublic == true { return (TLSCauses.incompleteChain, 0.97) }
        if hasStrangers { return (TLSCauses.incompleteChain, 0.9) }
        // Authorities that have intermediates say where those are to be had; a private one signs with its root.
        return end.hasIssuerURL == true ? (TLSCauses.incompleteChain, 0.8) : (TLSCauses.untrustedIssuer, 0.75)
    }

    /// Whether they are those that are expected.
    func meets(_ expectation: TLSEvidence.Expectation) -> Bool {
        if !expectation.pins.isEmpty {
            guard let pin = certificates.first?.pin, expectation.pins.contains(pin) else { return false }
        }
        guard let wanted = expectation.issuer?.lowercased() else { return true }
        return certificates.contains { $0.issuer.lowercased().contains(wanted) }
    }
}
