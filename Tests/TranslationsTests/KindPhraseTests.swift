import Diagnosis
import NetworkModel
import Probes
import TargetKinds
import Testing
import Translations

/// A kind of another package, with texts in German alone.
private enum ShelfKind: TargetKind {
    static let summary = "A shelf, which must hold a book."
    static let schemes = [
        RegisteredScheme("shelf", layer: ShelfEvidence.layer, transport: .tcp, defaultPort: 4_000)
    ]
    static let causes = [empty]
    static let translations = [
        "de": """
        [shelf.empty]
        meaning: Im Regal steht nichts.
        summary: {destination} ist leer, {why}
        advice: Nachsehen, wer zuletzt da war: who {destination}
        """
    ]
    static let factPhrases = [lent, moved]
    static let probe = KindProbe<NoKindSettings, ShelfEvidence>.stream { _, _, _ in ShelfEvidence() }

    static let lent = KindPhrase("lent until {day}", ["de": "verliehen bis {day}"])
    /// Without a translation.
    static let moved = KindPhrase("moved to {room}", [:])

    static let empty = CauseEntry(
        "shelf.empty", .error, "Nothing is on the shelf.", summary: "{destination} is empty, {why}",
        advice: ["See who was there: who {destination}"], evidence: "no book",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
}

private struct ShelfEvidence: JudgedEvidence {
    static let layer = Layer.kind("shelf")

    var summary: String { "nothing" }
    var isProven: Bool { false }
    var datagrams: DatagramEvidence? { nil }
    var hasStalled: Bool { false }

    mutating func mapServerText(_ change: (String) -> String) {}

    func findings(in evidence: Evidence) -> [Finding] { [] }
}

@Suite("Phrases of kinds in other packages")
struct KindPhraseTests {
    private func finding(_ why: String) -> Finding {
        Finding(ShelfKind.empty, ["destination": "192.0.2.1:4000", "why": why])
    }

    @Test("are translated with the texts of their causes, if the kinds are given")
    func translated() throws {
        let kinds = try TargetKinds.builtIn.adding(ShelfKind.self)
        let lent = finding(ShelfKind.lent.text(["day": "Friday"]))
        #expect(lent.summary == "192.0.2.1:4000 is empty, lent until Friday")
        let german = lent.translated(into: .german, with: kinds)
        #expect(german.summary == "192.0.2.1:4000 ist leer, verliehen bis Friday")
        #expect(german.advice == ["Nachsehen, wer zuletzt da war: who 192.0.2.1:4000"])
        #expect(lent.translated(into: .german) == lent)
        for language in [Language.english, .french] {
            #expect(lent.translated(into: language, with: kinds) == lent)
        }
    }

    @Test("beside phrases that all kinds share, and ones without a translation")
    func others() throws {
        let kinds = try TargetKinds.builtIn.adding(ShelfKind.self)
        func german(_ why: String) -> String { finding(why).translated(into: .german, with: kinds).summary }
        let shared = FactPhrase.noReasonKnown.text
        let local = Language.$current.withValue(.german) { FactWords.local(shared) }
        #expect(local != shared && german(shared) == "192.0.2.1:4000 ist leer, \(local)")
        #expect(german(ShelfKind.moved.text(["room": "B"])) == "192.0.2.1:4000 ist leer, moved to B")
        // A text of other kinds is none of this one.
        let entry = try #require(Catalogue.entry("ldap.closed"))
        let facts = Dictionary(uniqueKeysWithValues: entry.factNames.map { ($0, "1") })
        let closed = Finding(entry, facts)
        #expect(closed.translated(into: .german, with: kinds) == closed.translated(into: .german))
    }

    @Test("a phrase without the values of its placeholders stays as it is")
    func unfilled() {
        #expect(ShelfKind.lent.text([:]) == "lent until {day}")
    }
}
