/// Whether a service may be announced, according to its checks.
///
/// It opens at the first check that succeeds. One that fails closes it only when a second one confirms that, by the rule
/// of incidents (``PendingIncident``): a service that vanished for each lost packet would be no service.
struct HealthGate: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// Nothing has been checked yet, or the last thing that is certain is a failure.
        case closed
        case open
        /// The last checks failed, the first of which began at this moment; it is open until that is confirmed.
        case doubtful(since: ContinuousClock.Instant)
    }

    private(set) var state = State.closed

    var isOpen: Bool { state != .closed }

    /// Whether another look should be taken soon.
    var isDoubtful: Bool { isOpen && state != .open }

    /// - Parameters:
    ///   - begun: When the check began.
    ///   - ended: When it ended.
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
