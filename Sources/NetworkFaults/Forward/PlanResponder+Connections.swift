import NIOHTTP1

/// What a listener that forwards TCP asks of its plan.
extension PlanResponder {
    /// What goes wrong with a connection. It counts as one request.
    func decideOnConnection(from peer: String, _ elapsed: Duration) -> (HTTPTransmission, [String]) {
        let request = ServedRequest(method: "TCP", target: "/", peer: peer)
        return applied(nil, HTTPTransmission(HTTPAnswer(.ok)), request, elapsed)
    }

    func record(_ entry: RequestLog.Entry) { log.record(entry) }
}
