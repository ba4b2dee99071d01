import Diagnosis
import NetworkModel
import Probes

extension KindExchange {
    /// Asks as the kind does, once.
    package func observe<Kind: TargetKind>(_ kind: Kind.Type) async throws -> KindObservation {
        switch kind.probe {
        case .exchange(let ask): return try await ask(self)
        case .datagrams(let ask):
            let login = login
            guard let request = KindRequest<Kind.Settings>(self, login),
                let channel = DatagramChannel(to: destinations, loop: resources.loop, until: deadline)
            else { return KindObservation(secrets: login.secrets) }
            let begun = ContinuousClock.now
            let evidence = try await ask(request, channel)
            return KindObservation(
                [.init(evidence)], durations: [Kind.Evidence.layer: begun.duration(to: .now)], secrets: login.secrets)
        case .stream(let ask):
            return try await observe(kind) { request, connection in
                if request.scheme.transport == .tls {
                    try await connection.withTLS { try await ask(request, connection, $0) }
                } else {
                    try await ask(request, connection, try connection.plain())
                }
            }
        case .connection(let ask): return try await observe(kind, over: ask)
        }
    }

    /// - Parameter ask: Asks over a connection; `nil` where there was no handshake.
    private func observe<Kind: TargetKind>(
        _ kind: Kind.Type,
        over ask: @escaping @Sendable (KindRequest<Kind.Settings>, StreamConnection) async throws -> Kind.Evidence?
    ) async throws -> KindObservation {
        let login = login
        guard let request = KindRequest<Kind.Settings>(self, login) else { return KindObservation() }
        let peer = StreamConnection.Peer(
            host: target.host, port: target.port ?? destinations.first?.port ?? 0, tls: settings.tls)
        let (curl, loop) = (resources.curl, resources.loop)
        let connected = try await connect { socket, _ in
            let connection = StreamConnection(socket, to: peer, engine: curl, loop: loop, until: deadline)
            let begun = ContinuousClock.now
            let evidence = try await ask(request, connection)
            return Conversation(
                evidence: evidence, handshake: connection.handshake, duration: begun.duration(to: .now))
        }
        var result = KindObservation(connected, secrets: login.secrets)
        guard let conversation = connected.value else { return result }
        if let handshake = conversation.handshake {
            result.observed[TLSEvidence.self] = handshake.evidence
            result.durations[.tls] = handshake.duration
        }
        if let evidence = conversation.evidence {
            result.observed[Kind.Evidence.self] = evidence
            result.durations[Kind.Evidence.layer] = conversation.duration - (conversation.handshake?.duration ?? .zero)
        }
        return result
    }

    /// What was said over a connection.
    private struct Conversation<Evidence: JudgedEvidence>: Sendable {
        var evidence: Evidence?
        var handshake: StreamConnection.Handshake?
        var duration: Duration
    }
}
