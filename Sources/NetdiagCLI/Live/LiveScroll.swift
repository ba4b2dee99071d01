import Translations

/// The part of a live view that its window shows: at first the overview, and after a key for scrolling a part of all lines.
struct LiveScroll: Sendable {
    /// The first line of the part; `nil` for the overview.
    private var first: Int?
    /// The keys since the last drawing, which depend on the size of the window.
    private var keys: [LiveKey] = []

    mutating func press(_ key: LiveKey) { keys.append(key) }

    /// The lines to draw, which fit the window. If something is left out, the last one names the keys.
    mutating func lines(of view: some LiveView, on terminal: Terminal) -> [Substring] {
        guard let rows = terminal.rows, let columns = terminal.columns, rows > 1 else {
            keys = []
            return view.lines(on: terminal)
        }
        var smaller = terminal
        smaller.rows = rows - 1
        if keys.isEmpty, first == nil { return overview(view, terminal, smaller, columns) }
        var unlimited = terminal
        unlimited.rows = nil
        let whole = view.lines(on: unlimited)
        let heights = whole.map { LiveFrame.rows(of: $0, columns) }
        guard heights.reduce(0, +) > rows else {
            (first, keys) = (nil, [])
            return whole
        }
        /// The number of lines from one on that fit.
        func count(from line: Int) -> Int { Self.fitting(heights[line...], rows - 1) }
        // The first line of the last part.
        let last = whole.count - Self.fitting(heights.reversed(), rows - 1)
        for key in keys {
            let line = first ?? 0
            switch key {
            case .down: first = min(line + 1, last)
            case .up: first = line > 1 ? line - 1 : nil
            case .pageDown:
                // The overview may leave out lines before its end, so that the next part begins where they differ.
                let step =
                    first == nil ? Self.common(overview(view, terminal, smaller, columns), whole) : count(from: line)
                first = min(line + max(step, 1), last)
            case .pageUp:
                let back = line - Self.fitting(heights[..<line].reversed(), rows - 1)
                first = back > 0 ? min(back, line - 1) : nil
            case .home: first = nil
            case .end: first = last
            case .quit: break
            }
        }
        keys = []
        guard let begin = first.map({ min($0, last) }) else { return overview(view, terminal, smaller, columns) }
        first = begin
        let shown = whole[begin...].prefix(count(from: begin))
        return shown + [footer("\(begin + 1)-\(begin + shown.count)/\(whole.count)", terminal)]
    }

    private func overview(
        _ view: some LiveView, _ terminal: Terminal, _ smaller: Terminal, _ columns: Int
    ) -> [Substring] {
        func rows(_ lines: [Substring]) -> Int { lines.reduce(0) { $0 + LiveFrame.rows(of: $1, columns) } }
        let lines = view.lines(on: terminal)
        if view.isWhole(on: terminal), rows(lines) <= terminal.rows ?? .max { return lines }
        let fewer = view.lines(on: smaller)
        let count = Self.fitting(fewer.map { LiveFrame.rows(of: $0, columns) }, smaller.rows ?? .max)
        return fewer.prefix(count) + [footer(nil, terminal)]
    }

    private func footer(_ place: String?, _ terminal: Terminal) -> Substring {
        var page = Page(for: terminal)
        let words = [place, Phrase.scrollKeys.text, Phrase.quitKey.text].compactMap(\.self)
        // In a narrow window, the key that is known from other programs is left out first.
        let texts = [words, words.dropLast()].map { Text($0.joined(separator: "  "), .dim) }
        page.cutLine(texts.first { $0.width <= terminal.columns ?? .max } ?? texts[1])
        return page.lines.first ?? ""
    }

    /// The number of lines that fit, at least one.
    private static func fitting(_ heights: some Sequence<Int>, _ rows: Int) -> Int {
        var (count, used) = (0, 0)
        for height in heights {
            used += height
            guard used <= rows || count == 0 else { break }
            count += 1
        }
        return max(count, 1)
    }

    private static func common(_ one: [Substring], _ other: [Substring]) -> Int {
        zip(one, other).prefix { $0 == $1 }.count
    }
}
