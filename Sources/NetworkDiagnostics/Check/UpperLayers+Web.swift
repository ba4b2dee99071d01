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
        var result = Result(
            [.init(connected.tcp)], durations: [.tcp: connected.timeToConnect], secrets: access.secrets)
        guard let observed = connected.value else { return result }
        let times = observed.times
        result.take(observed.proxy, tls: observed.tls, times)
        note(access.proxyLogin, in: &result.proxy)
        (result.redirect, result.cookies) = (observed.redirect, observed.cookies)
        if var http = observed.http {
            http.authentication = http.authentication.map { judged($0, access) }
            http.phases = .init(
                resolve: timeToResolve, connect: connected.timeToConnect, proxy: times.proxy, tls: times.tls,
                request: times.request, firstByte: times.firstByte, body: times.body)
            result.observed[HTTPEvidence.self] = http
            result.durations[HTTPEvidence.layer] = times.http
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
        var result = Result(
            [.init(connected.tcp)], durations: [.tcp: connected.timeToConnect],
            secrets: [proxyLogin?.secret].compactMap(\.self))
        guard let observed = connected.value else { return result }
        result.take(observed.proxy, tls: observed.tls, observed.times)
        note(proxyLogin, in: &result.proxy)
        return result
    }

    func tlsProbe(port: UInt16, _ proxyLogin: CredentialStore.Found?) -> TLSProbe {
        var probe = TLSProbe(engine: engine.curl, host: target.host, port: port, settings: settings.tls)
        probe.proxy = proxy
        probe.proxyLogin = proxyLogin?.login
        probe.address = addressBehind
        return probe
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

extension UpperLayers.Result {
    /// What lies between the connection and the answer.
    mutating func take(_ proxy: ProxyReading?, tls: TLSEvidence?, _ times: HTTPProbe.Times) {
        self.proxy = proxy
        durations[.proxy] = times.proxy
        observed[TLSEvidence.self] = tls
        durations[.tls] = times.tls
    }
}
