/// A page of text: lines that fit the terminal, with styles if it supports colours.
struct Page: Sendable {
    let terminal: Terminal
    let glyphs: Glyphs
    private var text = ""

    init(for terminal: Terminal) {
        self.terminal = terminal
        glyphs = terminal.isPlain ? .words : terminal.hasUnicode ? .unicode : .ascii
    }

    /// The output.
    var bytes: [UInt8] { Array(text.utf8) }

    /// The lines without line endings.
    var lines: [Substring] { Array(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()) }

    /// Whether the page is empty.
    var isEmpty: Bool { text.isEmpty }

    /// The number of columns for a table; `nil` if there is no limit.
    func columns(indent: Int) -> Int? { terminal.isPlain ? nil : terminal.columns.map { max($0 - indent, 20) } }

    mutating func blank() {
        text += "\n"
    }

    /// Adds a line, which is wrapped at blanks if the terminal is too narrow. The continuation lines are indented further by
    /// `hang`.
    ///
    /// - Parameter isChopped: Whether words that are longer than a line are broken, for a live view, which does not let the
    ///   terminal do that.
    mutating func line(_ line: Text, indent: Int = 0, hang: Int = 0, isChopped: Bool = false) {
        let columns = terminal.columns.map { max($0 - indent - hang, 20) }
        var lines = shown(line).wrapped(to: columns)
        if isChopped, let columns { lines = lines.flatMap { $0.chopped(to: columns) } }
        for (number, part) in lines.enumerated() {
            append(part, indent: indent + (number > 0 ? hang : 0))
        }
    }

    /// Adds a line of advice, in which no command is broken: one that is longer than a line has a line of its own, which the
    /// terminal wraps, so that it can be copied.
    mutating func advice(_ line: Text, indent: Int, hang: Int) {
        let columns = terminal.columns.map { max($0 - indent - hang, 20) }
        for (number, part) in shown(line).wrapped(to: columns, keepsCommands: true).enumerated() {
            append(part, indent: indent + (number > 0 ? hang : 0))
        }
    }

    /// Adds a line, which is truncated if the terminal is too narrow.
    mutating func cutLine(_ line: Text) {
        let line = shown(line)
        append(terminal.columns.map { line.truncated(to: $0, ellipsis: glyphs.ellipsis) } ?? line, indent: 0)
    }

    /// Adds items, separated by two blanks. A line is only broken within an item that is longer than a line.
    mutating func items(_ items: [Text], indent: Int = 0) {
        let hang = 2
        // ``line(_:indent:hang:isChopped:)`` leaves room for the hang in each line.
        let limit = terminal.columns.map { max($0 - indent - hang, 20) } ?? .max
        var row = Text()
        for item in items {
            let longer = row.isEmpty ? item : row + Text("  ") + item
            if !row.isEmpty, shown(longer).width > limit {
                line(row, indent: indent, hang: hang)
                row = item
            } else {
                row = longer
            }
        }
        if !row.isEmpty { line(row, indent: indent, hang: hang) }
    }

    /// Adds rows in aligned columns. If the terminal is too narrow, the widest flexible columns are wrapped.
    mutating func table(_ table: Table, indent: Int = 0) {
        let rows = table.rows.map { $0.map(shown) }
        if terminal.isPlain {
            // Screen readers read one cell after the other.
            for row in rows {
                append(row.filter { !$0.isEmpty }.joined(separator: Text("  ")), indent: indent)
            }
            return
        }
        let widths = table.widths(of: rows, limit: terminal.columns.map { $0 - indent })
        for row in rows.flatMap({ wrapped($0, table, widths) }) {
            var line = Text()
            var pending = 0
            for (index, cell) in row.enumerated() where widths[index] > 0 {
                let padding = widths[index] - cell.width
                let isRight = table.columns[index].alignment == .right
                // Blanks are only added when something follows, so that no line ends with them.
                if !cell.isEmpty {
                    line = line + Text(String(repeating: " ", count: pending + (isRight ? padding : 0))) + cell
                    pending = 0
                }
                pending += table.gap + (cell.isEmpty ? widths[index] : isRight ? 0 : padding)
            }
            append(line, indent: indent)
        }
    }

    /// The row, followed by rows with the rest of the cells that are wrapped. A word that is longer than its column is broken,
    /// after a separator of names if there is one.
    private func wrapped(_ row: [Text], _ table: Table, _ widths: [Int]) -> [[Text]] {
        let cells = row.indices.map { index -> [Text] in
            guard table.columns[index].isFlexible else { return [row[index]] }
            let width = widths[index]
            return row[index].wrapped(to: width).flatMap { $0.chopped(to: width, after: "/.:-_@,;?&=") }
        }
        return (0..<(cells.map(\.count).max() ?? 1)).map { line in
            cells.map { line < $0.count ? $0[line] : Text() }
        }
    }

    private func shown(_ text: Text) -> Text {
        terminal.hasUnicode ? text : text.ascii
    }

    private mutating func append(_ line: Text, indent: Int) {
        if !line.isEmpty { text += String(repeating: " ", count: indent) }
        for span in line.spans {
            if terminal.hasColour, let parameters = span.style.parameters {
                text += "\u{1b}[\(parameters)m\(span.text)\u{1b}[0m"
            } else {
                text += span.text
            }
        }
        text += "\n"
    }
}
