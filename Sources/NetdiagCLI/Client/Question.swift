/// Something that is asked of the daemon.
struct Question: Sendable {
    var request: HTTPRequest
    /// What it is about, as it stands in the answer: the target, the name.
    var subject = ""
    /// The time that all of the answer may take.
    var limit: Duration = .seconds(15)
    /// The time that a stream may go on; `nil` for ever.
    var streamLimit: Duration?
}

/// The same question in both forms: as requests to the daemon, or as arguments for `netdiagd --once`.
struct Inquiry: Sendable {
    var questions: [Question]
    var once: [String]
    /// What is being done, for the progress line: "checking".
    var doing: String
}
