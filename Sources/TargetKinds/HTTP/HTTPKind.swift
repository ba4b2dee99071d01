import Diagnosis
import NetworkModel
import Probes

/// A web page (RFC 9110), with TLS if the scheme requires it.
enum HTTPKind: TargetKind {
    static let summary =
        "A web page, which must have the expected status and content (RFC 9110)."
    static let example = "https://example.org/ --contains Welcome"
    static let schemes = [RegisteredScheme.http, .https]
    static let causes = HTTPCauses.all
    static let factPhrases = HTTPPhrases.all
    static let probe = KindProbe<NoKindSettings, HTTPEvidence>.exchange { try await $0.page() }
}

extension KindExchange {
    /// Requests a page, with TLS if the scheme requires it.
    fileprivate func page() async throws -> KindObservation {
        let (access, secure) = (self.access, target.beginsWithTLS)
        var probe = HTTPProbe(
            engine: resources.curl, secure: secure, host: target.host,
            port: access.port, path: target.path)
        probe.settings = settings.http
        probe.tls = settings.tls
        probe.cookies = cookies
        probe.proxy = proxy
        probe.address = addressBehind
        probe.login = access.login?.login
        probe.proxyLogin = access.proxyLogin?.login
        let asked = probe
        @Sendable func observe(over socket: ConnectedSocket) async throws -> HTTPProbe.Observation {
            let peer = socket.peer
            var observed = try await asked.observe(over: socket, within: ContinuousClock.now.duration(to: deadline))
            try await inspect(failed: &observed.tls, peer: peer, until: deadline)
            if let words = try await greeting(insteadOf: observed, of: peer) { observed.http?.detail = words }
            return observed
        }
        let connected = try await connect { socket, _ in
            guard secure else { return try await observe(over: socket) }
            return try await self.observeEncrypted(over: socket) { try await observe(over: socket) }
        }
        var result = KindObservation(connected, secrets: access.secrets + settings.http.secrets(beside: target))
        guard let observed = connected.value else { return result }
        let times = observed.times
        result.add(observed.proxy, tls: observed.tls, times)
        record(access.proxyLogin, in: &result.proxy)
        (result.redirect, result.cookies) = (observed.redirect, observed.cookies)
        if var http = observed.http {
            http.answer?.tls = observed.tls
            if connected.tcp.attempts.contains(where: { $0.packets.map { $0.repeated > 0 } == true }) {
                http.isRepeated = true
            }
            http.authentication = http.authentication.map { judged($0, access) }
            http.phases = .init(
                resolve: timeToResolve, connect: connected.timeToConnect, proxy: times.proxy, tls: times.tls,
                request: times.request, firstByte: times.firstByte, body: times.body)
            result.observed.set(.init(http))
            result.durations[HTTPEvidence.layer] = times.http
        }
        return result
    }

    /// The protocol in which a server greets that responds without a status line, as text; `nil` if it is not known.
    private func greeting(insteadOf observed: HTTPProbe.Observation, of peer: SocketAddress) async throws -> String? {
        // Most responses are valid, and are not copied.
        guard observed.http?.outcome == .malformed, let http = observed.http, http.status == nil,
            !target.beginsWithTLS, proxy == nil, http.detail?.contains("HTTP/0.9") == true
        else { return nil }
        let limit = min(.seconds(1), ContinuousClock.now.duration(to: deadline))
        return try await PlainTextProbe(peer: peer, loop: resources.loop).greeting(within: limit)?.words
    }
}
