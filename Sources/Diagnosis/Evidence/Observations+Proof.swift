package import NetworkModel

extension Observations {
    /// Whether what was observed above the route works, as far as it was meant to be asked.
    package var areProven: Bool {
        all.allSatisfy { evidence in
            switch evidence.value {
            case let dns as DNSEvidence: !dns.resolution.answers.isEmpty
            case let tcp as TCPEvidence: tcp.winner != nil && tcp.script?.contains { !$0.hasSucceeded } != true
            case let tls as TLSEvidence: tls.outcome == .established
            case let kind as any JudgedEvidence: kind.isProven
            default: true
            }
        }
    }
}
