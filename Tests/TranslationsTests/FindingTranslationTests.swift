import NetworkModel
import TargetKinds
import Testing
import Translations

@testable import Diagnosis

@Suite("Translations of findings")
struct FindingTranslationTests {
    private static func finding(_ id: CauseID, _ facts: [String: String]) throws -> Finding {
        Finding(try #require(Catalogue.entry(id)), facts)
    }

    private let servfail: Finding

    init() throws {
        servfail = try Self.finding("dns.servfail", ["server": "10.0.0.53", "name": "example.org", "why": ""])
    }

    @Test("a finding has the text of its cause with its own facts, and everything else unchanged")
    func facts() {
        let german = servfail.translated(into: .german)
        #expect(german.summary == "der DNS-Server 10.0.0.53 hat für example.org mit SERVFAIL geantwortet")
        #expect(german.advice.last == "Das Log des Servers auf 10.0.0.53 prüfen")
        var back = german
        (back.summary, back.advice) = (servfail.summary, servfail.advice)
        #expect(back == servfail)
        #expect(servfail.translated(into: .english) == servfail)
    }

    @Test("steps with a missing fact are left out in every language", arguments: Language.allCases)
    func steps(language: Language) throws {
        let entry = try #require(Catalogue.entry("local.clock"))
        let some = Finding(entry, ["chrony": "chronyc", "there": "2026-11-23 12:00:00"])
        #expect(some.advice.count == 3)
        let translated = some.translated(into: language)
        #expect(translated.advice.count == 3)
        #expect(translated.advice.first?.contains("chronyc makestep") == true)
        // Without its facts, the summary of a finding is the meaning of its cause.
        let meaning = Language.$current.withValue(language) { entry.localMeaning }
        #expect(translated.summary == meaning)
    }

    @Test("that a redirect led to the place is translated, too")
    func redirected() throws {
        var evidence = Evidence(target: try Target("http://10.98.0.2:8081/a", schemes: .web))
        evidence.place = try Target("http://10.99.0.2/login", schemes: .web)
        let address = try #require(IPAddress("10.99.0.2"))
        evidence.tcp = TCPEvidence(attempts: [
            .init(address: address, port: 80, outcome: .refused, duration: .milliseconds(1))
        ])
        let finding = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.refused" })
        #expect(finding.summary.hasPrefix("10.99.0.2:80 refuses the connection"))
        #expect(finding.summary.hasSuffix(" (http://10.98.0.2:8081/a redirects there)"))
        let german = finding.translated(into: .german).summary
        #expect(german.hasPrefix("10.99.0.2:80 lehnt die Verbindung ab"), "\(german)")
        #expect(german.hasSuffix(" (http://10.98.0.2:8081/a leitet dorthin weiter)"), "\(german)")
        evidence.terms.redirector = IPAddress("198.51.100.1")
        let inside = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.refused" })
        let translated = inside.translated(into: .german)
        let end =
            " (http://10.98.0.2:8081/a leitet zu http://10.99.0.2/login weiter, was nur sein eigenes Netz erreicht)"
        #expect(translated.summary.hasSuffix(end), "\(translated.summary)")
        #expect(translated.advice.first?.hasPrefix("Die Weiterleitung auf dem Server von") == true)
    }

    @Test("which addresses of the name fail is translated, too, with the step for them")
    func someAddresses() throws {
        var finding = servfail
        finding.add([try #require(IPAddress("192.0.2.7"))], of: 2)
        #expect(finding.summary.hasSuffix(" (1 of the 2 addresses of the name: 192.0.2.7)"), "\(finding.summary)")
        let german = finding.translated(into: .german)
        #expect(german.summary.hasSuffix(" (1 der 2 Adressen des Namens: 192.0.2.7)"), "\(german.summary)")
        #expect(german.advice.first == "192.0.2.7 aus dem Namen entfernen oder den Dienst dort reparieren")
    }

    @Test("every cause of the catalogue is translated with all its facts", arguments: CauseTranslationTests.languages)
    func all(language: Language) {
        for entry in Catalogue.entries {
            let finding = Finding(
                entry, Dictionary(uniqueKeysWithValues: entry.factNames.map { ($0, "fact of \($0)") }))
            let translated = finding.translated(into: language)
            #expect(translated.summary != finding.summary, "\(entry.id)")
            #expect(!translated.summary.contains("{"), "\(entry.id)")
            #expect(zip(finding.advice, translated.advice).allSatisfy { $0 != $1 }, "\(entry.id)")
        }
    }

    @Test("the name of a target before the sentence stays, and so does text that is not from the catalogue")
    func others() throws {
        var finding = servfail
        finding.summary = "Shop\u{301}: \(servfail.summary)"
        finding.advice.insert("did you mean Shop?", at: 0)
        let german = finding.translated(into: .german)
        #expect(german.summary == "Shop\u{301}: der DNS-Server 10.0.0.53 hat für example.org mit SERVFAIL geantwortet")
        #expect(german.advice.first == "did you mean Shop?" && german.advice.count == servfail.advice.count + 1)
        finding.summary = "words of another version"
        #expect(finding.translated(into: .german).summary == "words of another version")
        let foreign = Finding(
            id: "acme.broken", layer: .kind("acme"), severity: .error, confidence: 1, summary: "broken",
            advice: ["mend it"])
        #expect(foreign.translated(into: .german) == foreign)
    }

    @Test(
        "the number of further targets is stated in the reader's language",
        arguments: [
            (Language.english, "web and 2 more: "), (.german, "web und 2 weitere: "),
            (.french, "web et 2 de plus\u{a0}: "),
            (.spanish, "web y 2 más: "), (.simplifiedChinese, "web 和另外 2 个："),
        ])
    func several(language: Language, prefix: String) throws {
        let cause = try Self.finding("tcp.timeout", ["destination": "192.0.2.7:443"])
        let targets = ["web", "mail", "shop"].map { name in
            var target = StatusDocument.TargetStatus(
                target: "tcp://192.0.2.7:443", status: .connectionDown, degraded: false, cause: cause, last: nil)
            target.name = name
            return target
        }
        let healthy = MachineVerdict(status: .connectionUp, findings: [], gateways: [], resolvers: [])
        let finding = try #require(OverallStatus.judge(healthy, targets: targets).findings.first)
        #expect(finding.summary.hasPrefix("web and 2 more: "))
        let translated = finding.translated(into: language)
        #expect(translated.summary == prefix + cause.translated(into: language).summary)
        // A target may have any name.
        for name in ["some more", "and more", " and  more", "7 more", "and 99999999999999999999 more"] {
            var odd = cause
            odd.summary = "\(name): \(cause.summary)"
            #expect(odd.translated(into: .german).summary == "\(name): \(cause.translated(into: .german).summary)")
        }
    }

    @Test("text from a server is quoted in commands in every language", arguments: Language.allCases)
    func quotes(language: Language) throws {
        let hostile = try Self.finding("dns.servfail", ["server": "10.0.0.53", "name": "$(reboot)", "why": ""])
        let advice = hostile.translated(into: language).advice
        #expect(advice.contains { $0.contains("'$(reboot)'") })
        #expect(!advice.contains { $0.replacing("'$(reboot)'", with: "").contains("$(reboot)") })
    }
}
