import NetworkModel

/// The problems of a configuration, in the order of the file.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A problem, as it can be shown to the user.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The path of the configuration file.
        public var file: String
        /// The line, from 1; `nil` if the problem concerns the file as a whole.
        public var line: Int?
        /// What is wrong, and what would be right.
        public var text: String

        /// `FILE:LINE: what is wrong; what would be right`, on one line.
        public var description: String {
            SafeText.escapedPath(file) + (line.map { ":\($0)" } ?? "") + ": " + text
        }
    }

    /// The maximum number of problems in an error.
    public static let maxProblems = 50

    /// The first problems: at least one, at most ``maxProblems``.
    public let problems: [Problem]
    /// The number of further problems.
    public let omitted: Int

    /// One line for each problem, without a line feed at the end.
    public var description: String {
        var lines = problems.map(\.description)
        if omitted > 0, let file = problems.first?.file {
            lines.append("\(SafeText.escapedPath(file)): \(omitted) more problems are not shown; correct these first")
        }
        return lines.joined(separator: "\n")
    }
}
