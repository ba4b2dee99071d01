/// The reason why a setting is invalid, and what would be valid.
public struct SettingsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, without the setting's name.
    let problem: String
    /// What would be right, as in `a whole number from 1 to 15`; `nil` if the problem says it, or nothing would be.
    let expected: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - problem: What is wrong, without the setting's name.
    ///   - expected: What would be right, as in `a whole number from 1 to 15`.
    public init(_ problem: String, expecting expected: String? = nil) {
        self.problem = problem
        self.expected = expected
    }

    /// What is wrong and what would be right, without the setting's name.
    public var reason: String { expected.map { "\(problem); expected \($0)" } ?? problem }

    public var description: String { reason }
}
