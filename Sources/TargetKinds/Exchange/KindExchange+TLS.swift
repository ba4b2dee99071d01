import EventLoopKit
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

    /// How long a server may say nothing to a handshake before it is asked without TLS.
    private static let maxSilence = Duration.seconds(1)

    /// Performs a handshake, and what follows it.
    ///
    /// A server without TLS may wait for the end of a request, and say nothing to a handshake. After a second of silence,
    /// another connection therefore shows whether it answers an unencrypted request, so that the rest of the time limit is not
    /// waited for.
    func observeEncrypted(
        over socket: ConnectedSocket, _ work: @escaping @Sendable () async throws -> HTTPProbe.Observation
    ) async throws -> HTTPProbe.Observation {
        guard proxy == nil else { return try await work() }
        let (loop, deadline, begun) = (resources.loop, self.deadline, ContinuousClock.now)
        let name = target.host.description
        return try await withThrowingTaskGroup(of: HTTPProbe.Observation?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await loop.sleep(until: begun + Self.maxSilence)
                guard ContinuousClock.now < deadline, socket.hasReceivedData == false,
                    let plain = try await PlainTextProbe(peer: socket.peer, loop: loop).unencryptedHTTP(
                        within: min(Self.maxSilence, ContinuousClock.now.duration(to: deadline))),
                    socket.hasReceivedData == false
                else { return nil }
                var tls = TLSEvidence(serverName: name, outcome: .notTLS)
                tls.record(plain)
                return HTTPProbe.Observation(
                    tls: tls,
                    times: .init(
                        tls: begun.duration(to: .now), request: .zero, firstByte: .zero, body: .zero))
            }
            defer { group.cancelAll() }
            while let observed = try await group.next() {
                if let observed { return observed }
            }
            throw CancellationError()
        }
    }

    /// Adds which protocol the peer speaks, if that is not TLS.
    func inspect(
        failed tls: inout TLSEvidence?, peer: SocketAddress, until deadline: ContinuousClock.Instant
    ) async throws {
        guard tls?.outcome == .notTLS else { return }
        if let plain = try await plainText(of: peer, until: deadline) { tls?.record(plain) }
    }

    /// What a server without TLS says, on another connection; `nil` if that is not informative, or if only a proxy reaches the
    /// server.
    func plainText(
        of peer: SocketAddress, until deadline: ContinuousClock.Instant
    ) async throws -> PlainTextProbe.Observation? {
        guard proxy == nil else { return nil }
        let limit = min(.seconds(2), ContinuousClock.now.duration(to: deadline))
        return try await PlainTextProbe(peer: peer, loop: resources.loop).observe(within: limit)
    }
}

extension TLSEvidence {
    /// Adds what the peer says without TLS.
    mutating func record(_ plain: PlainTextProbe.Observation) {
        (detail, spoken) = (plain.words, plain.spoken)
    }
}
