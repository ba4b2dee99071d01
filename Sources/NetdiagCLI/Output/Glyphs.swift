import NetworkModel
import Translations

/// The symbols of the text output, in UTF-8 or in ASCII.
struct Glyphs: Sendable {
    let up, degraded, down, unknown, maintenance, idle, arrow, ellipsis, added, resolved, updated, removed: String
    let spinner: [String]

    /// Whether they contain non-ASCII characters.
    var isUnicode: Bool { ellipsis == Self.unicode.ellipsis }

    static let unicode = Glyphs(
        up: "✓", degraded: "!", down: "✗", unknown: "?", maintenance: "⚙", idle: "·", arrow: "→", ellipsis: "…",
        added: "+", resolved: "=", updated: "~", removed: "-",
        spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])

    /// Words in place of symbols, for screen readers.
    static var words: Glyphs {
        Glyphs(
            up: Phrase.spokenOK.text, degraded: Phrase.spokenWarning.text, down: Phrase.spokenError.text,
            unknown: Phrase.spokenUnknown.text, maintenance: "\(Phrase.maintenance.text):",
            idle: Phrase.spokenNote.text,
            arrow: Phrase.spokenToDo.text, ellipsis: "...", added: "added:", resolved: "resolved:", updated: "changed:",
            removed: "removed:",
            spinner: [""])
    }

    static let ascii = Glyphs(
        up: "OK", degraded: "!", down: "x", unknown: "?", maintenance: "m", idle: ".", arrow: "->", ellipsis: "...",
        added: "+",
        resolved: "=", updated: "~", removed: "-", spinner: ["|", "/", "-", "\\"])
}
