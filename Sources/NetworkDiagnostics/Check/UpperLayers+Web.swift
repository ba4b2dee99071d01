import Diagnosis
import NetworkModel
import Probes

extension UpperLayers {
    /// A page: TLS where it is meant to be, then the request.
    func page(secure: Bool, path: String, until deadline: ContinuousClock.Instant) async throws -> Result {
        let access = access(secure ? ("https", 443) : ("http", 80))
        var probe = HTTPProbe(
            engine: access.usesTickets ? engine.ticketCurl : engine.curl, secure: secure, host: target.host,
            port: access.port, path: path)
        probe.settings = settings.http
        probe.tls = settings.tls
        probe.cookies = cookies
        probe.proxy = proxy
        probe.address = addressBehind
        probe.login = access.login?.login
        probe.proxyLogin = access.proxyLogin?.login
        let asked = probe
        let tlsProbe = tlsProbe(port: access.port, access.proxyLogin)
        let connected = try await connect(until: deadline) { socket, _ in
            let peer = socket.peer
            var observed = try await asked.observe(over: socket, within: ContinuousClock.now.duration(to: deadline))
            try await look(closerAt: &observed.tls, peer: peer, tlsProbe, until: deadline)
            return observed
        }
        var result = result(of: connected)
        result.secrets = access.secrets
        if let authentication = result.web?.http?.authentication {
            result.web?.http?.authentication = judged(authentication, access)
        }
        note(access.proxyLogin, in: &result.web)
        if let times = result.web?.times {
            result.web?.http?.phases = .init(
                resolve: timeToResolve, connect: connected.timeToConnect, proxy: times.proxy, tls: times.tls,
                request: times.request, firstByte: times.firstByte, body: times.body)
        }
        return result
    }

    /// A port that shakes hands.
    func handshake(until deadline: ContinuousClock.Instant) async throws -> Result {
        let proxyLogin = self.proxyLogin
        let probe = tlsProbe(port: target.port ?? 443, proxyLogin)
        let connected = try await connect(until: deadline) { socket, _ in
            let peer = socket.peer
            var observed = try await probe.observe(over: socket, within: ContinuousClock.now.duration(to: deadline))
            try await look(closerAt: &observed.tls, peer: peer, probe, until: deadline)
            return observed
        }
        var result = result(of: connected)
        result.secrets = [proxyLogin?.secret].compactMap(\.self)
        note(proxyLogin, in: &result.web)
        return result
    }

    func tlsProbe(port: UInt16, _ proxyLogin: CredentialStore.Found?) -> TLSProbe {
        var probe = TLSProbe(engine: engine.curl, host: target.host, port: port, settings: settings.tls)
        probe.proxy = proxy
        probe.proxyLogin = proxyLogin?.login
        probe.address = addressBehind
        return probe
    }

    private func result(of connected: Connected<HTTPProbe.Observation>) -> Result {
        var durations: PerLayer<Duration> = [.tcp: connected.timeToConnect]
        if let web = connected.value {
            if let tls = web.times.tls { durations[.tls] = tls }
            if web.http != nil { durations[.http] = web.times.http }
        }
        return Result(tcp: connected.tcp, web: connected.value, durations: durations)
    }

    /// What is asked for only where the handshake failed in a way that needs a closer look.
    func look(
        closerAt tls: inout TLSEvidence?, peer: SocketAddress, _ probe: TLSProbe,
        until deadline: ContinuousClock.Instant
    ) async throws {
        guard let first = tls, first.outcome != .established else { return }
        let limit = min(.seconds(2), ContinuousClock.now.duration(to: deadline))
        switch first.outcome {
        case .certificate where first.chain.isEmpty:
            let again = try await TCPProbe(addresses: [peer], loop: engine.loop).observe(until: .now + limit) {
                try await probe.certificates(over: $0, within: limit)
            }
            guard let seen = again.upper else { return }
            tls?.chain = seen.chain
            tls?.isIssuerKnown = seen.isIssuerKnown
            tls?.daysLeft = seen.daysLeft
            tls?.version = seen.version
            tls?.cipher = seen.cipher
        case .notTLS where proxy == nil:
            tls?.detail =
                try await PlainTextProbe(peer: peer, loop: engine.loop).observe(within: limit) ?? first.detail
        default:
            break
        }
    }
}
