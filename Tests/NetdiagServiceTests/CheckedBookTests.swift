import NetworkModel
import ServiceDiscovery
import Synchronization
import Testing

@testable import NetdiagService

@Suite("Services with what their ports say")
struct CheckedBookTests {
    /// A book, and what it told.
    private final class Told: Sendable {
        private let events = Mutex<[BrowseEvent]>([])
        func take(_ event: BrowseEvent) { events.withLock { $0.append(event) } }
        /// As `resolved open stale`, since the last time.
        var lines: [String] {
            events.withLock { events in
                defer { events = [] }
                return events.map { event in
                    switch event {
                    case .service(let event):
                        "\(event.event) \(event.instance.name)\(event.instance.stale ? " stale" : "")"
                    case .allForNow: "all"
                    case .unavailable: "unavailable"
                    }
                }
            }
        }
    }

    private static func event(
        _ kind: ServiceEvent.Kind, _ name: String, _ type: String = "_a._tcp", port: UInt16? = 80, stale: Bool = false
    ) -> BrowseEvent {
        .service(
            ServiceEvent(
                kind,
                ServiceInstance(
                    name: name, type: type, domain: "local", interface: "eth0", host: port.map { _ in "h.local" },
                    port: port, addresses: port.map { _ in [IPAddress("10.0.0.2")!] }, stale: stale)))
    }

    private static func book(_ telling: CheckedServices.Telling) -> (CheckedBook, Told) {
        let told = Told()
        return (CheckedBook(telling: telling) { told.take($0) }, told)
    }

    @Test("who wants one line for each gets it when its port has been checked")
    func once() async throws {
        let (book, told) = Self.book(.onceChecked)
        #expect(await book.take(Self.event(.added, "a", port: nil)) == nil)
        let job = try #require(await book.take(Self.event(.resolved, "a")))
        _ = await book.take(Self.event(.resolved, "b", "_a._udp"))
        _ = await book.take(Self.event(.resolved, "c", port: 0))
        _ = await book.take(.allForNow)
        #expect(told.lines == ["added a", "resolved b", "resolved c"])
        await book.finish(job, .stale(.refused))
        #expect(told.lines == ["resolved a stale", "all"])
    }

    @Test("who follows is told at once, and again when its port does not answer, or does again")
    func following() async throws {
        let (book, told) = Self.book(.atOnce)
        let job = try #require(await book.take(Self.event(.resolved, "a")))
        #expect(told.lines == ["resolved a"])
        await book.finish(job, .stale(.noAnswer))
        #expect(told.lines == ["updated a stale"])
        // What the browser says of it otherwise changes nothing of that, and asks for no check.
        #expect(await book.take(Self.event(.updated, "a")) == nil)
        #expect(told.lines == ["updated a stale"])
        let again = try #require(await book.all().first)
        await book.finish(again, .unknown)
        #expect(told.lines.isEmpty)
        await book.finish(again, .answers)
        #expect(told.lines == ["updated a"])
        #expect(await book.take(Self.event(.removed, "a")) == nil)
        #expect(await book.all().isEmpty && told.lines == ["removed a"])
    }

    @Test("a check of what has changed since, or gone, is void")
    func changed() async throws {
        let (book, told) = Self.book(.onceChecked)
        let old = try #require(await book.take(Self.event(.resolved, "a")))
        let new = try #require(await book.take(Self.event(.updated, "a", port: 81)))
        let gone = try #require(await book.take(Self.event(.resolved, "b")))
        _ = await book.take(Self.event(.removed, "b"))
        _ = await book.take(.allForNow)
        await book.finish(old, .stale(.refused))
        await book.finish(gone, .answers)
        #expect(told.lines.isEmpty)
        await book.finish(new, .answers)
        #expect(told.lines == ["resolved a", "all"])
    }

    @Test("a host that is silent is stale as it is, and not asked")
    func silentHost() async throws {
        let (book, told) = Self.book(.onceChecked)
        let job = try #require(await book.take(Self.event(.resolved, "a")))
        #expect(await book.take(Self.event(.updated, "a", stale: true)) == nil)
        _ = await book.take(.allForNow)
        await book.finish(job, .answers)
        #expect(told.lines == ["resolved a stale", "all"])
    }
}
