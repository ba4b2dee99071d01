import NIOCore
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel
import TargetKinds
import Testing
import Translations

@testable import NetdiagService

@Suite("The overview, rendered once for all open pages")
struct OverviewRenderingTests {
    private let store = StatusStore(host: "host")
    private let renderings: OverviewRenderings

    init() throws {
        var settings = Configuration.TargetSettings(target: try Target("tcp://192.0.2.1:443"))
        settings.name = "Shop"
        store.setTargets([settings])
        let history = HistorySource.none("a test has none")
        renderings = OverviewRenderings(
            store: store, uptimes: UptimeCache(history: history, store: store), lifetime: .seconds(600))
    }

    private func add(_ status: ConnectionStatus) {
        let refused = Finding(
            id: "tcp.refused", layer: .tcp, severity: .error, confidence: 1, summary: "refused", advice: [])
        var report = Report(
            target: "tcp://192.0.2.1:443", started: Timestamp(), duration: .milliseconds(1), status: status,
            findings: status == .connectionUp ? [] : [refused], layers: [])
        report.name = "Shop"
        store.add(report)
    }

    @Test("pages share it until something that they show changes; other languages and pages have their own")
    func sharing() async {
        let first = await renderings.rendering(ofPage: 1)
        #expect(await renderings.rendering(ofPage: 1) === first)
        let german = await Language.$current.withValue(.german) { await renderings.rendering(ofPage: 1) }
        #expect(german.verdict != first.verdict)
        #expect(await renderings.rendering(ofPage: 1) === first)
        #expect(await renderings.rendering(ofPage: 2) !== first)
        let before = await renderings.rendering(ofPage: 1)
        add(.connectionUp)
        let result = await renderings.rendering(ofPage: 1)
        #expect(result !== before)
        // A change of the machine, which no target's result shows.
        store.setExposure("everybody may read")
        let later = await renderings.rendering(ofPage: 1)
        #expect(later !== result && later.head.contains { $0.text.contains("everybody may read") })
        store.setListenFailure("Address already in use", at: "[::]:8053")
        let blocked = await renderings.rendering(ofPage: 1)
        #expect(blocked.head.contains { $0.text.contains("does not listen on [::]:8053: Address already in use") })
        store.setListenFailure(nil, at: "[::]:8053")
        #expect(store.document.listen == nil)
    }

    @Test("each open page gets what it does not have yet, from the same rendering")
    func messages() async throws {
        let since = PageVersion(store)
        func open() -> PageFeed {
            PageFeed(.overview(page: 1), in: .english, since: since, store: store, renderings: renderings)
        }
        func next(_ feed: PageFeed) async throws -> String { String(buffer: try #require(await feed.next())) }
        let (early, other) = (open(), open())
        #expect(try await next(early).contains("id=\\\"verdict\\\""))
        add(.connectionDown)
        early.flag.raise(.news)
        let (change, beginning) = (try await next(early), try await next(other))
        // The row of the target for both; the parts that have not changed only for the page that has none yet.
        for message in [change, beginning] {
            #expect(message.contains("tcp.refused") && message.contains(">Shop<"), "\(message)")
        }
        #expect(!change.contains("id=\\\"notes\\\"") && beginning.contains("id=\\\"notes\\\""), "\(change)")
        #expect(!beginning.contains("\"say\":"))
        // From then on, both pages have the same, and get the same message.
        add(.connectionUp)
        early.flag.raise(.news)
        other.flag.raise(.news)
        let both = (try await next(early), try await next(other))
        #expect(both.0 == both.1 && both.0.contains(">Shop<"), "\(both)")
    }
}
