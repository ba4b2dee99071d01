import Diagnosis
import NetworkModel
import TargetKinds
import Testing
import Translations

@testable import NetdiagCLI

@Suite("Translations of causes")
struct CauseTranslationTests {
    static let languages = Language.allCases.filter { $0 != .english }

    @Test("every cause of every kind is translated, and nothing else is", arguments: languages)
    func complete(language: Language) throws {
        let table = try #require(TranslationTable.of(language))
        #expect(table.strayLines.isEmpty, "\(table.strayLines.joined(separator: "\n"))")
        let (known, translated) = (Set(Catalogue.entries.map(\.id)), Set(table.causes.keys))
        #expect(known.subtracting(translated).isEmpty, "without words: \(known.subtracting(translated))")
        #expect(translated.subtracting(known).isEmpty, "no causes: \(translated.subtracting(known))")
        for (id, text) in table.causes {
            #expect(!text.meaning.isEmpty && !text.summary.isEmpty, "\(id)")
        }
    }

    @Test("each kind translates all its own causes and no others, into every language and no other")
    func kinds() {
        for kind in TargetKinds.builtIn.all {
            let own = Set(kind.causes.map(\.id))
            #expect(Set(kind.translations.keys) == (own.isEmpty ? [] : Set(Self.languages.map(\.tag))), "\(kind.name)")
            for (tag, text) in kind.translations {
                #expect(Set(TranslationTable([text], phrases: []).causes.keys) == own, "\(kind.name) in \(tag)")
            }
        }
    }

    @Test(
        "translations have the same placeholders for facts, the same number of steps, and the same commands",
        arguments: languages)
    func alike(language: Language) throws {
        let table = try #require(TranslationTable.of(language))
        for entry in Catalogue.entries {
            guard let text = table.causes[entry.id] else { continue }
            #expect(places(text.meaning) == places(entry.meaning), "\(entry.id)")
            #expect(places(text.summary) == places(entry.summary), "\(entry.id): \(text.summary)")
            #expect(text.advice.count == entry.advice.count, "\(entry.id)")
            for (english, translated) in zip(entry.advice, text.advice) {
                #expect(places(translated) == places(english), "\(entry.id): \(translated)")
                for command in Self.commands(in: english) {
                    #expect(translated.contains(command), "\(entry.id): \(command) is not in: \(translated)")
                }
            }
        }
    }

    @Test("no translation is the English text", arguments: languages)
    func different(language: Language) throws {
        let table = try #require(TranslationTable.of(language))
        let same = Catalogue.entries.filter { table.causes[$0.id]?.meaning == $0.meaning }
        #expect(same.isEmpty, "\(same.map(\.id))")
    }

    @Test("commands are recognised in advice, and words are not")
    func commands() {
        #expect(
            Self.commands(in: "See what chrony says: {chrony} tracking; then set it at once: {chrony} makestep")
                == ["{chrony} tracking", "{chrony} makestep"])
        #expect(Self.commands(in: "Look: ss -s; cat /proc/sys/fs/file-nr") == ["ss -s", "cat /proc/sys/fs/file-nr"])
        #expect(Self.commands(in: "Ask the provider: of the link").isEmpty)
        let all = Catalogue.entries.flatMap(\.advice).flatMap(Self.commands)
        #expect(all.count > 300)
    }

    private func places(_ text: String) -> Set<String> { Set(Template.names(in: text)) }

    /// The programs that occur in advice, without a loop of the shell, which also begins prose, as in `for WireGuard`.
    private static let programs = CommandWords.programs.subtracting(["for"])

    /// The text after a colon that begins with a program, up to its explanation.
    private static func commands(in advice: String) -> [String] {
        let parts = advice.split(separator: ": ", omittingEmptySubsequences: false).dropFirst()
        return parts.flatMap { $0.split(separator: "; ") }.compactMap { part in
            let words = part.split(separator: " ").map(String.init)
            guard let first = words.first else { return nil }
            let isPlace = first.hasPrefix("{") && words.count > 1 && !["of", "or"].contains(words[1])
            guard programs.contains(first) || isPlace else { return nil }
            var command = [first]
            for word in words.dropFirst() {
                if ["makes", "shows", "in", "SupplementaryGroups="].contains(word) || word.hasPrefix("(") { break }
                let isLast = word.hasSuffix(",")
                command.append(isLast || word.hasSuffix(")") && !word.contains("(") ? String(word.dropLast()) : word)
                if isLast { break }
            }
            return command.joined(separator: " ")
        }
    }
}
