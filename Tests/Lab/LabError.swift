/// An error of the lab itself, as opposed to the tested program.
public enum LabError: Error, CustomStringConvertible, Sendable {
    /// No lab can run on this machine.
    case unavailable(String)
    /// A program could not be started: the failed step and its errno.
    case notStarted(program: String, step: String, code: Int32)
    /// A program ended with another exit code than 0.
    case failed(command: [String], result: CommandResult)
    /// An expected event did not happen in time.
    case timedOut(String, Duration)
    /// A program ended before its expected output.
    case ended(waitingFor: String, output: String)
    /// A system call failed.
    case system(String, code: Int32)

    /// The error, with the last output of the program.
    public var description: String {
        switch self {
        case .unavailable(let reason): "the lab cannot run here: \(reason)"
        case .notStarted(let program, let step, let code):
            "could not start \(program) in a lab host (\(step)): \(errnoText(code))"
        case .failed(let command, let result):
            "\(command.joined(separator: " ")) ended with \(result.status): \(result.diagnostics) \(result.output)"
        case .timedOut(let what, let limit): "\(what) did not happen within \(limit)"
        case .ended(let what, let output): "the program ended while \(what) was waited for; its last words: \(output)"
        case .system(let call, let code): "\(call): \(errnoText(code))"
        }
    }
}
