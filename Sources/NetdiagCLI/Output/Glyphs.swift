import NetworkModel

/// The signs of people's output, in UTF-8 or in ASCII.
struct Glyphs: Sendable {
    let up, degraded, down, unknown, idle, arrow, ellipsis, added, resolved, updated, removed: String
    let spinner: [String]

    /// Whether they are more than ASCII.
    var isUnicode: Bool { ellipsis == Self.unicode.ellipsis }

    static let unicode = Glyphs(
        up: "✓", degraded: "!", down: "✗", unknown: "?", idle: "·", arrow: "→", ellipsis: "…", added: "+",
        resolved: "=", updated: "~", removed: "-",
        spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])

    /// For those who hear them.
    static let words = Glyphs(
        up: "ok:", degraded: "warning:", down: "error:", unknown: "unknown:", idle: "note:", arrow: "to do:",
        ellipsis: "...", added: "added:", resolved: "resolved:", updated: "changed:", removed: "removed:", spinner: [""]
    )

    static let ascii = Glyphs(
        up: "OK", degraded: "!", down: "x", unknown: "?", idle: ".", arrow: "->", ellipsis: "...", added: "+",
        resolved: "=", updated: "~", removed: "-", spinner: ["|", "/", "-", "\\"])
}
