import NetworkModel
import Probes

extension KindExchange {
    func tlsProbe(port: UInt16, _ proxyLogin: CredentialStore.Found?) -> TLSProbe {
        var probe = TLSProbe(engine: resources.curl, host: target.host, port: port, settings: settings.tls)
        probe.proxy = proxy
        probe.proxyLogin = proxyLogin?.login
        probe.address = addressBehind
        return probe
    }

    /// What is asked for only where the handshake failed in a way that needs a closer look.
    func inspect(
        failed tls: inout TLSEvidence?, peer: SocketAddress, _ probe: TLSProbe,
        until deadline: ContinuousClock.Instant
    ) async throws {
        guard let first = tls, first.outcome != .established else { return }
        let limit = min(.seconds(2), ContinuousClock.now.duration(to: deadline))
        switch first.outcome {
        case .certificate where first.chain.isEmpty:
            let seen = try await connectAgain(to: peer, until: deadline) {
                try await probe.certificates(over: $0, within: $1)
            }
            if let seen { tls?.takeCertificates(of: seen) }
        case .notTLS where proxy == nil:
            tls?.detail =
                try await PlainTextProbe(peer: peer, loop: resources.loop).observe(within: limit) ?? first.detail
        default:
            break
        }
    }

    /// Connects once more, for at most two seconds: to see the certificates of a handshake that failed, of which libcurl has none.
    ///
    /// - Parameter look: Is given the time that it has.
    func connectAgain<Seen: Sendable>(
        to peer: SocketAddress, until deadline: ContinuousClock.Instant,
        _ look: @escaping @Sendable (ConnectedSocket, Duration) async throws -> Seen
    ) async throws -> Seen? {
        let limit = min(.seconds(2), ContinuousClock.now.duration(to: deadline))
        return try await TCPProbe(addresses: [peer], loop: resources.loop).observe(until: .now + limit) {
            try await look($0, limit)
        }.upper
    }
}

extension TLSEvidence {
    /// Adds what a second handshake, which examined no certificate, has shown of the server.
    mutating func takeCertificates(of seen: TLSEvidence) {
        (chain, isIssuerKnown, daysLeft) = (seen.chain, seen.isIssuerKnown, seen.daysLeft)
        (version, cipher) = (seen.version, seen.cipher)
    }
}
