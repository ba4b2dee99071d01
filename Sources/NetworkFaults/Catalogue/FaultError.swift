/// Why a fault cannot be served: what the caller asked for, or what this machine refuses.
public enum FaultError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nothing was started; the words say what would be right.
    case usage(String)
    /// This machine refuses; the words name the call, its error and what would help.
    case system(String)

    public var description: String {
        switch self {
        case .usage(let text), .system(let text): text
        }
    }
}
