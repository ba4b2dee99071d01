import NIOHTTP1

/// The responder's functions for a TCP forwarder.
extension PlanResponder {
    /// Returns the faults of a connection, which counts as one request.
    func decideOnConnection(from peer: String, _ elapsed: Duration) -> (HTTPTransmission, [String]) {
        let request = ServedRequest(method: "TCP", target: "/", peer: peer)
        return applied(nil, HTTPTransmission(ServedResponse(.ok)), request, elapsed)
    }

    func record(_ entry: RequestLog.Entry) { log.record(entry) }
}
