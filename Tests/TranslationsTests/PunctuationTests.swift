import Diagnosis
import NetworkModel
import TargetKinds
import Testing
import Translations

/// The rules of each language for punctuation, in texts and where texts are joined.
@Suite("Punctuation of translations")
struct PunctuationTests {
    /// All texts of a language, with their names.
    private static func texts(in language: Language) throws -> [(name: String, text: String)] {
        let table = try #require(TranslationTable.of(language))
        var texts: [(name: String, text: String)] = []
        for (id, cause) in table.causes {
            for text in [cause.meaning, cause.summary] + cause.advice { texts.append(("\(id)", text)) }
        }
        for (name, text) in table.phrases { texts.append((name, text)) }
        for (name, text) in table.facts { texts.append((name, text)) }
        for (name, text) in table.rows { texts.append((name, text)) }
        #expect(texts.count > 1_000)
        return texts
    }

    @Test("in French, a no-break space precedes a colon, a semicolon and a closing guillemet")
    func french() throws {
        for (name, text) in try Self.texts(in: .french) {
            #expect(text.firstMatch(of: #/ [:;?!»](?:[\s.,)]|$)/#) == nil, "\(name): \(text)")
            #expect(!text.contains("« "), "\(name): \(text)")
        }
    }

    @Test("in Chinese, punctuation after a Chinese character is full-width, except before a command")
    func chinese() throws {
        for (name, text) in try Self.texts(in: .simplifiedChinese) {
            #expect(text.firstMatch(of: #/\p{Han} ?[,;()]/#) == nil, "\(name): \(text)")
            #expect(text.firstMatch(of: #/\p{Han}: ?\p{Han}/#) == nil, "\(name): \(text)")
        }
    }

    @Test(
        "quotation marks are those of the language",
        arguments: [
            (Language.german, "„Shop“"), (.french, "«\u{a0}Shop\u{a0}»"), (.spanish, "«Shop»"),
            (.simplifiedChinese, "“Shop”"), (.english, "“Shop”"),
        ])
    func quotes(language: Language, quoted: String) throws {
        Language.$current.withValue(language) { #expect(Phrase.inQuotes.text(["text": "Shop"]) == quoted) }
        guard language != .english else { return }
        // A command has the quotation marks of the shell.
        for (name, text) in try Self.texts(in: language) where !text.contains("=\"") {
            #expect(!text.contains("\""), "\(name): \(text)")
        }
    }

    @Test(
        "parts of a line are joined with the punctuation of the language",
        arguments: [
            (Language.english, ["; ", ", ", ", ", ": "], "a (b)"), (.german, ["; ", ", ", ", ", ": "], "a (b)"),
            (.french, ["\u{a0}; ", ", ", ", ", "\u{a0}: "], "a (b)"),
            (.spanish, ["; ", ", ", ", ", ": "], "a (b)"), (.simplifiedChinese, ["；", "，", "、", "："], "a（b）"),
        ])
    func separators(language: Language, wanted: [String], remark: String) {
        Language.$current.withValue(language) {
            #expect(
                [Phrase.clauseSeparator, Phrase.partSeparator, Phrase.itemSeparator, Phrase.detailSeparator] == wanted)
            #expect(Phrase.withRemark.text(["text": "a", "remark": "b"]) == remark)
        }
    }
}
