import NetworkModel

/// What makes a rule look more closely at the lowest layers, though nothing there says that it is broken.
extension Evidence {
    /// A connection, or an answer of a name server, took so long that something was sent twice; or echoes were lost.
    var isSlow: Bool {
        let connections = (tcp?.attempts ?? []) + (proxy?.attempts ?? [])
        if connections.contains(where: { $0.outcome == .connected && $0.duration > thresholds.connect }) { return true }
        if let echo, echo.outcome == .reply, echo.received < echo.sent { return true }
        return dns?.resolution.answers.contains { $0.duration > thresholds.resolve } == true
    }

    /// Packets went out, and nobody said anything.
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
