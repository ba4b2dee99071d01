/// How a program ended.
public enum ExitStatus: Sendable, Hashable, CustomStringConvertible {
    /// The program exited with this code.
    case exited(Int32)
    /// The program was ended by this signal.
    case killed(Int32)

    /// Creates the status from the result of waitpid(2).
    init(_ raw: Int32) {
        self = raw & 0x7f == 0 ? .exited((raw >> 8) & 0xff) : .killed(raw & 0x7f)
    }

    /// `exit code 3`, `signal 9`.
    public var description: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .killed(let signal): "signal \(signal)"
        }
    }
}

/// The result of a program that has ended.
public struct CommandResult: Sendable {
    /// How the program ended.
    public let status: ExitStatus
    /// The standard output without the last newline.
    public let output: String
    /// The standard error without the last newline.
    public let diagnostics: String
}
