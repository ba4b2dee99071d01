import Diagnosis
import NetworkModel
import Probes

extension KindExchange {
    /// Runs the probe of a kind once.
    package func observe<Kind: TargetKind>(_ kind: Kind.Type) async throws -> KindObservation {
        switch kind.probe {
        case .exchange(let run): return try await run(self)
        case .datagrams(let run):
            let login = login
            guard let request = KindRequest<Kind.Settings>(self, login),
                let channel = DatagramChannel(to: destinations, loop: resources.loop, until: deadline)
            else { return KindObservation(secrets: login.secrets) }
            let begun = ContinuousClock.now
            guard let evidence = try await whileInTime(kind, { try await run(request, channel) }) else {
                var result = KindObservation(secrets: login.secrets)
                result.overrun = kind.name
                return result
            }
            return KindObservation(evidence, took: begun.duration(to: .now), secrets: login.secrets)
        case .stream(let run):
            let isPlain = target.scheme?.transport != .tls
            return try await observe(kind, isPlain: isPlain) { request, connection in
                if request.scheme.transport == .tls {
                    try await connection.withTLS { try await run(request, connection, $0) }
                } else {
                    try await run(request, connection, try connection.plain())
                }
            }
        case .connection(let run): return try await observe(kind, isPlain: false, over: run)
        }
    }

    /// Runs a probe over a connection.
    ///
    /// - Parameters:
    ///   - isPlain: Whether the exchange begins without TLS.
    ///   - run: The exchange over a connection; `nil` if there was no handshake.
    private func observe<Kind: TargetKind>(
        _ kind: Kind.Type, isPlain: Bool,
        over run: @escaping @Sendable (KindRequest<Kind.Settings>, StreamConnection) async throws -> Kind.Evidence?
    ) async throws -> KindObservation {
        let login = login
        guard let request = KindRequest<Kind.Settings>(self, login) else { return KindObservation() }
        let port = target.port ?? destinations.first?.port ?? 0
        let peer = StreamConnection.TLSPeer(host: target.host, port: port, tls: settings.tls)
        let (curl, loop, proxyLogin) = (resources.curl, resources.loop, self.proxyLogin)
        let route = proxy.map {
            StreamConnection.ProxyRoute(through: $0, login: proxyLogin?.login, address: addressBehind)
        }
        // If libcurl does the exchange, it also opens the tunnel.
        let tunnel = isPlain ? route.map { ProxyTunnel(engine: curl, to: target.host, port: port, $0) } : nil
        let deadline = deadline
        @Sendable func converse(over socket: ConnectedSocket) async throws -> ConnectionResult<Kind.Evidence> {
            var passed: ConnectionResult<Kind.Evidence>.ProxyResult?
            if let tunnel {
                let begun = ContinuousClock.now
                let reading = try await tunnel.open(over: socket, within: begun.duration(to: deadline))
                passed = .init(proxy: reading, duration: begun.duration(to: .now))
                guard reading.outcome == .passed else { return ConnectionResult(passage: passed, duration: .zero) }
            }
            let connection = StreamConnection(
                socket, to: peer, through: tunnel == nil ? route : nil, engine: curl, loop: loop, until: deadline)
            let begun = ContinuousClock.now
            guard let evidence = try await whileInTime(kind, { try await run(request, connection) }) else {
                return ConnectionResult(passage: passed, duration: begun.duration(to: .now), hasOverrun: true)
            }
            let took = begun.duration(to: .now)
            if let proxy = connection.proxy { passed = .init(proxy: proxy.reading, duration: proxy.duration) }
            let isThrough = passed.map { $0.proxy.outcome == .passed } ?? true
            return ConnectionResult(
                passage: passed, evidence: isThrough ? evidence : nil, handshake: connection.handshake,
                duration: took - (tunnel == nil ? passed?.duration ?? .zero : .zero))
        }
        let connected = try await connect { socket, _ in try await converse(over: socket) }
        var result = KindObservation(
            connected, secrets: login.secrets + [proxyLogin?.secret].compactMap(\.self))
        guard let conversation = connected.value else { return result }
        if let passage = conversation.passage {
            result.proxy = passage.proxy
            result.durations[.proxy] = passage.duration
            record(proxyLogin, in: &result.proxy)
        }
        if conversation.hasOverrun { result.overrun = kind.name }
        if let handshake = conversation.handshake {
            var tls = handshake.evidence
            // Before a handshake that a protocol asks for, the server has greeted in that protocol.
            if tls.outcome == .notTLS, target.scheme?.transport == .tls, let peer = connected.tcp.winner {
                let plain = try await plainText(of: SocketAddress(peer.address, port: peer.port), until: deadline)
                if let plain { tls.record(plain) }
            }
            result.observed[TLSEvidence.self] = tls
            result.durations[.tls] = handshake.duration
        }
        if let evidence = conversation.evidence {
            result.observed[Kind.Evidence.self] = evidence
            result.durations[Kind.Evidence.layer] = conversation.duration - (conversation.handshake?.duration ?? .zero)
        }
        return result
    }

    /// The result of an exchange over a connection.
    private struct ConnectionResult<Evidence: JudgedEvidence>: Sendable {
        /// The result of a proxy, and its duration.
        struct ProxyResult: Sendable {
            var proxy: ProxyAssessment
            var duration: Duration
        }

        var passage: ProxyResult?
        var evidence: Evidence?
        var handshake: StreamConnection.Handshake?
        var duration: Duration
        /// Whether the probe did not end in time.
        var hasOverrun = false
    }
}
