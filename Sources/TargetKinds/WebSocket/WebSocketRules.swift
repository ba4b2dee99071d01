public import Diagnosis
public import NetworkModel

extension WebSocketEvidence: JudgedEvidence {
    /// Whether the session was opened, a ping was answered by a pong, and the session was closed properly.
    public var isProven: Bool { outcome == .done }
    /// Always `nil`: WebSockets use TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether the server did not respond to the handshake.
    public var hasStalled: Bool { outcome == .noAnswer }

    /// The findings about the WebSocket session, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { WebSocketRules.findings(self, in: evidence) }
}

/// Rules for the handshake of a WebSocket session, the response to a ping, and its messages.
enum WebSocketRules {
    static func findings(_ ws: WebSocketEvidence, in evidence: Evidence) -> [Finding] {
        var facts = [
            "url": shown(ws.url), "destination": shown(evidence.destination),
            "detail": shown(ws.detail ?? WebSocketPhrases.noneCame.text),
        ]
        facts.merge(HTTPRules.sender(of: ws.url, in: evidence)) { $1 }
        facts["status"] = ws.status.map { "\($0)" }
        facts["address"] = evidence.tcp?.winner.map { "\($0.address)" }
        facts["port"] = evidence.asked.port.map { "\($0)" }
        if let location = ws.location, let moved = socketURL(location), moved != ws.url {
            (facts["location"], facts["moved"]) = (shown(location), shown(moved))
        }
        switch ws.closeCode {
        case 1012, 1013: facts["overloaded"] = ws.closeCode.map { "\($0)" }
        // 3000 and 3003 are those of HTTP's 401 and 403 in the registry of close codes.
        case 1008, 3000, 3003: facts["denied"] = ws.closeCode.map { "\($0)" }
        default: break
        }
        facts[ws.status == nil ? "headless" : "framed"] = facts["url"]
        let entry: CauseEntry
        switch ws.outcome {
        case .done: return []
        case .refused where ws.status.map((502...504).contains) == true:
            // A server may send 503 about itself; only proxies send the others (RFC 9110 section 15.6).
            facts["who"] = (ws.status == 503 ? HTTPPhrases.serverOrProxy : HTTPPhrases.theProxy).text
            facts["software"] = ""
            entry = HTTPCauses.gatewayError
        case .refused:
            guard ws.status == 401, let authentication = ws.authentication else {
                entry = WebSocketCauses.upgradeRefused
                break
            }
            return [HTTPRules.login(authentication, facts)]
        case .invalidHandshake: entry = WebSocketCauses.handshakeInvalid
        case .noPong: entry = WebSocketCauses.noPong
        case .unexpectedMessage: entry = WebSocketCauses.unexpectedMessage
        case .protocolError: entry = WebSocketCauses.protocolError
        case .noAnswer: entry = HTTPCauses.noAnswer
        case .closed: entry = ws.status == 101 ? WebSocketCauses.closed : TCPCauses.closed
        case .reset: entry = TCPCauses.reset
        case .malformed: entry = HTTPCauses.malformed
        case .failed: entry = HTTPCauses.failed
        }
        return [Finding(entry, confidence: 0.97, facts)]
    }

    /// The URL of the WebSocket at the destination of a redirect: servers redirect to `https`, whatever was requested.
    /// `nil` if it is no such URL, or was cut.
    private static func socketURL(_ location: String) -> String? {
        guard location.unicodeScalars.count <= 200, let end = location.firstRange(of: "://") else { return nil }
        let scheme: String? =
            switch location[..<end.lowerBound].lowercased() {
            case "https", "wss": "wss"
            case "http", "ws": "ws"
            default: nil
            }
        return scheme.map { "\($0)\(location[end.lowerBound...])" }
    }
}
