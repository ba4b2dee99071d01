import LocaleText
import NetworkModel
import Translations

/// A piece of a line with its styles. Every character that enters is made fit to be shown, wherever it came from:
/// nothing else is printed for people.
struct Text: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    struct Span: Sendable, Hashable {
        let text: String
        let style: Style
    }

    private(set) var spans: [Span]

    init(_ text: String = "", _ style: Style = .plain) {
        spans = text.isEmpty ? [] : [Span(text: SafeText.escaped(text), style: style)]
    }

    /// A sentence of a report, in which what came from the network has been escaped already.
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

    /// The same with one style throughout.
    func styled(_ style: Style) -> Text {
        Text(spans: spans.map { Span(text: $0.text, style: style) })
    }

    /// What a locale without UTF-8 can show: signs in their forms of ASCII, everything else escaped.
    var ascii: Text {
        Text(spans: spans.map { Span(text: ASCIIText.of($0.text), style: $0.style) })
    }

    /// Columns on a terminal.
    var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    /// Cut to a number of columns, the last one the ellipsis where anything was cut.
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

    /// Broken at blanks, and between Chinese characters, into lines of at most so many columns; a longer word stands on a line
    /// of its own.
    func wrapped(to columns: Int?) -> [Text] {
        guard let columns, width > columns else { return [self] }
        var lines: [Text] = []
        var line = Text()
        for (blanks, word) in words {
            if !line.isEmpty, line.width + blanks.width + word.width > columns {
                lines.append(line)
                line = word
            } else {
                line = line + blanks + word
            }
        }
        return (lines + [line]).map(\.joined)
    }

    /// The same with as few spans as there are styles in a row.
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

    /// The words, each with the blanks before it (none where it follows a Chinese character); a word may change its style within.
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
    /// One text with a separator between the elements.
    func joined(separator: Text) -> Text {
        guard var result = first else { return Text() }
        for text in dropFirst() { result = result + separator + text }
        return result
    }
}

extension Text {
    /// A phrase about so many things, in whose places texts with styles of their own are put.
    init(_ phrase: Phrase, _ count: Int, _ facts: [String: Text]) {
        let facts = facts.merging(["count": Text(LocalQuantity.text(count))]) { $1 }
        self = phrase.pieces(count) {
            Text($0)
        } place: {
            facts[$0] ?? Text()
        }.joined(separator: Text())
    }

    /// Text from outside as it appears in a message: made fit to be shown, and cut where it is very long.
    static func shown(_ text: String) -> String {
        SafeText.escaped(SafeText.cut(text, to: 300))
    }
}
