/// Why the program ends without having done what was asked.
enum Failure: Error, Sendable, Hashable {
    /// A wrong call: nothing was run.
    case usage(String)
    /// It could not be done.
    case failed(String)
    /// The network, or a server, does not let it be done.
    case refused(String)
    /// No daemon listens at the socket, or it does not do this for this user, for the reason given.
    case noDaemon(String)
    /// The reader of standard output has gone; not worth a word.
    case outputClosed
    /// What goes on until somebody says that it is enough has been told so; not worth a word.
    case ended
    /// A signal broke it off; not worth a word.
    case interrupted(by: Int32)

    /// The line for standard error; `nil` if nothing is to be said.
    var line: String? {
        switch self {
        case .usage(let text), .failed(let text), .refused(let text), .noDaemon(let text): text
        case .outputClosed, .ended, .interrupted: nil
        }
    }
}
