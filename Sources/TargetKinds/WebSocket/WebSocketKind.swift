import Diagnosis
import NetworkModel
import Probes

/// A WebSocket session (RFC 6455): its handshake, a ping, and its messages.
enum WebSocketKind: TargetKind {
    static let summary =
        "A WebSocket, which must open, answer a ping, and send the expected message, if any (RFC 6455)."
    static let example = "wss://example.org/socket"
    static let schemes = [
        RegisteredScheme(
            "ws", layer: WebSocketEvidence.layer, transport: .tcp, defaultPort: 80, path: .resource,
            sharing: [.http, .websocket, .tls, .credentials], proxyVariable: "http"
        ).usingLibcurl,
        RegisteredScheme(
            "wss", layer: WebSocketEvidence.layer, transport: .tls, defaultPort: 443, path: .resource,
            sharing: [.http, .websocket, .credentials], proxyVariable: "https", plainProtocol: .http),
    ]
    static let causes = WebSocketCauses.all
    static let factPhrases = WebSocketPhrases.all
    static let probe = KindProbe<NoKindSettings, WebSocketEvidence>.exchange { try await $0.openWebSocket() }
}

extension KindExchange {
    fileprivate func openWebSocket() async throws -> KindObservation {
        let (access, secure) = (self.access, target.beginsWithTLS)
        var probe = WebSocketProbe(
            engine: resources.curl, secure: secure, host: target.host,
            port: access.port, path: target.path)
        probe.settings = settings.webSocket
        probe.http = settings.http
        probe.tls = settings.tls
        probe.login = access.login?.login
        probe.proxy = proxy
        probe.proxyLogin = access.proxyLogin?.login
        probe.address = addressBehind
        let asked = probe
        let connected = try await connect { socket, _ in
            let peer = socket.peer
            var observed = try await asked.observe(
                over: socket, within: ContinuousClock.now.duration(to: self.deadline))
            try await self.inspect(failed: &observed.tls, peer: peer, until: self.deadline)
            return observed
        }
        let sent = settings.http.secrets(beside: target) + settings.webSocket.secrets(beside: target)
        var result = KindObservation(connected, secrets: access.secrets + sent)
        guard let observed = connected.value else { return result }
        result.add(observed.proxy, tls: observed.tls, observed.times)
        if var ws = observed.ws {
            ws.authentication = ws.authentication.map { judged($0, access) }
            result.observed[WebSocketEvidence.self] = ws
            result.durations[WebSocketEvidence.layer] = observed.times.http
        }
        record(access.proxyLogin, in: &result.proxy)
        return result
    }
}
