import Diagnosis
import NIOCore
import NetdiagConfiguration
import NetworkModel
import TargetKinds
import Testing
import Translations

@testable import NetdiagService

@Suite("Pages in the reader's language")
struct LocalizedPageTests {
    private static func document() throws -> StatusDocument {
        let refused = Finding(
            try #require(Catalogue.entry("tcp.refused")),
            ["destination": "<Shop>:443", "port": "443", "address": "192.0.2.1", "server": "192.0.2.1"])
        var target = StatusDocument.TargetStatus(
            target: "tcp://192.0.2.1:443", status: .connectionDown, degraded: false, cause: refused, last: Timestamp())
        target.name = "<Shop>"
        return StatusDocument(
            status: .connectionDown, findings: [refused], host: "host", since: Timestamp(), links: [], resolvers: [],
            gateways: [],
            incidents: [
                StatusDocument.Incident(
                    id: 1, cause: refused, targets: ["<Shop>"], opened: Timestamp(), closed: nil)
            ], targets: [target], publication: Publication(state: .off))
    }

    @Test(
        "the overview, an incident and a target contain no untranslated English",
        arguments: [
            (Language.german, "Funktioniert nicht: ", "Was zu tun ist", "Schichten der letzten Prüfung"),
            (.french, "Ne fonctionne pas\u{a0}: ", "Que faire", "Couches de la dernière vérification"),
            (.spanish, "No funciona: ", "Qué hacer", "Capas de la última comprobación"),
            (.simplifiedChinese, "无法工作：", "怎么办", "最近一次检查的各层"),
        ])
    func pages(language: Language, verdict: String, advice: String, layers: String) throws {
        let document = try Self.document()
        let (overview, incident, target) = Language.$current.withValue(language) {
            let page = OverviewPage(document: document, uptimes: Uptimes(), recent: RecentResults(), page: 1) { _ in nil
            }
            let incident = IncidentDetailPage(incident: document.incidents[0], known: [], affected: IncidentTargets())
            let target = TargetDetailPage(
                status: document.targets[0], report: nil, results: [], charts: [], reason: "none", incidents: [])
            return (
                page.html(version: PageVersion(StatusStore(host: "h")), hasSession: true), incident.content.text,
                target.content.text
            )
        }
        #expect(overview.contains("<html lang=\"\(language.tag)\">") && overview.contains("<h1>"))
        #expect(overview.contains("</span> \(verdict)"), "\(overview)")
        #expect(incident.contains("<h3>\(advice)</h3>"), "\(incident)")
        #expect(target.contains("<h2>\(layers)</h2>"))
        for text in [overview, incident, target] {
            for word in ["since ", "refuses", "Does not work", "Targets", "What to do", "the fault", "not checked"] {
                #expect(!text.contains(word), "\(word)")
            }
            #expect(!text.contains("<Shop>"))
        }
        #expect(overview.contains("&lt;Shop&gt;"))
    }

    @Test("without the script, the footer does not end in a separator; a French start of a span keeps its date")
    func footer() throws {
        let document = try Self.document()
        func overview(_ language: Language) -> String {
            Language.$current.withValue(language) {
                OverviewPage(document: document, uptimes: Uptimes(), recent: RecentResults(), page: 1) { _ in nil }
                    .html(version: PageVersion(StatusStore(host: "h")), hasSession: false)
            }
        }
        #expect(overview(.english).contains(">API</a><span id=\"connection\""))
        #expect(!overview(.english).contains("data-dated"))
        #expect(overview(.french).contains("depuis le <time") && overview(.french).contains("data-dated>"))
    }

    @Test("the durations of hours and of days have their gender")
    func ranges() {
        func headings(_ language: Language) -> [String] {
            Language.$current.withValue(language) { SmokeRange.allCases.map(\.heading) }
        }
        #expect(headings(.english)[0].hasPrefix("Durations in the last 3"))
        #expect(headings(.spanish)[0].hasPrefix("Tiempos de las últimas 3"))
        #expect(headings(.spanish)[2].hasPrefix("Tiempos de los últimos 10"))
        #expect(headings(.french)[0].hasPrefix("Temps des dernières 3"))
        #expect(headings(.french)[2].hasPrefix("Temps des derniers 10"))
    }

    @Test("updates of an open page are in its language, whichever page caused the rendering")
    func feed() async throws {
        let store = StatusStore(host: "host")
        store.setTargets([Configuration.TargetSettings(target: try Target("tcp://192.0.2.1:443"))])
        let version = PageVersion(store)
        let history = HistorySource.none("a test has none")
        let renderings = OverviewRenderings(store: store, uptimes: UptimeCache(history: history, store: store))
        for (language, word) in [(Language.german, "Noch ist nichts bekannt"), (.english, "Nothing is known yet")] {
            let feed = PageFeed(
                .overview(page: 1), in: language, since: version, store: store, renderings: renderings)
            let message = String(buffer: try #require(await feed.next()))
            #expect(message.contains("event: patch") && message.contains(word), "\(message)")
            #expect(message.contains("\"schema\":\"netdiag.page-patch/1\""), "\(message)")
        }
        #expect(Language.current == .english)
    }

    @Test("arguments keep their places in HTML, which is not escaped twice")
    func places() {
        let html = Language.$current.withValue(.french) { HTML(.since, nil, ["time": "<time>1 & 2</time>"]) }
        #expect(html.text == "depuis le <time>1 & 2</time>")
        #expect(HTML(.andMore, 3).text == "and 3 more")
    }
}
