import Diagnosis
import NetworkModel
import Testing
import Translations

@Suite("Translations of fixed phrases")
struct PhraseTests {
    /// The phrases of all types, which are in one table.
    private static let all = named(Phrase.self) + named(CommandPhrase.self) + named(ToolPhrase.self)

    private static func named<Words: CataloguePhrase>(_ type: Words.Type) -> [(name: String, english: String)] {
        type.allCases.map { ($0.name, $0.rawValue) }
    }

    @Test("every phrase is translated, and nothing else is", arguments: CauseTranslationTests.languages)
    func complete(language: Language) throws {
        let table = try #require(TranslationTable.of(language))
        let (known, translated) = (Set(Self.all.map(\.name)), Set(table.phrases.keys))
        #expect(known.count == Self.all.count, "two types have a phrase of the same name")
        #expect(known.subtracting(translated).isEmpty, "without words: \(known.subtracting(translated))")
        #expect(translated.subtracting(known).isEmpty, "no phrases: \(translated.subtracting(known))")
    }

    @Test(
        "arguments have placeholders, in the singular and the plural",
        arguments: CauseTranslationTests.languages)
    func places(language: Language) throws {
        let table = try #require(TranslationTable.of(language))
        for phrase in Self.all {
            let text = try #require(table.phrases[phrase.name])
            let wanted = places(phrase.english)
            for variant in variants(text) {
                // The variants for zero and one may omit the number.
                #expect(
                    places(variant).union(["count"]) == wanted.union(["count"]), "\(phrase.name): \(variant)")
                if !wanted.contains("count") { #expect(!places(variant).contains("count"), "\(phrase.name)") }
            }
            #expect(places(try #require(variants(text).last)) == wanted, "\(phrase.name): \(text)")
            #expect(variants(text).count <= 2, "\(phrase.name)")
        }
    }

    @Test("sentences of commands differ from the English ones", arguments: CauseTranslationTests.languages)
    func differs(language: Language) throws {
        let table = try #require(TranslationTable.of(language))
        let sentences = Set(CommandPhrase.allCases.map(\.name) + ToolPhrase.allCases.map(\.name))
        for phrase in Self.all where sentences.contains(phrase.name) && phrase.english.count > 12 {
            #expect(table.phrases[phrase.name] != phrase.english, "\(phrase.name)")
        }
    }

    private func places(_ text: String) -> Set<String> { Set(Template.names(in: text)) }
    private func variants(_ text: String) -> [String] { text.split(separator: " | ").map(String.init) }

    @Test(
        "the words for one, none and several are those of the language",
        arguments: [
            (Language.english, 1, "1 target"), (.english, 0, "0 targets"), (.english, 2, "2 targets"),
            (.german, 1, "1 Ziel"), (.german, 0, "0 Ziele"), (.french, 0, "0 cible"), (.french, 1, "1 cible"),
            (.french, 2, "2 cibles"), (.spanish, 1, "1 destino"), (.spanish, 5, "5 destinos"),
            (.simplifiedChinese, 1, "1 个目标"), (.simplifiedChinese, 7, "7 个目标"),
        ])
    func plurals(language: Language, count: Int, words: String) {
        Language.$current.withValue(language) { #expect(Phrase.countTargets.text(count) == words) }
    }

    /// The nouns for targets, gateways, links and services have different genders.
    @Test("words for a state agree with its subject in gender and number", arguments: [Language.french, .spanish])
    func states(language: Language) throws {
        let table = try #require(TranslationTable.of(language))
        let states: [Phrase] = [.countUp, .countDown, .countDegraded, .countUnknown, .countMaintenance, .countNoStatus]
        for phrase in states {
            let text = try #require(table.phrases[phrase.name])
            #expect(variants(text).count == 1, "\(phrase.name): \(text)")
        }
        // A participle or an adjective would have to agree; a noun with a preposition does not.
        let words: [Phrase] = [.up, .down, .degraded, .uncertain, .notChecked, .couldNotBeChecked]
        for phrase in words {
            let text = try #require(table.phrases[phrase.name])
            #expect(text.contains(" ") && text.wholeMatch(of: #/\S+(é|ado|ido|ído)/#) == nil, "\(phrase.name): \(text)")
        }
    }

    @Test("an argument is not read as a placeholder, and is inserted in parts")
    func pieces() {
        #expect(Phrase.wordAndDetail.text(["word": "{detail}", "detail": "x"]) == "{detail}: x")
        let pieces = Phrase.tookDown.pieces(2) {
            "<\($0)>"
        } place: {
            "[\($0)]"
        }
        #expect(pieces == ["[count]", "< targets affected: >", "[names]"])
        #expect(Phrase.text(of: "no carrier") == "no carrier" && Phrase.text(of: "something else") == "something else")
    }

    @Test("English names of scopes, sides and layers match the model")
    func english() {
        let subjects: [FaultScope.Subject] = [.target, .resolver, .gateway, .uplink]
        for subject in subjects {
            for same in 0...2 {
                for well in 0...2 {
                    for (restricted, byStatus) in [(0, 0), (1, 0), (2, 0), (0, 1)] {
                        let scope = FaultScope(
                            of: subject, same: same, well: well, asked: 4, restricted: restricted, byStatus: byStatus)
                        #expect(scope.localSummary == scope.summary)
                    }
                }
            }
        }
        for side in Side.allCases { #expect(side.localWords == side.words) }
        for severity in Severity.allCases { #expect(severity.localWord == severity.rawValue) }
        for layer in Layer.shared + [.kind("ntp")] { #expect(layer.localName == layer.rawValue) }
    }
}
