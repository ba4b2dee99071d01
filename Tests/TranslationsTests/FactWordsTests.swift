import Diagnosis
import Glibc
import NetworkModel
import TargetKinds
import Testing
import Translations

@Suite("Translations of facts that are phrases")
struct FactWordsTests {
    private static func said<Value>(in language: Language, _ words: () throws -> Value) rethrows -> Value {
        try Language.$current.withValue(language, operation: words)
    }

    private static func places(_ text: String) -> Set<String> { Set(Template.names(in: text)) }

    @Test(
        "every phrase is translated with the same placeholders, and nothing else is",
        arguments: CauseTranslationTests.languages)
    func complete(language: Language) throws {
        let table = try #require(TranslationTable.of(language))
        #expect(Set(table.facts.keys) == Set(Self.english.keys))
        for (name, english) in Self.english {
            let text = try #require(table.facts[name])
            #expect(Self.places(text) == Self.places(english), "\(name): \(text)")
            #expect(text != english || ["withReason", "inTLS"].contains(name), "\(name)")
        }
    }

    /// All phrases by their names.
    private static let english = Dictionary(
        uniqueKeysWithValues: FactPhrase.allCases.map { ($0.name, $0.rawValue) }
            + MessagePhrase.allCases.map { ($0.name, $0.rawValue) }
            + TargetKinds.builtIn.all.flatMap { kind in
                kind.factPhrases.map { ($0.name(of: kind.name), $0.english) }
            })

