import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

extension UpperLayers {
    /// A port that accepts connections, and says what it is expected to.
    func talk(until deadline: ContinuousClock.Instant) async throws -> Result {
        guard !settings.script.isEmpty else {
            let connected = try await connect(until: deadline) { _, _ in () }
            return Result([.init(connected.tcp)], durations: [.tcp: connected.timeToConnect])
        }
        let probe = ScriptProbe(
            engine: engine.curl, loop: engine.loop, script: settings.script, host: target.host,
            port: target.port ?? destinations.first?.port ?? 0, tls: settings.tls)
        let connected = try await connect(until: deadline) { socket, _ in
            try await probe.observe(over: socket, until: deadline)
        }
        var tcp = connected.tcp
        tcp.script = connected.value?.steps
        var result = Result([.init(tcp)], durations: [.tcp: connected.timeToConnect])
        guard let observed = connected.value else { return result }
        result.observed[TLSEvidence.self] = observed.tls
        if let took = observed.tlsDuration { result.durations[.tls] = took }
        return result
    }

    func webSocket(secure: Bool, path: String, until deadline: ContinuousClock.Instant) async throws -> Result {
        let access = access(secure ? ("https", 443) : ("http", 80))
        var probe = WebSocketProbe(
            engine: access.usesTickets ? engine.ticketCurl : engine.curl, secure: secure, host: target.host,
            port: access.port, path: path)
        probe.settings = settings.webSocket
        probe.http = settings.http
        probe.tls = settings.tls
        probe.login = access.login?.login
        probe.proxy = proxy
        probe.proxyLogin = access.proxyLogin?.login
        probe.address = addressBehind
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
        result.take(observed.proxy, tls: observed.tls, observed.times)
        if var ws = observed.ws {
            ws.authentication = ws.authentication.map { judged($0, access) }
            result.observed[WebSocketEvidence.self] = ws
            result.durations[WebSocketEvidence.layer] = observed.times.http
        }
        note(access.proxyLogin, in: &result.proxy)
        return result
    }

    func files(secure: Bool, path: String, until deadline: ContinuousClock.Instant) async throws -> Result {
        let access = access(secure ? ("ftps", 990) : ("ftp", 21))
        // Logging in as somebody else instead would tell nothing of the account.
        if let login = access.login, let evidence = Self.withoutLogin(login, url: access.place + path) {
            return Result([.init(evidence)], secrets: access.secrets)
        }
        var probe = FTPProbe(secure: secure, host: target.host, port: access.port, path: path)
        probe.settings = settings.ftp
        probe.tls = settings.tls
        probe.login = access.login?.login
        probe.proxy = proxy
        probe.proxyLogin = access.proxyLogin?.login
        let asked = probe
        // libcurl waits within its calls for the end of transfers of FTP: each has a thread, so only some have a turn. Who
        // waits for one says nothing of the server.
        try await takeTurn(until: deadline)
        defer { engine.fileSessions.release() }
        let connected = try await connect(until: deadline) { socket, _ in
            try await asked.observe(over: socket, within: ContinuousClock.now.duration(to: deadline))
        }
        var result = Result(
            [.init(connected.tcp)], durations: [.tcp: connected.timeToConnect], secrets: access.secrets)
        guard let observed = connected.value else { return result }
        if proxy != nil, let ftp = observed.ftp, let reading = ProxyReading(before: ftp) {
            // Not a word came from the server itself.
            result.proxy = reading
            return result
        }
        var tls = observed.tls
        if let first = tls, first.outcome == .certificate, first.chain.isEmpty, proxy == nil,
            let peer = connected.tcp.winner
        {
            let limit = min(.seconds(2), ContinuousClock.now.duration(to: deadline))
            let again = try await TCPProbe(
                addresses: [SocketAddress(peer.address, port: peer.port)], loop: engine.loop
            ).observe(until: .now + limit) { try await asked.certificates(over: $0, within: limit) }
            if let seen = again.upper ?? nil {
                tls?.chain = seen.chain
                tls?.isIssuerKnown = seen.isIssuerKnown
            }
        }
        result.observed[TLSEvidence.self] = tls
        var ftp = observed.ftp
        if ftp?.outcome == .loginRejected, let omission = released.omission {
            let detail = ftp?.detail
            ftp?.detail = [detail, omission.line].compactMap(\.self).joined(separator: "; ")
        }
        result.observed[FTPEvidence.self] = ftp
        if let sent = access.login?.login, let outcome = observed.ftp?.outcome {
            engine.credentials.note(sent, at: access.place, outcome == .loginRejected ? .rejected : .accepted)
        }
        result.durations[FTPEvidence.layer] = observed.duration
        return result
    }

    private func takeTurn(until deadline: ContinuousClock.Instant) async throws {
        let (turns, loop) = (engine.fileSessions, engine.loop)
        // A third of the time is left for the server at least.
        let limit = ContinuousClock.now + ContinuousClock.now.duration(to: deadline) * 2 / 3
        let hasTurn = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                do {
                    try await turns.acquire()
                    return true
                } catch is CancellationError {
                    return false
                }
            }
            group.addTask {
                try? await loop.sleep(until: limit)
                return false
            }
            var hasTurn = false
            for try await isTurn in group {
                if isTurn { hasTurn = true }
                group.cancelAll()
            }
            return hasTurn
        }
        do {
            try Task.checkCancellation()
        } catch {
            if hasTurn { turns.release() }
            throw error
        }
        guard hasTurn else {
            throw ProbeError("FTP", reason: "256 sessions are under way, and none has ended in time")
        }
    }

    /// What is told where the credentials cannot be had, or were rejected before.
    private static func withoutLogin(_ found: CredentialStore.Found, url: String) -> FTPEvidence? {
        switch found {
        case .login: nil
        case .withheld:
            FTPEvidence(
                url: url, outcome: .loginRejected,
                detail: "rejected by an earlier check; the credentials are not sent again before they change")
        case .unavailable(let reason):
            FTPEvidence(url: url, outcome: .loginRejected, detail: "the credentials cannot be had: \(reason)")
        }
    }
}
