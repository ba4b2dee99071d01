import Diagnosis
import NetworkModel
import Probes

extension UpperLayers {
    /// A port that accepts connections, and says what it is expected to.
    func talk(until deadline: ContinuousClock.Instant) async throws -> Result {
        guard !settings.script.isEmpty else {
            let connected = try await connect(until: deadline) { _, _ in () }
            return Result(tcp: connected.tcp, durations: [.tcp: connected.timeToConnect])
        }
        let probe = ScriptProbe(
            engine: engine.curl, loop: engine.loop, script: settings.script, host: target.host,
            port: target.port ?? destinations.first?.port ?? 0, tls: settings.tls)
        let connected = try await connect(until: deadline) { socket, _ in
            try await probe.observe(over: socket, until: deadline)
        }
        var tcp = connected.tcp
        tcp.script = connected.value?.steps
        var result = Result(tcp: tcp, durations: [.tcp: connected.timeToConnect])
        guard let observed = connected.value else { return result }
        result.hasFailedScript = observed.steps.contains { !$0.hasSucceeded }
        result.tls = observed.tls
        if let took = observed.tlsDuration { result.durations[.tls] = took }
        return result
    }

    func webSocket(secure: Bool, path: String, until deadline: ContinuousClock.Instant) async throws -> Result {
        let port = target.port ?? (secure ? 443 : 80)
        let place = "\(secure ? "https" : "http")://\(target.host.bracketed):\(port)"
        let login = settings.authentication.map { engine.credentials.find($0, for: target.host, at: place) }
        let proxyLogin = self.proxyLogin
        var probe = WebSocketProbe(
            engine: curl(login, proxyLogin), secure: secure, host: target.host, port: port, path: path)
        probe.settings = settings.webSocket
        probe.http = settings.http
        probe.tls = settings.tls
        probe.login = login?.login
        probe.proxy = proxy
        probe.proxyLogin = proxyLogin?.login
        probe.address = addressBehind
        let asked = probe
        let connected = try await connect(until: deadline) { socket, _ in
            try await asked.observe(over: socket, within: ContinuousClock.now.duration(to: deadline))
        }
        var result = Result(tcp: connected.tcp, durations: [.tcp: connected.timeToConnect])
        guard let observed = connected.value else { return result }
        result.web = .init(proxy: observed.proxy, tls: observed.tls, times: observed.times)
        result.ws = observed.ws
        if let authentication = observed.ws?.authentication {
            result.ws?.authentication = engine.credentials.judged(authentication, login, at: place)
        }
        note(proxyLogin, in: &result.web)
        if let tls = observed.times.tls { result.durations[.tls] = tls }
        if observed.ws != nil { result.durations[.ws] = observed.times.http }
        return result
    }

    func files(secure: Bool, path: String, until deadline: ContinuousClock.Instant) async throws -> Result {
        fatalError()
    }
}
