/// What went wrong in the lab itself, as opposed to in what is tested in it.
public enum LabError: Error, CustomStringConvertible, Sendable {
    /// This machine cannot hold a lab.
    case unavailable(String)
    /// A program could not be started: the step that failed and its errno.
    case notStarted(program: String, step: String, code: Int32)
    /// A program ended otherwise than with exit code 0.
    case failed(command: [String], result: CommandResult)
    /// What was waited for did not come in time.
    case timedOut(String, Duration)
    /// A program ended before it said what was waited for.
    case ended(waitingFor: String, output: String)
    /// A system call failed.
    case system(String, code: Int32)

    /// What happened, with the last words of the program concerned.
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
