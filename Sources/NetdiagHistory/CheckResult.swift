package import NetworkModel

/// One check of one target, as it is recorded.
package struct CheckResult: Sendable, Hashable {
    /// What tells the target from the others.
    package var key: String
    /// When the check began.
    package var at: Timestamp
    package var outcome: CheckOutcome
    /// What it named; `nil` if nothing was wrong.
    package var cause: String?
    package var duration: Duration
    package var phases: Phases

    /// How long parts of a check took, in tenths of a millisecond; `nil` for those that it did not come to.
    package struct Phases: Sendable, Hashable {
        package var resolve: Int32?
        package var connect: Int32?
        package var tls: Int32?
        package var answer: Int32?

        package init(resolve: Int32? = nil, connect: Int32? = nil, tls: Int32? = nil, answer: Int32? = nil) {
            self.resolve = resolve
            self.connect = connect
            self.tls = tls
            self.answer = answer
        }
    }

    package init(
        key: String, at: Timestamp, outcome: CheckOutcome, cause: String? = nil, duration: Duration,
        phases: Phases = .init()
    ) {
        self.key = key
        self.at = at
        self.outcome = outcome
        self.cause = cause
        self.duration = duration
        self.phases = phases
    }

    /// A duration in tenths of a millisecond.
    package static func tenths(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 10_000 + attoseconds / 100_000_000_000_000
    }
}
