import NetworkModel

/// Servers that systemd-resolved asks by DNS over TLS (RFC 7858), where a name got no answer, or only an unencrypted one.
enum EncryptedDNSRules {
    /// Asked where programs get nothing: what is asked in the clear says nothing of port 853.
    static func questions(in dns: DNSEvidence) -> [NameQuestion] {
        let open = (dns.encrypted ?? []).filter { $0.outcome == .notAsked && $0.isStrict }
        return dns.resolution.system?.addresses.isEmpty ?? true ? open.map(NameQuestion.encrypted) : []
    }

    /// - Returns: `nil` if a server that is to be asked over TLS alone can be, or none is.
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
