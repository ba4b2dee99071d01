/// The reason why a fault cannot be served: a wrong request, or a refusal of the system.
public enum FaultError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request is wrong, and nothing was started. The text says what would be valid.
    case usage(String)
    /// The system refuses it. The text names the call, its error and a remedy.
    case system(String)

    public var description: String {
        switch self {
        case .usage(let text), .system(let text): text
        }
    }
}
