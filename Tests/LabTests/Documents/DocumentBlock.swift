import FoundationEssentials

/// Commands of a document that run one after the other in one folder.
struct DocumentBlock: Sendable {
    /// A command and the output that the document shows; `nil` if it shows none.
    struct Step: Sendable {
        let command: String
        let output: [String]?
    }

    /// The location of the document and the block, as in `README.md:10`.
    let place: String
    /// The scene of the block; `nil` for the default one.
    let scene: String?
    /// The reason why the block cannot be run; `nil` if it can.
    let reason: String?
    let steps: [Step]

    /// The blocks of a Markdown file: ```console with commands after `$ ` and their output, ```sh with commands alone. A
    /// comment before a block adds what the text does not say: `<!-- lab: scene -->`, `<!-- not run: why -->`.
    static func markdown(_ text: String, file: String) -> [DocumentBlock] {
        var blocks: [DocumentBlock] = []
        var language: String?
        var lines: [String] = []
        var (start, comment) = (0, "")
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated()
        {
            if let open = language {
                guard line.hasPrefix("```") else {
                    lines.append(line)
                    continue
                }
                let steps = open == "console" ? console(lines) : open == "sh" ? shell(lines) : []
                if !steps.isEmpty {
                    blocks.append(
                        DocumentBlock(
                            place: "\(file):\(start)", scene: word(comment, "lab"), reason: word(comment, "not run"),
                            steps: steps))
                }
                (language, comment) = (nil, "")
            } else if line.hasPrefix("```") {
                (language, lines, start) = (String(line.dropFirst(3)), [], index + 1)
            } else if !line.isEmpty {
                comment = line
            }
        }
        return blocks
    }

    /// The commands in a man page, in lines such as `.Dl $ netdiag status`, as one block; those after a comment
    /// `.\" lab: scene` or `.\" not run: why` are blocks of their own.
    static func manual(_ text: String, file: String) -> [DocumentBlock] {
        var steps: [Step] = []
        var marked: [DocumentBlock] = []
        var comment = ""
        for (index, line) in text.split(separator: "\n").map(String.init).enumerated() {
            if line.hasPrefix(".Dl ") {
                var command = String(line.dropFirst(4))
                if command.hasPrefix("\""), command.hasSuffix("\"") { command = String(command.dropFirst().dropLast()) }
                if command.hasPrefix("$ ") { command = String(command.dropFirst(2)) }
                for (escape, meant) in [("\\(dq", "\""), ("\\e", "\\"), ("\\(+-", "±"), ("\\-", "-"), ("\\&", "")] {
                    command = command.split(separator: escape, omittingEmptySubsequences: false).joined(
                        separator: meant)
                }
                let step = Step(command: command, output: nil)
                let (scene, reason) = (word(comment, "lab"), word(comment, "not run"))
                if scene != nil || reason != nil {
                    marked.append(
                        DocumentBlock(place: "\(file):\(index + 1)", scene: scene, reason: reason, steps: [step]))
                } else if isCommand(command) {
                    steps.append(step)
                }
            }
            comment = line
        }
        return marked + (steps.isEmpty ? [] : [DocumentBlock(place: file, scene: nil, reason: nil, steps: steps)])
    }

    /// The examples in a command's help, after `EXAMPLES:`. Text after three blanks explains the command.
    static func help(_ text: String, of command: String) -> [DocumentBlock] {
        var steps: [Step] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("EXAMPLES:") {
                isInside = true
            } else if line.isEmpty {
                isInside = false
            } else if isInside {
                let example = line.drop { $0 == " " }.split(separator: "   ", maxSplits: 1).first.map(String.init) ?? ""
                steps.append(Step(command: example, output: nil))
            }
        }
        return steps.isEmpty
            ? [] : [DocumentBlock(place: "netdiag help \(command)", scene: nil, reason: nil, steps: steps)]
    }

    private static func word(_ comment: String, _ key: String) -> String? {
        for (open, close) in [("<!-- \(key): ", " -->"), (".\\\" \(key): ", "")] where comment.hasPrefix(open) {
            return String(comment.dropFirst(open.count).dropLast(close.count))
        }
        return nil
    }

    private static func isCommand(_ line: String) -> Bool {
        ["netdiag", "curl ", "sudo ", "tar "].contains { line.hasPrefix($0) }
    }

    private static func console(_ lines: [String]) -> [Step] {
        var steps: [Step] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2)), output: []))
            } else if let last = steps.popLast() {
                steps.append(Step(command: last.command, output: (last.output ?? []) + [line]))
            }
        }
        return steps
    }

    private static func shell(_ lines: [String]) -> [Step] {
        lines.compactMap { line in
            // A comment follows after blanks.
            let command = line.split(separator: "  #", maxSplits: 1).first.map(String.init) ?? line
            let bare = command.split(separator: " ").joined(separator: " ")
            return bare.isEmpty || bare.hasPrefix("#") ? nil : Step(command: command, output: nil)
        }
    }
}
