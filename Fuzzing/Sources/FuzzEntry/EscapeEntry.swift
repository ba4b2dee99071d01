import FoundationEssentials
import NetworkModel

@testable import NetdiagCLI
@testable import NetdiagService

/// Whatever is made fit to be shown, for each place where it is.
enum EscapeEntry: FuzzEntry {
    static let name = "escapes"

    static func run(_ input: [UInt8]) throws {
        try check(String(decoding: input, as: UTF8.self))
    }

    static func check(_ text: String) throws {
        // HTML: no scalar that begins a tag, an attribute or a reference but our own.
        let html: HTML = "\(text)"
        try require(!html.text.unicodeScalars.contains { "<>\"'".unicodeScalars.contains($0) }, "HTML: \(html.text)")
        try requireShowable(html.text, "HTML")
        for part in html.text.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
            let name = String(part.prefix { $0 != ";" })
            try require(["amp", "lt", "gt", "quot", "#39"].contains(name), "the reference &\(name)")
        }
        // Terminal, log and messages.
        for shown in [SafeText.escaped(text), SafeText.harmless(text), Text.shown(text), SafeText.cut(text, to: 8)] {
            if shown.utf8.elementsEqual(SafeText.cut(text, to: 8).utf8) { continue }
            try requireShowable(shown, "the terminal")
        }
        try require(SafeText.cut(text, to: 8).unicodeScalars.count <= 9, "a cut text of any length")
        let lone = SafeText.escaped(text).unicodeScalars.split(separator: "\\", omittingEmptySubsequences: false)
        try require(lone.count == 1 || SafeText.escaped(text) != text, "a forged escape")
        let narrow = Text(text).truncated(to: 10, ellipsis: "…")
        try require(narrow.width <= 10, "it takes \(narrow.width) columns")
        // JSON: it means the same, on one line that can be shown.
        let line = try JSON.line([text])
        try requireShowable(String(decoding: line, as: UTF8.self), "JSON")
        let again = try JSON.decode([String].self, from: line)
        try require(again.count == 1 && again[0].utf8.elementsEqual(text.utf8), "JSON: \(again)")
        // TXT, and back.
        if let shown = TXTText.shown(.text(text)) { try requireShowable(shown, "TXT") }
    }
}
