/// Something that is asked of the daemon.
struct DaemonQuestion: Sendable {
    var request: HTTPRequest
    /// The time that all of the answer may take.
    var limit: Duration = .seconds(15)
    /// The time that a stream may go on; `nil` for ever.
    var streamLimit: Duration?
}

/// What a command has to find out: by the daemon, or in this process.
struct Inquiry<Answer: Sendable> {
    /// An answer, and the place of what it is about among the subjects.
    typealias Placed = (place: Int, answer: Answer)

    /// What answers are about: the targets, the names.
    var subjects = [""]
    /// What is being done, for the progress line: "checking".
    var doing: String
    /// To the daemon, one about each subject; they are made when there is a daemon.
    var questions: () throws(Failure) -> [DaemonQuestion]
    /// The same work, done here: sends each answer as it is ready.
    var work: @Sendable (LocalDiagnostics, @escaping @Sendable (Placed) -> Void) async throws -> Void
}

/// What a command follows as it happens: told by the daemon, line by line, or in this process.
struct DaemonSubscription<Value: Sendable>: Sendable {
    var question: DaemonQuestion
    /// What is being done, for the progress line.
    var doing: String
    /// The same, done here.
    var work: @Sendable (LocalDiagnostics, @escaping @Sendable (Value) -> Void) async throws -> Void
}
