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
    let steps: [Step]

    /// Whether the block shows what its commands print.
    var showsOutput: Bool { steps.contains { $0.output != nil } }

    /// The scenes in which tests run such a block: `DocumentTests`, and `UnitTests` on a host with systemd.
    var runScenes: [String?] { showsOutput ? DocumentScene.all : [nil, "serve", "systemd"] }

    /// The file of the document.
    var file: String { String(place.prefix { $0 != ":" }) }

    /// The blocks of a Markdown file: ```console with commands after `$ ` and their output, ```sh with commands alone.
    /// A comment before a block, `<!-- lab: scene -->`, names its scene.
    static func markdown(_ text: String, file: String) -> [DocumentBlock] {
        DocumentFence.all(in: text).compactMap { fence in
            let steps: [Step]
            switch fence.language {
            case "console": steps = console(fence.lines)
            case "sh": steps = shell(fence.lines)
            default: return nil
            }
            return DocumentBlock(place: "\(file):\(fence.number)", scene: sceneName(in: fence.comment), steps: steps)
        }
    }

    /// The commands in a man page: lines such as `.Dl $ netdiag status`, as one block, and displays (`.Bd`) with
    /// commands after `$ ` and their output. Those after a comment `.\" lab: scene` are blocks of their own.
    static func manual(_ text: String, file: String) -> [DocumentBlock] {
        var steps: [Step] = []
        var blocks: [DocumentBlock] = []
        var comment = ""
        // The lines of the display, with the comment before it.
        var display: (lines: [String], comment: String)?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated()
        {
            let place = "\(file):\(index + 1)"
            if line.hasPrefix(".Bd ") {
                display = ([], comment)
            } else if line.hasPrefix(".Ed") {
                if let display, display.lines.contains(where: { $0.hasPrefix("$ ") }) {
                    let scene = sceneName(in: display.comment)
                    blocks.append(DocumentBlock(place: place, scene: scene, steps: console(display.lines)))
                }
                display = nil
            } else if let before = display {
                display = (before.lines + [plain(line)], before.comment)
            } else if line.hasPrefix(".Dl ") {
                var command = String(line.dropFirst(4))
                if command.hasPrefix("\""), command.hasSuffix("\"") { command = String(command.dropFirst().dropLast()) }
                if command.hasPrefix("$ ") { command = String(command.dropFirst(2)) }
                let step = Step(command: plain(command), output: nil)
                if let scene = sceneName(in: comment) {
                    blocks.append(DocumentBlock(place: place, scene: scene, steps: [step]))
                } else {
                    steps.append(step)
                }
            }
            comment = line
        }
        return blocks + (steps.isEmpty ? [] : [DocumentBlock(place: file, scene: nil, steps: steps)])
    }

    /// The text that mandoc prints for a line.
    private static func plain(_ line: String) -> String {
        var text = line
        for (escape, meant) in [("\\(dq", "\""), ("\\e", "\\"), ("\\(+-", "±"), ("\\-", "-"), ("\\&", "")] {
            text = text.split(separator: escape, omittingEmptySubsequences: false).joined(separator: meant)
        }
        return text
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
        return steps.isEmpty ? [] : [DocumentBlock(place: "netdiag help \(command)", scene: nil, steps: steps)]
    }

    /// The scene that a comment names.
    private static func sceneName(in comment: String) -> String? {
        for (open, close) in [("<!-- lab: ", " -->"), (".\\\" lab: ", "")] where comment.hasPrefix(open) {
            return String(comment.dropFirst(open.count).dropLast(close.count))
        }
        return nil
    }

    /// - Returns: None if a line before the first command is not a command's output.
    private static func console(_ lines: [String]) -> [Step] {
        var steps: [Step] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2)), output: []))
            } else if let last = steps.popLast() {
                steps.append(Step(command: last.command, output: (last.output ?? []) + [line]))
            } else {
                return []
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
