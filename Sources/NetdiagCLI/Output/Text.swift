import LocaleText
import NetworkModel
import Translations

/// Text with styles. All text that is added to it is made safe to display, whatever its source, and only such text is printed
/// for users.
struct Text: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    struct Span: Sendable, Hashable {
        let text: String
        let style: Style
    }

    private(set) var spans: [Span]

    init(_ text: String = "", _ style: Style = .plain) {
        spans = text.isEmpty ? [] : [Span(text: SafeText.escaped(text), style: style)]
    }

    /// A sentence of a report, in which text from the network is already escaped.
    init(sentence: String, _ style: Style = .plain) {
        spans = sentence.isEmpty ? [] : [Span(text: SafeText.harmless(sentence), style: style)]
    }

    init(stringLiteral value: String) {
        self.init(value)
    }

    private init(spans: [Span]) {
        self.spans = spans
    }

    static func + (left: Text, right: Text) -> Text {
        Text(spans: left.spans + right.spans)
    }

    var isEmpty: Bool { spans.isEmpty }

    /// The text in a single style.
    func styled(_ style: Style) -> Text {
        Text(spans: spans.map { Span(text: $0.text, style: style) })
    }

    /// The text for a locale without UTF-8: symbols in their ASCII forms, everything else escaped.
    var ascii: Text {
        Text(spans: spans.map { Span(text: ASCIIText.of($0.text), style: $0.style) })
    }

    /// The width in terminal columns.
    var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    /// The text, truncated to a number of columns that includes the ellipsis if anything was removed.
    func truncated(to columns: Int, ellipsis: String) -> Text {
        guard width > columns else { return self }
        var room = max(columns - DisplayWidth.of(ellipsis), 0)
        var kept: [Span] = []
        for span in spans {
            let head = DisplayWidth.prefix(of: span.text, columns: room)
            room -= DisplayWidth.of(head)
            if !head.isEmpty { kept.append(Span(text: String(head), style: span.style)) }
            if head.utf8.count < span.text.utf8.count { break }
        }
        return Text(spans: kept + [Span(text: ellipsis, style: kept.last?.style ?? .plain)])
    }

    /// The text wrapped at blanks, and between Chinese characters, to lines of at most this many columns. A longer word has a
    /// line of its own.
    ///
    /// - Parameter keepsCommands: Whether a command is one word.
    func wrapped(to columns: Int?, keepsCommands: Bool = false) -> [Text] {
        guard let columns, width > columns else { return [self] }
        var lines: [Text] = []
        var line = Text()
        for (blanks, word) in Self.withUnits(keepsCommands ? Self.withCommands(words) : words) {
            if !line.isEmpty, line.width + blanks.width + word.width > columns {
                lines.append(line)
                line = word
            } else {
                line = line + blanks + word
            }
        }
        return (lines + [line]).map(\.joined)
    }

    /// The text in parts of at most this many columns, wherever they end.
    ///
    /// - Parameter separators: Characters after which a part preferably ends, if that leaves it at least half of its length.
    func chopped(to columns: Int, after separators: String = "") -> [Text] {
        guard width > columns, columns > 1 else { return [self] }
        var parts: [Text] = []
        var (part, room) = (Text(), columns)
        for span in spans {
            var rest = span.text[...]
            while !rest.isEmpty {
                var head = DisplayWidth.prefix(of: rest, columns: room)
                if head.isEmpty {
                    parts.append(part)
                    (part, room) = (Text(), columns)
                    continue
                }
                let isEnd = head.endIndex < rest.endIndex
                if isEnd, let last = head.lastIndex(where: { separators.contains($0) }) {
                    let shorter = head[...last]
                    if columns - room + DisplayWidth.of(shorter) >= columns / 2 { head = shorter }
                }
                part = part + Text(spans: [Span(text: String(head), style: span.style)])
                room -= DisplayWidth.of(head)
                rest = rest[head.endIndex...]
                if isEnd { room = 0 }
            }
        }
        return (parts + [part]).filter { !$0.isEmpty }
    }

    private static let units: Set<String> = [
        "µs", "ms", "s", "min", "h", "d", "j", "T", "Std.", "%", "Mbit/s", "Gbit/s", "KiB", "MiB", "bytes",
    ]

    /// The words, with numbers and their units joined, and `ago` joined to the unit before it.
    private static func withUnits(_ words: [(blanks: Text, word: Text)]) -> [(blanks: Text, word: Text)] {
        var result: [(blanks: Text, word: Text)] = []
        var isNumber = false, isUnit = false
        for (blanks, word) in words {
            let plain = word.spans.map(\.text).joined()
            let core =
                plain.unicodeScalars.last.map { ",;:)".unicodeScalars.contains($0) } ?? false
                ? String(plain.dropLast()) : plain
            let belongs = isNumber && (units.contains(core) || units.contains(plain)) || isUnit && core == "ago"
            if belongs, let last = result.popLast() {
                result.append((last.blanks, last.word + blanks + word))
            } else {
                result.append((blanks, word))
            }
            isUnit = belongs && core == plain
            isNumber = plain.utf8.last.map { 0x30...0x39 ~= $0 } ?? false
        }
        return result
    }

    /// The words, with those of each command joined.
    private static func withCommands(_ words: [(blanks: Text, word: Text)]) -> [(blanks: Text, word: Text)] {
        var result: [(blanks: Text, word: Text)] = []
        var commands = CommandWords()
        for (blanks, word) in words {
            if commands.continues(word.spans.map(\.text).joined(), after: blanks.width), let last = result.popLast() {
                result.append((last.blanks, last.word + blanks + word))
            } else {
                result.append((blanks, word))
            }
        }
        return result
    }

    /// The text with adjacent spans of the same style joined.
    private var joined: Text {
        var result: [Span] = []
        for span in spans {
            if let last = result.last, last.style == span.style {
                result[result.count - 1] = Span(text: last.text + span.text, style: span.style)
            } else {
                result.append(span)
            }
        }
        return Text(spans: result)
    }

    /// The words, each with the blanks before it (none if it follows a Chinese character). The style may change within a word.
    private var words: [(blanks: Text, word: Text)] {
        var result: [(blanks: Text, word: Text)] = []
        var blanks = Text()
        var word = Text()
        for span in spans {
            var rest = span.text[...]
            while let first = rest.first {
                let run = rest.prefix { ($0 == " ") == (first == " ") }
                rest = rest[run.endIndex...]
                if first == " ", !word.isEmpty {
                    result.append((blanks, word))
                    (blanks, word) = (Text(), Text())
                }
                if first == " " {
                    blanks = blanks + Text(spans: [Span(text: String(run), style: span.style)])
                    continue
                }
                for (number, part) in LineBreaks.parts(of: run).enumerated() {
                    if number > 0 {
                        result.append((blanks, word))
                        (blanks, word) = (Text(), Text())
                    }
                    word = word + Text(spans: [Span(text: String(part), style: span.style)])
                }
            }
        }
        if !word.isEmpty { result.append((blanks, word)) }
        return result
    }
}

extension Collection<Text> {
    /// The texts joined with a separator.
    func joined(separator: Text) -> Text {
        guard var result = first else { return Text() }
        for text in dropFirst() { result = result + separator + text }
        return result
    }
}

extension Text {
    /// A phrase about a number of things, in which styled texts replace the placeholders.
    init(_ phrase: Phrase, _ count: Int, _ facts: [String: Text]) {
        let facts = facts.merging(["count": Text(LocalQuantity.text(count))]) { $1 }
        self = phrase.pieces(count) {
            Text($0)
        } place: {
            facts[$0] ?? Text()
        }.joined(separator: Text())
    }

    /// A phrase of a command in which styled texts replace the placeholders.
    init(_ phrase: CommandPhrase, _ facts: [String: Text]) {
        self = phrase.pieces {
            Text($0)
        } place: {
            facts[$0] ?? Text()
        }.joined(separator: Text())
    }

    /// External text for a message: made safe to display, and truncated if it is very long.
    static func shown(_ text: String) -> String {
        SafeText.escaped(SafeText.cut(text, to: 300))
    }
}
