package import NetworkModel

/// The result of one check of a target, as it is recorded.
package struct CheckResult: Sendable, Hashable {
    /// The key of the target.
    package var key: String
    /// When the check began.
    package var at: Timestamp
    package var outcome: CheckOutcome
    /// The cause; `nil` if there was no fault.
    package var cause: String?
    package var duration: Duration
    package var phases: Phases

    /// The durations of the phases of a check in tenths of a millisecond; `nil` for phases that were not reached.
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

    /// A duration in tenths of a millisecond, rounded to the nearest.
    package static func tenths(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 10_000 + (attoseconds + 50_000_000_000_000) / 100_000_000_000_000
    }
}
