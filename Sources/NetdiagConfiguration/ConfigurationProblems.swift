import NetworkModel

/// Collects what is wrong with one file, bounded in number and length.
package struct ConfigurationProblems: Sendable {
    package let file: String
    private var problems: [ConfigurationError.Problem] = []
    private var omitted = 0

    /// Scalars of a message that are kept; a text of the file can be as long as the file.
    private static let maximumLength = 600

    /// How many there are, those that are not kept included.
    var count: Int { problems.count + omitted }

    package init(file: String) {
        self.file = file
    }

    package mutating func add(_ text: String, line: Int? = nil) {
        guard problems.count < ConfigurationError.maximumProblems else {
            omitted += 1
            return
        }
        var text = text
        if text.unicodeScalars.count > Self.maximumLength {
            text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumLength))) + "…"
        }
        problems.append(.init(file: file, line: line, text: text))
    }

    /// Takes what is wrong with another file, which this one names.
    mutating func add(contentsOf error: ConfigurationError) {
        let room = max(0, ConfigurationError.maximumProblems - problems.count)
        problems += error.problems.prefix(room)
        omitted += error.omitted + max(0, error.problems.count - room)
    }

    /// What is to be thrown; `nil` where nothing is wrong.
    package var error: ConfigurationError? {
        guard !problems.isEmpty else { return nil }
        let sorted = problems.enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
        return ConfigurationError(problems: sorted.map(\.element), omitted: omitted)
    }

    /// An error of one problem.
    static func one(_ text: String, file: String, line: Int? = nil) -> ConfigurationError {
        ConfigurationError(problems: [.init(file: file, line: line, text: text)], omitted: 0)
    }
}
