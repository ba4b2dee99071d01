import EventLoopKit
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel
import TargetKinds
import Testing

@testable import NetdiagService

@Suite("The uptime of the last 24 hours on the page")
struct UptimeTests {
    private static func report(_ name: String, works: Bool, secondsAgo: Int64) -> Report {
        let finding = Finding(
            id: "tcp.refused", layer: .tcp, severity: .error, confidence: 1, summary: "refused", advice: ["start it"])
        let at = Timestamp(millisecondsSince1970: Timestamp().millisecondsSince1970 - secondsAgo * 1_000)
        var report = Report(
            target: "http://192.0.2.1/", started: at, duration: .milliseconds(1),
            status: works ? .connectionUp : .connectionDown, findings: works ? [] : [finding], layers: [])
        report.name = name
        return report
    }

    @Test("a target that has just failed is not shown with an outdated uptime, and others are not queried again")
    func failure() async throws {
        let folder = try ConfigurationFolder()
        let loop = try EventLoop(name: "uptime-test")
        defer { loop.shutdown() }
        let history = HistoryStore(path: "\(folder.path)/history.db", settings: .init(), loop: loop) { _ in }
        let store = StatusStore(host: "host")
        store.record(to: history.queue, file: "history.db")
        store.setTargets(
            try ["shop", "mail"].map { name in
                var settings = Configuration.TargetSettings(target: try Target("http://192.0.2.1/"))
                settings.name = name
                return settings
            })
        for seconds in stride(from: Int64(600), through: 90, by: -30) {
            for name in ["shop", "mail"] { store.add(Self.report(name, works: true, secondsAgo: seconds)) }
        }
        let cache = UptimeCache(history: .store(history), store: store)
        #expect(await cache.uptimes.shares == ["shop": 1, "mail": 1])
        store.add(Self.report("shop", works: false, secondsAgo: 60))
        // For successes, a result that is a minute old is sufficient.
        store.add(Self.report("mail", works: true, secondsAgo: 60))
        let after = await cache.uptimes.shares
        #expect(after["shop"].map { $0 < 1 } == true && after["mail"] == 1, "\(after)")
        #expect(await cache.uptimes.shares == after)
        await history.finish()
    }
}
