/// How a program ended.
public enum ExitStatus: Sendable, Hashable, CustomStringConvertible {
    /// It ended by itself with this code.
    case exited(Int32)
    /// This signal ended it.
    case killed(Int32)

    /// The result of waitpid(2).
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

/// What a program that has ended left behind.
public struct CommandResult: Sendable {
    /// How it ended.
    public let status: ExitStatus
    /// Its standard output without the last newline.
    public let output: String
    /// Its standard error without the last newline.
    public let diagnostics: String
}
