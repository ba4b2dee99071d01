import NetworkModel
import Probes

extension KindExchange {
    func tlsProbe(port: UInt16, _ proxyLogin: CredentialStore.CredentialLookup?) -> TLSProbe {
        var probe = TLSProbe(engine: resources.curl, host: target.host, port: port, settings: settings.tls)
        probe.proxy = proxy
        probe.proxyLogin = proxyLogin?.login
        probe.address = addressBehind
        return probe
    }

    /// Makes further observations if the failure of the handshake requires them.
    ///
    /// - Parameter makeProbe: Creates the probe of these observations, which few checks need.
    func inspect(
        failed tls: inout TLSEvidence?, peer: SocketAddress, _ makeProbe: @autoclosure () -> TLSProbe,
        until deadline: ContinuousClock.Instant
    ) async throws {
        guard let first = tls, first.outcome != .established else { return }
        let probe = makeProbe()
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

    /// Connects again, for at most two seconds, to get the certificates of a failed handshake, which libcurl does not
    /// have.
    ///
    /// - Parameter look: Gets the remaining time.
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
    /// Adds the certificates of a second handshake without verification.
    mutating func takeCertificates(of seen: TLSEvidence) {
        (chain, isIssuerKnown, daysLeft) = (seen.chain, seen.isIssuerKnown, seen.daysLeft)
        (version, cipher) = (seen.version, seen.cipher)
    }
}
