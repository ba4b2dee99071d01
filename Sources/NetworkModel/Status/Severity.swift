/// How much a finding weighs.
public enum Severity: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
    /// Worth knowing; nothing is wrong because of it.
    case info
    /// Works, but degraded.
    case warning
    /// Does not work.
    case error

    public static func < (left: Severity, right: Severity) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }
}
