import NetworkModel

/// Rules for servers that systemd-resolved queries over TLS (RFC 7858), if a name got no answer, or only one over plain DNS.
enum EncryptedDNSRules {
    /// The questions, asked if programs get no result: plain DNS says nothing about port 853.
    static func followUps(in dns: DNSEvidence) -> [NameFollowUp] {
        let open = (dns.encrypted ?? []).filter { $0.outcome == .notAsked && $0.isStrict }
        return dns.resolution.system?.addresses.isEmpty ?? true ? open.map(NameFollowUp.encrypted) : []
    }

    /// The finding about DNS over TLS.
    ///
    /// - Returns: `nil` if one of the servers that must be queried over TLS works, or if there is no such server.
    static func finding(in dns: DNSEvidence) -> Finding? {
        guard dns.resolution.system?.addresses.isEmpty ?? true else { return nil }
        return finding(in: dns.encrypted ?? [])
    }

    static func finding(in servers: [EncryptedDNS]) -> Finding? {
        let strict = servers.filter { $0.isStrict && $0.outcome != .notAsked }
        guard let first = strict.first, !strict.contains(where: { $0.outcome == .works }) else { return nil }
        let server = strict.first { $0.outcome == .untrusted } ?? first
        let facts = [
            "server": "\(server.server)", "port": "\(server.port)",
            "expected": shown(server.serverName ?? "\(server.server)"), "reason": shown(reason(server)),
        ]
        return Finding(
            server.outcome == .untrusted ? DNSCauses.tlsCertificate : DNSCauses.tlsBlocked, confidence: 0.95, facts)
    }

    private static func reason(_ server: EncryptedDNS) -> String {
        if let reason = server.reason { return reason }
        switch server.outcome {
        case .refused: return FactPhrase.connectionRefused.text
        case .silent: return FactPhrase.noAnswerAtAll.text
        case .failed: return FactPhrase.noTLSHandshake.text
        case .untrusted: return FactPhrase.certificateNotTrusted.text
        case .works, .notAsked: return ""
        }
    }
}
