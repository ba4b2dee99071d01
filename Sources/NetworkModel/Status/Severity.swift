/// The severity of a finding.
public enum Severity: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
    /// It is worth knowing, but nothing is wrong.
    case info
    /// The target works, but is degraded.
    case warning
    /// The target does not work.
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
