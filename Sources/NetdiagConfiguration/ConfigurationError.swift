import NetworkModel

/// Everything that is wrong with a configuration, in the order of the file.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One thing that is wrong, fit to be shown.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        public var file: String
        /// Counted from 1; `nil` if it is about the file as a whole.
        public var line: Int?
        /// What is wrong; what would be right.
        public var text: String

        /// `FILE:LINE: what is wrong; what would be right`, on one line.
        public var description: String {
            SafeText.escapedPath(file) + (line.map { ":\($0)" } ?? "") + ": " + text
        }
    }

    /// At most this many problems are told.
    public static let maximumProblems = 50

    /// One to ``maximumProblems``.
    public let problems: [Problem]
    /// How many more there are.
    public let omitted: Int

    /// A line for each problem, without a line feed at the end.
    public var description: String {
        var lines = problems.map(\.description)
        if omitted > 0, let file = problems.first?.file {
            lines.append("\(SafeText.escapedPath(file)): \(omitted) more problems are not shown; correct these first")
        }
        return lines.joined(separator: "\n")
    }
}
