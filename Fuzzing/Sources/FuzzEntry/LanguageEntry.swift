@testable import Translations

/// Which language a browser or an environment asks for, and where lines of it are broken.
enum LanguageEntry: FuzzEntry {
    static let name = "language"

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let words = text.lowercased().split { !$0.isLetter || !$0.isASCII }
        for language in [Language(acceptLanguage: text), Language(environment: { _ in text })] {
            // English needs no reason, and `*` may be anything where English is refused.
            let primary = language.tag.prefix { $0 != "-" }
            try require(language == .english || words.contains(primary) || text.contains("*"), "\(language) of nothing")
        }
        let parts = LineBreaks.parts(of: text[...])
        try require(parts.joined().utf8.elementsEqual(text.utf8), "a line that is broken lacks something")
    }
}
