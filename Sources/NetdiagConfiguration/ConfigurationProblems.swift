import NetworkModel

/// Collects what is wrong with a file and those that it includes, bounded in number and length.
package struct ConfigurationProblems: Sendable {
    /// The one that is being read.
    package private(set) var file: String
    /// All of them, in the order in which they were read.
    private var files: [String]
    private var problems: [ConfigurationError.Problem] = []
    private var omitted = 0

    /// Scalars of a message that are kept; a text of the file can be as long as the file.
    private static let maximumLength = 600

    /// How many there are, those that are not kept included.
    var count: Int { problems.count + omitted }

    package init(file: String) {
        self.file = file
        files = [file]
    }

    /// Problems are those of another file from now on.
    mutating func turn(to file: String) {
        self.file = file
        if !files.contains(file) { files.append(file) }
    }

    /// - Parameter other: Another file that the line is in, which this one names.
    package mutating func add(_ text: String, line: Int? = nil, in other: String? = nil) {
        guard problems.count < ConfigurationError.maximumProblems else {
            omitted += 1
            return
        }
        var text = text
        if text.unicodeScalars.count > Self.maximumLength {
            text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumLength))) + "…"
        }
        problems.append(.init(file: other ?? file, line: line, text: text))
    }

    /// Takes what is wrong with another file, which this one names.
    mutating func add(contentsOf error: ConfigurationError) {
        let room = max(0, ConfigurationError.maximumProblems - problems.count)
        problems += error.problems.prefix(room)
        omitted += error.omitted + max(0, error.problems.count - room)
    }

    /// What is to be thrown; `nil` if nothing is wrong.
    package var error: ConfigurationError? {
        guard !problems.isEmpty else { return nil }
        let places = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1, $0) })
        let sorted = problems.enumerated().sorted {
            (places[$0.element.file] ?? 0, $0.element.line ?? 0, $0.offset)
                < (places[$1.element.file] ?? 0, $1.element.line ?? 0, $1.offset)
        }
        return ConfigurationError(problems: sorted.map(\.element), omitted: omitted)
    }

    /// An error of one problem.
    package static func one(_ text: String, file: String, line: Int? = nil) -> ConfigurationError {
        ConfigurationError(problems: [.init(file: file, line: line, text: text)], omitted: 0)
    }
}
