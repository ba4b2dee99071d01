import NetworkModel

/// Collects the problems of a file and of those that it includes, limited in number and length.
package struct ConfigurationProblems: Sendable {
    /// The file that is being read.
    package private(set) var file: String
    /// All files, in the order in which they were read.
    private var files: [String]
    private var problems: [ConfigurationError.Problem] = []
    private var omitted = 0

    /// The maximum length of a message in Unicode scalars, since a text in the file can be as long as the file.
    private static let maxLength = 600

    /// The number of problems, including those that are not kept.
    var count: Int { problems.count + omitted }

    package init(file: String) {
        self.file = file
        files = [file]
    }

    /// Attributes all further problems to another file.
    mutating func attribute(to file: String) {
        self.file = file
        if !files.contains(file) { files.append(file) }
    }

    /// - Parameter other: The file that the line is in, if it is not the current one.
    package mutating func add(_ text: String, line: Int? = nil, in other: String? = nil) {
        guard problems.count < ConfigurationError.maxProblems else {
            omitted += 1
            return
        }
        var text = text
        if text.unicodeScalars.count > Self.maxLength {
            text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maxLength))) + "…"
        }
        problems.append(.init(file: other ?? file, line: line, text: text))
    }

    /// Adds the problems of another file, to which this one refers.
    mutating func add(contentsOf error: ConfigurationError) {
        let room = max(0, ConfigurationError.maxProblems - problems.count)
        problems += error.problems.prefix(room)
        omitted += error.omitted + max(0, error.problems.count - room)
    }

    /// The error to throw; `nil` if there are no problems.
    package var error: ConfigurationError? {
        guard !problems.isEmpty else { return nil }
        let places = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1, $0) })
        let sorted = problems.enumerated().sorted {
            (places[$0.element.file] ?? 0, $0.element.line ?? 0, $0.offset)
                < (places[$1.element.file] ?? 0, $1.element.line ?? 0, $1.offset)
        }
        return ConfigurationError(problems: sorted.map(\.element), omitted: omitted)
    }

    /// An error with one problem.
    package static func one(_ text: String, file: String, line: Int? = nil) -> ConfigurationError {
        ConfigurationError(problems: [.init(file: file, line: line, text: text)], omitted: 0)
    }
}
