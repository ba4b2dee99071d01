/// A request to the daemon with its time limits.
struct DaemonRequest: Sendable {
    var request: HTTPRequest
    /// The time limit of the whole response.
    var limit: Duration = .seconds(15)
    /// The time limit of a stream; `nil` for none.
    var streamLimit: Duration?
}

/// A query of a command, which the daemon or this process answers.
struct CommandQuery<Answer: Sendable> {
    /// An answer, and the index of its subject.
    typealias Placed = (place: Int, answer: Answer)

    /// The subjects of the answers: the targets or the names.
    var subjects = [""]
    /// What tells answers about equal subjects apart, one for each subject; empty if there is nothing to be told.
    var remarks: [String?] = []
    /// Whether each subject is checked over several routes.
    var comparesRoutes = false
    /// The current activity for the progress line, as in "checking".
    var doing: String
    /// The requests to the daemon, one for each subject. They are only created if there is a daemon.
    var requests: () throws(Failure) -> [DaemonRequest]
    /// Does the same work in this process, and sends each answer as soon as it is ready.
    var work: @Sendable (LocalDiagnostics, @escaping @Sendable (Placed) -> Void) async throws -> Void
}

/// A stream of events that a command follows: from the daemon, line by line, or from this process.
struct DaemonSubscription<Value: Sendable>: Sendable {
    var request: DaemonRequest
    /// The current activity for the progress line.
    var doing: String
    /// Observes the same in this process.
    var work: @Sendable (LocalDiagnostics, @escaping @Sendable (Value) -> Void) async throws -> Void
}