    @Test(
        "every phrase is recognised in English text, whatever its placeholders contain",
        arguments: CauseTranslationTests.languages)
    func found(language: Language) throws {
        let table = try #require(TranslationTable.of(language))
        for (name, english) in Self.english where !["withReason", "inTLS"].contains(name) {
            let facts = Dictionary(uniqueKeysWithValues: Self.places(english).map { ($0, "192.0.2.7") })
            let wanted = Template.filled(try #require(table.facts[name]), facts)
            let text = Template.filled(english, facts) ?? english
            Self.said(in: language) { #expect(FactWords.local(text) == wanted, "\(name)") }
        }
    }

    @Test("the messages of the kernel are those of this system's C library")
    func libraries() {
        let errors: [(MessagePhrase, CInt)] = [
            (.notPermitted, EPERM), (.noSuchFile, ENOENT), (.inputOutputError, EIO), (.notExecutable, ENOEXEC),
            (.tryAgain, EAGAIN), (.outOfMemory, ENOMEM), (.accessDenied, EACCES), (.deviceBusy, EBUSY),
            (.fileExists, EEXIST), (.noSuchDevice, ENODEV), (.notADirectory, ENOTDIR), (.isADirectory, EISDIR),
            (.invalidArgument, EINVAL), (.systemFilesOpen, ENFILE), (.filesOpen, EMFILE), (.noSpaceLeft, ENOSPC),
            (.readOnlyFiles, EROFS), (.brokenPipe, EPIPE), (.messageSize, EMSGSIZE), (.protocolError, EPROTO),
            (.familyUnsupported, EAFNOSUPPORT), (.addressInUse, EADDRINUSE), (.addressNotHere, EADDRNOTAVAIL),
            (.networkDown, ENETDOWN), (.networkUnreachable, ENETUNREACH), (.connectionAborted, ECONNABORTED),
            (.connectionReset, ECONNRESET), (.noBufferSpace, ENOBUFS), (.notConnected, ENOTCONN),
            (.connectionTimedOut, ETIMEDOUT), (.connectionIsRefused, ECONNREFUSED), (.hostDown, EHOSTDOWN),
            (.noRouteToHost, EHOSTUNREACH),
        ]
        for (phrase, code) in errors { #expect(phrase.rawValue == String(cString: strerror(code))) }
    }

    @Test("the days of deadlines, as in the sentences about certificates")
    func days() {
        let english = [
            "24 hours ago (2026-11-20 12:00 UTC)", "in 5 days (2026-11-28)", "1 hour ago (2026-11-20 12:00 UTC)",
        ]
        let wanted: [(Language, [String])] = [
            (
                .german,
                [
                    "vor 24 Stunden (2026-11-20 12:00 UTC)", "in 5 Tagen (2026-11-28)",
                    "vor 1 Stunde (2026-11-20 12:00 UTC)",
                ]
            ),
            (
                .french,
                [
                    "il y a 24 heures (2026-11-20 12:00 UTC)", "dans 5 jours (2026-11-28)",
                    "il y a 1 heure (2026-11-20 12:00 UTC)",
                ]
            ),
            (
                .spanish,
                [
                    "hace 24 horas (2026-11-20 12:00 UTC)", "dentro de 5 días (2026-11-28)",
                    "hace 1 hora (2026-11-20 12:00 UTC)",
                ]
            ),
            (.simplifiedChinese, ["24 小时前（2026-11-20 12:00 UTC）", "5 天后（2026-11-28）", "1 小时前（2026-11-20 12:00 UTC）"]),
        ]
        for (language, texts) in wanted {
            Self.said(in: language) { #expect(english.map { FactWords.local($0) } == texts) }
        }
    }

    @Test("English stays English")
    func english() {
        for phrase in FactPhrase.allCases { #expect(FactWords.local(phrase.rawValue) == phrase.rawValue) }
    }

    @Test(
        "nested phrases and lists of them are translated part by part",
        arguments: [
            (
                "its DNS server answers REFUSED because it has no server to forward queries to; no router behind it answers",
                "sein DNS-Server antwortet mit REFUSED, da er keinen Server hat, an den er Anfragen weiterleitet; kein Router dahinter antwortet"
            ),
            (
                "its DNS server does not answer; no router behind it answers",
                "sein DNS-Server antwortet nicht; kein Router dahinter antwortet"
            ),
            (
                "the DNS server 10.0.0.53 answers SERVFAIL (Not Ready); it answers \"host unreachable\"",
                "der DNS-Server 10.0.0.53 antwortet mit SERVFAIL (Not Ready); es antwortet „host unreachable“"
            ),
            (
                "3 arrived damaged, 2 were dropped on the way in",
                "3 kamen beschädigt an, 2 wurden beim Empfang verworfen"
            ),
            (", which delays look-ups by up to 2.5 s", ", was Abfragen um bis zu 2,5 s verzögert"),
            (
                "the DNS server 10.0.0.53 reaches the Internet, but TCP connections of this machine get no answer, while UDP does",
                "der DNS-Server 10.0.0.53 erreicht das Internet, aber TCP-Verbindungen dieses Rechners bekommen keine Antwort, UDP schon"
            ),
            ("answering EHLO in TLS", "Antwort auf EHLO in TLS"),
            ("the Internet over IPv4", "Adressen im Internet über IPv4"),
            ("loses the connection (for no known reason)", "die Verbindung bricht ab (aus unbekanntem Grund)"),
            (
                "TLSv1, an RSA key of 512 bits (CN=a, O=b), which this machine does not accept",
                "TLSv1, ein RSA-Schlüssel mit 512 Bit (CN=a, O=b), was dieser Rechner nicht akzeptiert"
            ),
            ("6.4 ms", "6,4 ms"),
            (
                "SSL certificate problem: unsuitable certificate purpose",
                "Problem mit dem Zertifikat: das Zertifikat ist nicht für diesen Zweck ausgestellt"
            ),
            (
                "Recv failure: Connection reset by peer",
                "der Empfang scheitert: die Gegenseite hat die Verbindung zurückgesetzt"
            ),
            (#"it sends the TLS alert "unrecognized name""#, "er sendet den TLS-Alert „unrecognized name“"),
            ("421 go away (and no more in time)", "421 go away (und mehr kam nicht rechtzeitig)"),
            (
                "/bin/mail cannot be run: No such file or directory",
                "/bin/mail lässt sich nicht starten: Datei oder Verzeichnis nicht gefunden"
            ),
            ("ended with status 1", "endete mit dem Status 1"),
            (
                "/var/lib/netdiag/history.db is being written by the netdiagd with PID 7; name another with history: file:",
                "/var/lib/netdiag/history.db wird gerade von dem netdiagd mit der PID 7 beschrieben; mit history: file: eine andere Datei nennen"
            ),
            ("it is switched off (history: off)", "er ist abgeschaltet (history: off)"),
            (
                "/etc/resolv.conf:2: \"10.0.3\" is not an IP address",
                "/etc/resolv.conf:2: „10.0.3“ ist keine IP-Adresse"
            ),
            ("it refuses connections to port 8053", "er lehnt Verbindungen zu Port 8053 ab"),
            (
                "its check tcp://192.0.2.1:80 is down: tcp.refused nothing",
                "seine Prüfung tcp://192.0.2.1:80 schlägt fehl: tcp.refused nothing"
            ),
            (
                "the system bus /run/bus does not answer (Daemon not running); restart it with: service dbus restart",
                "der System-Bus /run/bus antwortet nicht (der Daemon läuft nicht); neu starten mit: service dbus restart"
            ),
            // What a server says stays as it is, even if it is a phrase.
            (#"the last message is "something else""#, "die letzte Nachricht ist „something else“"),
        ])
    func composed(text: String, german: String) {
        Self.said(in: .german) { #expect(FactWords.local(text) == german) }
    }

    @Test(
        "phrases in a list are separated as in the language",
        arguments: [
            (Language.german, "; ", ", "), (.french, "\u{a0}; ", ", "), (.spanish, "; ", ", "),
            (.simplifiedChinese, "；", "，"),
        ])
    func separators(language: Language, clauses: String, parts: String) {
        let phrases = [
            FactPhrase.itsDNSServer.text(["does": FactPhrase.doesNotAnswer.text]), FactPhrase.noRouterBehind.text,
        ]
        Self.said(in: language) {
            let local = phrases.map(FactWords.local)
            #expect(FactWords.local(phrases.joined(separator: "; ")) == local.joined(separator: clauses))
            #expect(FactWords.local(phrases.joined(separator: ", ")) == local.joined(separator: parts))
            #expect(FactWords.local(FactPhrase.bothFamilies.text) != FactPhrase.bothFamilies.text)
        }
    }

    @Test("text that is not a phrase stays as it is, however long, and takes no time")
    func others() {
        let long = String(repeating: "the DNS server (", count: 100_000)
        for text in [
            "", "10.0.0.1", "example.org", "a (b)", "(", "TLS 1.2", "GET /", "Büro, Haus; Hof", "; ", ", ", long,
        ] {
            Self.said(in: .german) { #expect(FactWords.local(text) == text) }
        }
        let nested = String(repeating: "its DNS server ", count: 120)
        Self.said(in: .german) { #expect(FactWords.local(nested).count < 4_000) }
    }

    @Test("a finding of a rule contains no untranslated English", arguments: CauseTranslationTests.languages)
    func finding(language: Language) throws {
        let entry = try #require(Catalogue.entry("path.upstream-down"))
        let proof = [
            FactPhrase.itsDNSServer.text(["does": FactPhrase.doesNotAnswer.text]), FactPhrase.noRouterBehind.text,
        ].joined(separator: "; ")
        let finding = Finding(
            entry, ["gateway": "10.0.0.1", "interface": "eth0", "address": "192.0.2.1", "proof": proof])
        let translated = finding.translated(into: language)
        #expect(
            !translated.summary.contains("answer") && translated.summary.contains("10.0.0.1"), "\(translated.summary)")
        // The facts themselves are those for JSON.
        #expect(translated.facts == finding.facts)
        let route = Finding(try #require(Catalogue.entry("gateway.none")), ["destination": FactPhrase.theInternet.text])
        #expect(!route.translated(into: language).summary.contains("the Internet"))
        for step in route.translated(into: language).advice { #expect(!step.contains("the Internet"), "\(step)") }
    }
}
