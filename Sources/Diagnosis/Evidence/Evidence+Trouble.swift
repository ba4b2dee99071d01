import NetworkModel

/// Signs that make rules examine the lowest layers more closely, although nothing there appears to be broken.
extension Evidence {
    /// Whether a connection, or the response of a name server, took so long that something was retransmitted; or whether echo
    /// requests were lost.
    var isSlow: Bool {
        let connections = (tcp?.attempts ?? []) + (proxy?.attempts ?? [])
        if connections.contains(where: { $0.outcome == .connected && $0.duration > thresholds.connect }) { return true }
        if let echo, echo.outcome == .reply, echo.received < echo.sent { return true }
        return dns?.resolution.answers.contains { $0.duration > thresholds.resolve } == true
    }

    /// Whether packets were sent, and nothing was received.
    var hasTimedOut: Bool {
        let connections = (tcp?.attempts ?? []) + (proxy?.attempts ?? [])
        if !connections.isEmpty, connections.allSatisfy({ $0.outcome == .timeout || $0.outcome == .abandoned }) {
            return true
        }
        if kind?.datagrams?.outcome == .silent { return true }
        guard let resolution = dns?.resolution, resolution.answers.isEmpty else { return false }
        return resolution.failures.contains { $0.reason == .timeout }
    }
}
