import NetworkModel

/// The answer to the request.
enum HTTPRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let http = evidence.http else { return [] }
        var facts = [
            "url": shown(http.url), "destination": shown(evidence.destination), "bytes": "\(http.bodyBytes)",
            "detail": shown(http.detail ?? "?"), "server": shown(http.server ?? "of unknown make"),
            "retry": shown(http.retryAfter ?? "an unknown time"),
            "schemes": shown(
                http.authenticationSchemes.isEmpty
                    ? "no scheme offered" : http.authenticationSchemes.joined(separator: ", ")),
            "chain": shown(http.redirects.prefix(10).map { "\($0.status) \($0.location)" }.joined(separator: " → ")),
        ]
        facts["status"] = http.status.map { "\($0)" }
        facts["address"] = evidence.tcp?.winner.map { "\($0.address)" }
        facts["port"] = evidence.target.port.map { "\($0)" }
        let entry: CauseEntry?
        switch http.outcome {
        case .response: entry = http.status.flatMap(cause)
        case .noAnswer: entry = HTTPCauses.noAnswer
        case .closed: entry = TCPCauses.closed
        case .reset: entry = TCPCauses.reset
        case .malformed: entry = HTTPCauses.malformed
        case .truncated: entry = HTTPCauses.truncated
        case .stalled: entry = HTTPCauses.stalled
        case .redirectLoop: entry = HTTPCauses.redirectLoop
        case .failed: entry = HTTPCauses.failed
        }
        if let entry { return [Finding(entry, confidence: 0.98, facts)] }
        let isDowngrade =
            http.url.hasPrefix("https:") && http.redirects.contains { $0.location.lowercased().hasPrefix("http:") }
        return isDowngrade ? [Finding(HTTPCauses.redirectDowngrade, facts)] : []
    }

    /// 2xx is as expected, 3xx is where redirects end that lead nowhere else; all others are causes (RFC 9110 section 15).
    private static func cause(of status: Int) -> CauseEntry? {
        switch status {
        case 401: HTTPCauses.authRequired
        case 403: HTTPCauses.forbidden
        case 404, 410: HTTPCauses.notFound
        case 429: HTTPCauses.rateLimited
        case 400..<500: HTTPCauses.clientError
        case 502, 503, 504: HTTPCauses.gatewayError
        case 500..<600: HTTPCauses.serverError
        case 200..<400: nil
        default: HTTPCauses.malformed
        }
    }
}
