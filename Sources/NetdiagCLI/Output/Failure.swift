/// The reason why the program failed.
enum Failure: Error, Sendable, Hashable {
    /// Wrong usage; nothing was run.
    case usage(String)
    /// The request could not be completed.
    case failed(String)
    /// The network or a server prevented it.
    case refused(String)
    /// No daemon listens at the socket, or it refuses this user, for the given reason.
    case noDaemon(String)
    /// The reader of standard output has gone; no message is shown.
    case outputClosed
    /// The user ended a command that runs until it is ended; no message is shown.
    case ended
    /// A signal interrupted it; no message is shown.
    case interrupted(by: Int32)

    /// The message for standard error; `nil` for none.
    var line: String? {
        switch self {
        case .usage(let text), .failed(let text), .refused(let text), .noDaemon(let text): text
        case .outputClosed, .ended, .interrupted: nil
        }
    }
}
