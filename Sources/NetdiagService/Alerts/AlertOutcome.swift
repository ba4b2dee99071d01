/// The result of an attempt to deliver a message.
enum AlertOutcome: Sendable {
    /// The receiver has taken it; with what it said.
    case delivered(String)
    /// It has not; with the reason, and what would help.
    case failed(String)
}
