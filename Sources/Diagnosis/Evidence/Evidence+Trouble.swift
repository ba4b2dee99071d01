import NetworkModel

/// Signs that make rules examine the lowest layers more closely, although nothing there appears to be broken.
extension Evidence {
    /// The time after which the kernel repeats a SYN. A port that is closed is reported at once.
    private static let repetition = Duration.seconds(1)

    /// Whether a packet of a connection or a query to a name server was repeated, or took so long that it may have been; or
    /// whether echo requests or datagrams were lost.
    var isSlow: Bool {
        let connections = (tcp?.attempts ?? []) + (proxy?.attempts ?? [])
        if connections.contains(where: { $0.outcome == .connected && $0.duration > thresholds.connect }) { return true }
        if connections.contains(where: { $0.outcome == .connected && $0.hasLost }) { return true }
        if connections.contains(where: { $0.outcome == .refused && $0.duration.duration >= Self.repetition }) {
            return true
        }
        if let echo, echo.outcome == .reply, echo.received < echo.sent { return true }
        if let datagrams = kind?.datagrams, datagrams.outcome == .answered, datagrams.sent > 1 { return true }
        return dns?.resolution.answers.contains { $0.duration > thresholds.resolve || $0.isRepeated == true } == true
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

    /// Whether the target refused a connection, and accepted none: however many packets are lost, some get there and back. An ICMP error
    /// may have another sender.
    var isTargetRefusing: Bool {
        guard proxy == nil, let tcp, tcp.winner == nil, !tcp.isReachedLater else { return false }
        return (tcp.attempts + (tcp.further ?? [])).contains { $0.outcome == .refused && $0.refusal == nil }
    }
}
