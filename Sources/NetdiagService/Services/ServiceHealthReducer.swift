/// Decides whether a service may be announced, according to its checks.
///
/// The gate opens at the first check that succeeds. A failure closes it only after a second check confirms it, by the
/// rule of incidents (``PendingIncident``), so that a service does not disappear for each lost packet.
struct ServiceHealthReducer: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// There was no check yet, or the last certain result is a failure.
        case closed
        case open
        /// The last checks failed, the first of which began at this moment; the gate is open until the failure is
        /// confirmed.
        case doubtful(since: ContinuousClock.Instant)
    }

    private(set) var state = State.closed

    var isOpen: Bool { state != .closed }

    /// Whether another check should follow soon.
    var isDoubtful: Bool { isOpen && state != .open }

    /// - Parameters:
    ///   - begun: When the check began.
    ///   - ended: When the check ended.
    mutating func record(
        isUp: Bool, from begun: ContinuousClock.Instant, to ended: ContinuousClock.Instant
    ) {
        switch (state, isUp) {
        case (_, true): state = .open
        case (.closed, false): break
        case (.open, false): state = .doubtful(since: begun)
        case (.doubtful(let first), false):
            if PendingIncident.isConfirmed(firstSeen: first, byCheckFrom: begun, to: ended) { state = .closed }
        }
    }
}
