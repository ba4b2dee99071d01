import NetworkModel

/// Rules for a device on the path, or a program on this machine, that responds on port 443 in place of all hosts, with a certificate
/// that this machine does not trust: it presents it for an address that nobody has, too. A company's device that this machine trusts
/// is not mentioned.
enum TLSInterceptionRule {
    /// The finding about a target whose certificate is that of such a device; `nil` if there is none.
    static func finding(in evidence: Evidence) -> Finding? {
        guard evidence.proxy == nil, let met = evidence.gateway?.portal?.secure, let tls = evidence.tls,
            tls.outcome == .certificate, let leaf = tls.chain.first, met.isOrigin(of: leaf)
        else { return onlyHere(evidence) }
        return finding(met, destination: shown(evidence.destination), confidence: 0.95).asError
    }

    /// The finding about a gateway that presents its certificate in place of this host only, as filters of single sites
    /// do.
    private static func onlyHere(_ evidence: Evidence) -> Finding? {
        guard doubtfulDestination(evidence) != nil, let tls = evidence.tls,
            let router = ResetRule.acceptingGateway(evidence)
        else { return nil }
        let issuer = CertificatePath(tls.chain).issuer.map(shown) ?? "?"
        return Finding(
            TLSCauses.intercepted, confidence: 0.85, severity: .error,
            [
                "destination": shown(evidence.destination), "issuer": issuer, "device": issuer,
                "expected": FactPhrase.certificateOfRouter.text(["router": "\(router)"]),
            ])
    }

    /// The host of the Internet whose certificate is of an authority that this machine does not trust: where the
    /// connection is accepted shows whether the certificate is the host's. `nil` if there is none.
    static func doubtfulDestination(_ evidence: Evidence) -> PathDestination? {
        guard evidence.proxy == nil, let tls = evidence.tls, tls.outcome == .certificate,
            let winner = evidence.tcp?.winner, winner.address.isOfInternet
        else { return nil }
        let isUntrusted =
            switch tls.problem {
            case .selfSigned, .untrustedIssuer: true
            case .incompleteChain:
                CertificatePath(tls.chain).gap(isIssuerKnown: tls.isIssuerKnown).entry.id
                    == TLSCauses.untrustedIssuer.id
            default: false
            }
        return isUntrusted ? PathDestination(winner.address, port: winner.port, .tcp) : nil
    }

    /// The facts about who else than the server may present a certificate that this machine does not trust: the proxy that the
    /// connection passes, a host with a private address to which a DNS server leads a name of the Internet, or a product that filters
    /// names or pages. Empty if there is nobody.
    static func doubts(_ evidence: Evidence) -> [String: String] {
        if let proxy = evidence.proxy { return proxy.outcome == .passed ? ["proxied": shown(proxy.url)] : [:] }
        guard case .name(let name) = evidence.asked.host, let dns = evidence.dns, let winner = evidence.tcp?.winner,
            dns.resolution.answers.contains(where: { $0.source == .dns && $0.address == winner.address }),
            !dns.resolution.answers.contains(where: { $0.source == .hosts }),
            DNSAssessment(dns, evidence).isPublicName
        else { return [:] }
        if PrivateNetworkRule.isElsewhere(winner.address, evidence) {
            return ["public_name": shown(name), "private_address": "\(winner.address)"]
        }
        guard winner.address.isOfInternet, let product = filter(evidence.tls) else { return [:] }
        return ["blocked_name": shown(name), "product": product]
    }

    /// Companies and products whose DNS servers lead blocked names to a page of theirs, or whose devices answer in place of servers, as
    /// their certificates name them.
    private static let filters = [
        "Cisco Umbrella", "OpenDNS", "Fortinet", "Sophos", "Zscaler", "Lightspeed", "Securly", "Netskope",
        "Palo Alto Networks", "Blue Coat", "WatchGuard", "SonicWall", "Forcepoint", "SafeDNS", "NextDNS", "DNSFilter",
        "WebTitan", "pfBlockerNG", "Cloudflare Gateway",
    ]

    /// The one of them that the certificate is of; `nil` for none.
    private static func filter(_ tls: TLSEvidence?) -> String? {
        guard let tls, tls.outcome == .certificate, let leaf = tls.chain.first else { return nil }
        let names = (leaf.subject + " " + leaf.issuer).lowercased()
        return filters.first { names.contains($0.lowercased()) }
    }

    /// Whether a finding about a certificate has such facts.
    static func isDoubtful(_ finding: Finding) -> Bool {
        ["proxied", "public_name", "product"].contains { finding.facts[$0] != nil }
    }

    /// The warning about such a device on the uplink; empty if there is none.
    static func warnings(in uplink: UplinkEvidence) -> [Finding] {
        guard let met = uplink.secureInterception, met.isUntrusted else { return [] }
        return [finding(met, destination: "\(met.destination):443", confidence: 0.8).asWarning]
    }

    private static func finding(_ met: TLSInterception, destination: String, confidence: Double) -> Finding {
        let issuer = met.issuer.map(shown) ?? "?"
        let isHere = met.isOfThisMachine == true
        var facts = [
            "destination": destination, "issuer": issuer,
            "expected": isHere
                ? FactPhrase.certificateOfThisMachine.text
                : FactPhrase.certificateOfNobody.text(["address": "\(met.destination)"]),
        ]
        // Which of them is shown decides the advice.
        facts[isHere ? "redirected" : "device"] = isHere ? "443" : issuer
        var finding = Finding(TLSCauses.intercepted, confidence: confidence, facts)
        if isHere { finding.side = .machine }
        return finding
    }
}
