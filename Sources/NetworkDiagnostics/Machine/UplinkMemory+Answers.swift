import NetworkModel
import Synchronization

extension UplinkMemory {
    /// How long the answer of a resolver is of interest, for the observation that it belongs to.
    private static let lifetimeOfAnswers = Duration.seconds(30)

    /// Records that a resolver answered one of the queries of an observation.
    func recordAnswer(of server: IPAddress, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.answers = state.answers.filter { $0.value + Self.lifetimeOfAnswers > now }
            state.answers[server] = now
        }
    }

    /// Whether a resolver has answered another query since a time.
    func hasAnswered(_ server: IPAddress, since begun: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.answers[server].map { $0 >= begun } ?? false }
    }
}
