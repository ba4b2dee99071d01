import Diagnosis
import NetworkModel
import Probes

extension UpperLayers {
    /// A page: TLS where it is meant to be, then the request.
    func page(secure: Bool, path: String, until deadline: ContinuousClock.Instant) async throws -> Result {
        let port = target.port ?? (secure ? 443 : 80)
        let place =
            settings.authentication == nil ? "" : "\(secure ? "https" : "http")://\(target.host.bracketed):\(port)"
        let login = settings.authentication.map { engine.credentials.find($0, for: target.host, at: place) }
        let proxyLogin = self.proxyLogin
        var probe = HTTPProbe(
            engine: curl(login, proxyLogin), secure: secure, host: target.host, port: port, path: path)
        probe.settings = settings.http
        probe.tls = settings.tls
        probe.cookies = visit.cookies
        probe.proxy = proxy
        probe.address = addressBehind
        probe.login = login?.login
        probe.proxyLogin = proxyLogin?.login
        let asked = probe
        let tlsProbe = tlsProbe(port: port, proxyLogin)
        let connected = try await connect(until: deadline) { socket, _ in
            let peer = socket.peer
            var observed = try await asked.observe(over: socket, within: ContinuousClock.now.duration(to: deadline))
            try await look(closerAt: &observed.tls, peer: peer, tlsProbe, until: deadline)
            return observed
        }
        var result = result(of: connected)
        note(login, at: place, in: &result.web)
        note(proxyLogin, in: &result.web)
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

    // MARK: - Logins

    /// Tickets are fetched by a library that waits for the network: on a thread of its own, it keeps nobody else.
    func curl(_ logins: CredentialStore.Found?...) -> CurlEngine {
        let usesTickets = logins.contains { found in
            if case .tickets = found?.login?.secret.content { return true }
            return false
        }
        return usesTickets ? engine.ticketCurl : engine.curl
    }

    /// Read anew each time: a check asks once.
    var proxyLogin: CredentialStore.Found? {
        guard let proxy, let settings = proxy.authentication else { return nil }
        return engine.credentials.find(settings, for: proxy.host, at: proxy.description)
    }

    private func note(_ found: CredentialStore.Found?, at place: String, in web: inout HTTPProbe.Observation?) {
        guard let authentication = web?.http?.authentication else { return }
        web?.http?.authentication = engine.credentials.judged(authentication, found, at: place)
    }

    func note(_ found: CredentialStore.Found?, in web: inout HTTPProbe.Observation?) {
        guard let proxy, let authentication = web?.proxy?.authentication else { return }
        web?.proxy?.authentication = engine.credentials.judged(authentication, found, at: proxy.description)
    }
}

extension CredentialStore.Found {
    var login: HTTPProbe.Login? {
        if case .login(let login) = self { return login }
        return nil
    }
}

extension CredentialStore {
    /// Remembers what came of a login, and says why none was sent where credentials are configured.
    func judged(
        _ authentication: HTTPEvidence.Authentication, _ found: Found?, at place: String
    ) -> HTTPEvidence.Authentication {
        var authentication = authentication
        switch found {
        case .login(let login): note(login, at: place, authentication.outcome)
        case .withheld: authentication.outcome = .withheld
        case .unavailable(let reason):
            authentication.outcome = .unavailable
            authentication.detail = reason
        case nil: break
        }
        return authentication
    }
}
