/// A fenced block of a Markdown file.
struct DocumentFence: Sendable {
    /// The word after the opening fence.
    let language: String
    /// The number of the line of the opening fence.
    let number: Int
    /// The last line before the block that is not empty.
    let comment: String
    /// The lines, without the indentation of the opening fence.
    let lines: [String]

    static func all(in text: String) -> [DocumentFence] { split(text).fences }

    /// The numbers of lines that are code by their indentation alone, so that they have no language.
    static func indented(in text: String) -> [Int] {
        var found: [Int] = []
        var isAfterEmpty = true
        for (number, line) in split(text).others {
            if line.hasPrefix("    "), isAfterEmpty { found.append(number) }
            isAfterEmpty = line.isEmpty
        }
        return found
    }

    private static func split(_ text: String) -> (fences: [DocumentFence], others: [(number: Int, line: String)]) {
        var fences: [DocumentFence] = []
        var others: [(number: Int, line: String)] = []
        var open: (language: String, number: Int, indent: Int, lines: [String])?
        var comment = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated()
        {
            let indent = line.prefix { $0 == " " }.count
            let isFence = line.dropFirst(indent).hasPrefix("```")
            if let fence = open {
                guard isFence else {
                    open?.lines.append(String(line.dropFirst(min(indent, fence.indent))))
                    continue
                }
                fences.append(
                    DocumentFence(
                        language: fence.language, number: fence.number, comment: comment, lines: fence.lines))
                (open, comment) = (nil, "")
            } else if isFence {
                open = (String(line.dropFirst(indent + 3)), index + 1, indent, [])
            } else {
                others.append((index + 1, line))
                if !line.isEmpty { comment = line }
            }
        }
        // A block that is not closed extends to the end.
        if let open {
            fences.append(
                DocumentFence(language: open.language, number: open.number, comment: comment, lines: open.lines))
        }
        return (fences, others)
    }
}
