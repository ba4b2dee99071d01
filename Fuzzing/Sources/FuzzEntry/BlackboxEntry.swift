@testable import NetdiagConfiguration

/// Files of blackbox_exporter, and the regular expressions in them.
enum BlackboxEntry: FuzzEntry {
    static let name = "blackbox"

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let translated = BlackboxPattern.translated(text)
        if !text.unicodeScalars.contains(where: { $0 == "^" || $0 == "$" || $0 == "\\" }) {
            try require(translated == text, "changed without need: \(translated.debugDescription)")
        }
        try require(translated.utf8.count <= 6 * max(1, text.utf8.count), "it grows")
        do throws(ConfigurationError) {
            _ = try BlackboxConfiguration.parse(input, file: "blackbox.yml")
        } catch {
            for line in error.description.split(separator: "\n") { try requireShowable(String(line), "the error") }
            try require(error.description.utf8.count < 1 << 16, "an error of \(error.description.utf8.count) bytes")
        }
    }
}
