import Diagnosis
import NetworkModel
import TargetKinds
import Testing

@testable import Translations

@Suite("Translations of the rows of layers")
struct RowWordsTests {
    private static func places(_ text: some StringProtocol) -> Set<String> { Set(Template.names(in: String(text))) }

    private static func forms(_ text: String) -> [Substring] { text.split(separator: " | ") }

    /// All clauses by the names by which tables refer to them.
    private static let english = Dictionary(
        uniqueKeysWithValues: RowPhrase.allCases.map { ($0.name, $0.rawValue) }
            + TargetKinds.builtIn.all.flatMap { kind in
                kind.rowPhrases.map { ($0.name(of: kind.name), $0.english) }
            })

    @Test(
        "every clause is translated with the same placeholders, and nothing else is",
        arguments: CauseTranslationTests.languages)
    func complete(language: Language) throws {
        let table = try #require(TranslationTable.of(language))
        #expect(Set(table.rows.keys) == Set(Self.english.keys))
        for (name, english) in Self.english {
            let text = try #require(table.rows[name])
            #expect(Self.forms(text).count <= 2, "\(name): \(text)")
            for form in Self.forms(text) { #expect(Self.places(form) == Self.places(english), "\(name): \(form)") }
        }
        for kind in TargetKinds.builtIn.all {
            for phrase in kind.rowPhrases {
                #expect(Set(phrase.translations.keys) == Set(CauseTranslationTests.languages.map(\.tag)))
            }
        }
    }

    @Test("every placeholder has a form")
    func placesAreKnown() {
        for (name, english) in Self.english {
            for place in Self.places(english) { #expect(RowPlace(rawValue: place) != nil, "\(name): \(place)") }
        }
    }

    /// Words that are the same in all languages: states of the kernel, codes of DNS, and the sources of names.
    private static let terms = Set(
        Neighbour.State.allCases.map(\.rawValue) + Resolution.FailureReason.allCases.map(\.rawValue)
            + LinkAddress.Flag.allCases.flatMap { [$0.rawValue, "(\($0.rawValue))"] } + ["blackhole"])

    /// Whether a text consists of names, numbers and terms, and contains no English.
    private static func isName(_ text: String) -> Bool {
        text.split(separator: " ").allSatisfy { word in
            terms.contains(String(word)) || word.contains { $0.isNumber || $0.isUppercase || "=/?".contains($0) }
        }
    }

    @Test("every clause of every row is recognised, or only names", arguments: CauseTranslationTests.languages)
    func rows(language: Language) throws {
        let samples = try RowSamples.all + KindRowSamples.all()
        var layers: Set<Layer> = []
        var unknown: Set<String> = []
        for sample in samples {
            let layer = type(of: sample).layer
            layers.insert(layer)
            let clauses = Language.$current.withValue(language) { RowWords.clauses(of: sample.summary, layer) }
            for clause in clauses where clause.local == nil && !Self.isName(clause.english) {
                unknown.insert("\(layer.rawValue): \(clause.english)")
            }
        }
        #expect(unknown.isEmpty, "\(unknown.sorted().joined(separator: "\n"))")
        let all = Layer.shared + TargetKinds.builtIn.all.map { $0.evidenceType.layer }
        let missing = Set(all).subtracting(layers).map(\.rawValue)
        #expect(layers == Set(all), "layers without a sample (for a kind, an enum in the folder Kinds): \(missing)")
    }

    /// Names and terms in the samples that Chinese text does not translate either.
    private static let latin = KindRowSamples.latin.union([
        "ping", "tcp", "udp", "icmp", "send", "starttls", "expect", "avahi-daemon", "hosts", "system", "root", "http",
        "ms", "s", "bytes",
        // The words of mail servers.
        "no", "closed", "mail", "ready",
    ])

    @Test("a row in Chinese contains no English, also not within phrases")
    func chinese() throws {
        var unknown: Set<String> = []
        for sample in try RowSamples.all + KindRowSamples.all() {
            let row = Language.$current.withValue(.simplifiedChinese) { sample.localSummary }
            let words = row.split { !$0.isASCII || $0.isWhitespace || ",;:()\"".contains($0) }.map(String.init)
            for word in words where word.allSatisfy({ $0.isLowercase || $0 == "-" }) {
                if !Self.latin.contains(word), !Self.terms.contains(word) {
                    unknown.insert("\(word): \(sample.summary)")
                }
            }
        }
        #expect(unknown.isEmpty, "\(unknown.sorted().joined(separator: "\n"))")
    }

    @Test("in English, a row stays as it is")
    func unchanged() throws {
        for sample in try RowSamples.all + KindRowSamples.all() { #expect(sample.localSummary == sample.summary) }
    }

    @Test(
        "rows in all languages",
        arguments: [
            (
                "DNS server 192.168.1.1 reaches the Internet; routers behind the gateway: 100.70.0.1, 100.70.0.2",
                Layer.uplink,
                [
                    "DNS-Server 192.168.1.1 erreicht das Internet; Router hinter dem Gateway: 100.70.0.1, 100.70.0.2",
                    "le serveur DNS 192.168.1.1 atteint Internet\u{a0}; routeurs derrière la passerelle\u{a0}: 100.70.0.1, 100.70.0.2",
                    "el servidor DNS 192.168.1.1 llega a Internet; routers tras la puerta de enlace: 100.70.0.1, 100.70.0.2",
                    "DNS 服务器 192.168.1.1 能到达互联网；网关之后的路由器：100.70.0.1、100.70.0.2",
                ]
            ),
            (
                "192.168.1.1 on eth0 reachable, ping 0.1 ms, 20 of 20 answered", .gateway,
                [
                    "192.168.1.1 an eth0 reachable, Ping 0,1 ms, 20 von 20 beantwortet",
                    "192.168.1.1 sur eth0 reachable, ping 0,1 ms, 20 réponses sur 20",
                    "192.168.1.1 en eth0 reachable, ping 0,1 ms, 20 respuestas de 20",
                    "eth0 上的 192.168.1.1 reachable，ping 0.1 ms，20 次中有 20 次应答",
                ]
            ),
            (
                "TLSv1.3, CN=www.example.com, O=Example, 299 days left", .tls,
                [
                    "TLSv1.3, CN=www.example.com, O=Example, noch 299 Tage gültig",
                    "TLSv1.3, CN=www.example.com, O=Example, encore 299 jours",
                    "TLSv1.3, CN=www.example.com, O=Example, quedan 299 días",
                    "TLSv1.3, CN=www.example.com, O=Example，剩余 299 天",
                ]
            ),
            (
                "HTTP/1.1 200 after 1 redirect, first byte 12540 ms, 62000 bytes", HTTPEvidence.layer,
                [
                    "HTTP/1.1 200 nach 1 Weiterleitung, erstes Byte 12.540 ms, 62.000 Byte",
                    "HTTP/1.1 200 après 1 redirection, premier octet 12\u{202f}540 ms, 62\u{202f}000 octets",
                    "HTTP/1.1 200 tras 1 redirección, primer byte 12.540 ms, 62.000 bytes",
                    "1 次重定向后 HTTP/1.1 200，首字节 12540 ms，62000 字节",
                ]
            ),
            (
                "127.0.0.1:9 refused, [::1]:9 host unreachable", .tcp,
                [
                    "127.0.0.1:9 lehnt ab, [::1]:9 Host nicht erreichbar",
                    "127.0.0.1:9 refuse, [::1]:9 hôte injoignable",
                    "127.0.0.1:9 rechaza, [::1]:9 host inalcanzable", "127.0.0.1:9 拒绝，[::1]:9 主机不可达",
                ]
            ),
            (
                "192.168.1.1 on eth0 stale, No route to host (from 10.0.0.1)", .gateway,
                [
                    "192.168.1.1 an eth0 stale, kein Weg zum Host (von 10.0.0.1)",
                    "192.168.1.1 sur eth0 stale, aucun chemin vers l'hôte (de 10.0.0.1)",
                    "192.168.1.1 en eth0 stale, no hay ruta hasta el host (de 10.0.0.1)",
                    "eth0 上的 192.168.1.1 stale，没有到主机的路由（来自 10.0.0.1）",
                ]
            ),
            (
                "192.0.2.1 No route to host (from 198.51.100.7)", .kind("icmp"),
                [
                    "192.0.2.1 kein Weg zum Host (von 198.51.100.7)",
                    "192.0.2.1 aucun chemin vers l'hôte (de 198.51.100.7)",
                    "192.0.2.1 no hay ruta hasta el host (de 198.51.100.7)", "192.0.2.1 没有到主机的路由（来自 198.51.100.7）",
                ]
            ),
            (
                "192.0.2.1 ping 6.4 ms (it limits its replies), jitter 0.3 ms", .kind("icmp"),
                [
                    "192.0.2.1 Ping 6,4 ms (begrenzt seine Antworten), Jitter 0,3 ms",
                    "192.0.2.1 ping 6,4 ms (limite ses réponses), gigue 0,3 ms",
                    "192.0.2.1 ping 6,4 ms (limita sus respuestas), jitter 0,3 ms",
                    "192.0.2.1 ping 6.4 ms（限制应答速率），抖动 0.3 ms",
                ]
            ),
            // What a server says stays as it is.
            (
                "closed at greeting: \"421 refused, no answer\"", .kind("smtp"),
                [
                    "Verbindung geschlossen bei greeting: „421 refused, no answer“",
                    "connexion fermée à greeting\u{a0}: «\u{a0}421 refused, no answer\u{a0}»",
                    "conexión cerrada en greeting: «421 refused, no answer»",
                    "greeting 阶段连接被关闭：“421 refused, no answer”",
                ]
            ),
        ])
    func translated(english: String, layer: Layer, wanted: [String]) {
        let rows = CauseTranslationTests.languages.map { language in
            Language.$current.withValue(language) { RowWords.local(english, of: layer) }
        }
        #expect(rows == wanted)
    }

    @Test("text that is not a row stays as it is, however long, and takes no time")
    func others() {
        let long = String(repeating: "10.0.0.1 refused, ", count: 10_000)
        let crowded = String(repeating: "a, ", count: 600)
        for text in ["", "10.0.0.1", "a (b)", ", ", "; ", ", ,", "Büro, Haus; Hof", "\"", "x: y", long, crowded] {
            Language.$current.withValue(.german) { #expect(RowWords.local(text, of: .tcp) == text) }
        }
        // A clause of another kind is none.
        Language.$current.withValue(.german) {
            #expect(RowWords.local("clock +0.3 ms", of: .kind("ntp")) == "Uhr +0,3 ms")
            #expect(RowWords.local("clock +0.3 ms", of: .tcp) == "clock +0.3 ms")
        }
    }
}
