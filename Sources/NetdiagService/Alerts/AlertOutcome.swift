/// The result of an attempt to deliver a message.
enum AlertOutcome: Sendable {
    /// The receiver accepted the message; with its response.
    case delivered(String)
    /// It did not; with the reason, and what would help.
    case failed(String)
}
