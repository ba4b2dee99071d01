import Diagnosis
import NetworkModel
import Probes
import TargetKinds

extension UpperLayers {
    /// What a registered kind asks for.
    ///
    /// - Throws: ``CheckError`` where the engine does not have the kind.
    func registered(until deadline: ContinuousClock.Instant) async throws -> Result {
        guard let kind = engine.kinds.kind(of: target) else {
            throw CheckError.unsuitable("no kind of target is registered for \(SafeText.escaped(target.text))")
        }
        return try await observe(kind, until: deadline)
    }

    private func observe<Kind: TargetKind>(
        _ kind: Kind.Type, until deadline: ContinuousClock.Instant
    ) async throws -> Result {
        guard let request = KindRequest<Kind.Settings>(target, settings.kind, until: deadline) else { return Result() }
        switch kind.probe {
        case .datagrams(let ask):
            guard let channel = DatagramChannel(to: destinations, loop: engine.loop, until: deadline) else {
                return Result()
            }
            let begun = ContinuousClock.now
            let evidence = try await ask(request, channel)
            return Result(kind: evidence, durations: [.kind(kind.name): begun.duration(to: .now)])
        case .stream(let ask):
            return try await observe(named: kind.name, until: deadline) { connection in
                if request.scheme.transport == .tls {
                    try await connection.withTLS { try await ask(request, connection, $0) }
                } else {
                    try await ask(request, connection, try connection.plain())
                }
            }
        case .connection(let ask):
            return try await observe(named: kind.name, until: deadline) { try await ask(request, $0) }
        }
    }

    /// - Parameter ask: Asks over a connection; `nil` where there was no handshake.
    private func observe<Evidence: JudgedEvidence>(
        named name: String, until deadline: ContinuousClock.Instant,
        _ ask: @escaping @Sendable (StreamConnection) async throws -> Evidence?
    ) async throws -> Result {
        let peer = StreamConnection.Peer(
            host: target.host, port: target.port ?? destinations.first?.port ?? 0, tls: settings.tls)
        let (curl, loop) = (engine.curl, engine.loop)
        let connected = try await connect(until: deadline) { socket, _ in
            let connection = StreamConnection(socket, to: peer, engine: curl, loop: loop, until: deadline)
            let begun = ContinuousClock.now
            let evidence = try await ask(connection)
            return Conversation(
                evidence: evidence, handshake: connection.handshake, duration: begun.duration(to: .now))
        }
        var result = Result(tcp: connected.tcp, durations: [.tcp: connected.timeToConnect])
        guard let conversation = connected.value else { return result }
        result.kind = conversation.evidence
        result.tls = conversation.handshake?.evidence
        let handshake = conversation.handshake?.duration
        if let handshake { result.durations[.tls] = handshake }
        if conversation.evidence != nil {
            result.durations[.kind(name)] = conversation.duration - (handshake ?? .zero)
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
