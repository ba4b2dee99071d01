import Diagnosis
import NetworkModel
import Probes

/// A port with TLS (RFC 8446).
enum TLSKind: TargetKind {
    static let summary =
        "A TLS port, which must complete the handshake with a valid certificate for its name (RFC 8446)."
    static let example = "tls://mail.example:993"
    static let schemes = [
        RegisteredScheme("tls", layer: TLSEvidence.layer, transport: .tls, defaultPort: nil, proxyVariable: "https")
    ]
    static let causes = [CauseEntry]()
    static let probe = KindProbe<NoKindSettings, TLSEvidence>.exchange { try await $0.handshake() }
}

extension KindExchange {
    /// Performs a TLS handshake.
    fileprivate func handshake() async throws -> KindObservation {
        let proxyLogin = self.proxyLogin
        let probe = tlsProbe(port: target.port ?? 0, proxyLogin)
        let connected = try await connect { socket, _ in
            try await self.observeEncrypted(over: socket) {
                let peer = socket.peer
                var observed = try await probe.observe(
                    over: socket, within: ContinuousClock.now.duration(to: self.deadline))
                try await self.inspect(failed: &observed.tls, peer: peer, until: self.deadline)
                return observed
            }
        }
        var result = KindObservation(connected, secrets: [proxyLogin?.secret].compactMap(\.self))
        guard let observed = connected.value else { return result }
        result.add(observed.proxy, tls: observed.tls, observed.times)
        record(proxyLogin, in: &result.proxy)
        return result
    }
}
