import NetworkModel
import ServiceDiscovery
import Synchronization
import Testing

@testable import NetdiagService
@testable import NetworkDiagnostics

@Suite("Services with the results of their port checks")
struct ServiceReachabilityTableTests {
    @Test("an address of loopback is only checked if it was announced over loopback, where no other host can")
    func loopback() throws {
        let (here, other) = (try #require(IPAddress("127.0.0.1")), try #require(IPAddress("192.0.2.1")))
        let lo = Link(
            index: 1, name: "lo", isLoopback: true, isAdminUp: true, hasCarrier: true, operationalState: .unknown,
            mtu: 65_536, addresses: [.init(address: here, prefixLength: 8, scope: .host)])
        let scope = LinkScope(snapshot: NetworkSnapshot(links: [lo], routes: []))
        #expect(scope.isHere(here, "lo") && !scope.isHere(here, "eth0") && !scope.isHere(here, nil))
        #expect(!scope.isHere(other, "lo"))
    }

    /// Records the events of a book.
    private final class Told: Sendable {
        private let events = Mutex<[BrowseEvent]>([])
        func take(_ event: BrowseEvent) { events.withLock { $0.append(event) } }
        /// The events since the last call, in the form `resolved open stale`.
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
        _ kind: ServiceEvent.Kind, _ name: String, _ type: String = "_a._tcp", port: UInt16? = 80,
        at addresses: [String] = ["10.0.0.2"], stale: Bool = false
    ) -> BrowseEvent {
        .service(
            ServiceEvent(
                kind,
                ServiceInstance(
                    name: name, type: type, domain: "local", interface: "eth0", host: port.map { _ in "h.local" },
                    port: port, addresses: port.map { _ in addresses.compactMap { IPAddress($0) } }, stale: stale)))
    }

    private static func book(_ timing: ReachabilityFilteredServices.ReportTiming) -> (ServiceReachabilityTable, Told) {
        let told = Told()
        return (ServiceReachabilityTable(timing: timing) { told.take($0) }, told)
    }

    @Test("a client that wants one line for each service gets it when the port has been checked")
    func once() async throws {
        let (book, told) = Self.book(.onceChecked)
        #expect(await book.apply(Self.event(.added, "a", port: nil)) == nil)
        let job = try #require(await book.apply(Self.event(.resolved, "a")))
        _ = await book.apply(Self.event(.resolved, "b", "_a._udp"))
        _ = await book.apply(Self.event(.resolved, "c", port: 0))
        _ = await book.apply(.allForNow)
        #expect(told.lines == ["added a", "resolved b", "resolved c"])
        await book.finish(job, .stale(.refused))
        #expect(told.lines == ["resolved a stale", "all"])
    }

    @Test("a follower is notified at once, and again when the port stops or starts responding")
    func following() async throws {
        let (book, told) = Self.book(.atOnce)
        let job = try #require(await book.apply(Self.event(.resolved, "a")))
        #expect(told.lines == ["resolved a"])
        await book.finish(job, .stale(.noAnswer))
        #expect(told.lines == ["updated a stale"])
        // Other updates from the browser neither change that nor request a check.
        #expect(await book.apply(Self.event(.updated, "a")) == nil)
        #expect(told.lines == ["updated a stale"])
        let again = try #require(await book.due(after: .zero, ifStale: .zero).first)
        await book.finish(again, .unknown)
        #expect(told.lines.isEmpty)
        await book.finish(again, .answers)
        #expect(told.lines == ["updated a"])
        #expect(await book.apply(Self.event(.removed, "a")) == nil)
        #expect(await book.due(after: .zero, ifStale: .zero).isEmpty && told.lines == ["removed a"])
    }

    @Test("a check of a service that has changed or gone since then is void")
    func changed() async throws {
        let (book, told) = Self.book(.onceChecked)
        let old = try #require(await book.apply(Self.event(.resolved, "a")))
        let new = try #require(await book.apply(Self.event(.updated, "a", port: 81)))
        let gone = try #require(await book.apply(Self.event(.resolved, "b")))
        _ = await book.apply(Self.event(.removed, "b"))
        _ = await book.apply(.allForNow)
        await book.finish(old, .stale(.refused))
        await book.finish(gone, .answers)
        #expect(told.lines.isEmpty)
        await book.finish(new, .answers)
        #expect(told.lines == ["resolved a", "all"])
    }

    @Test("a host that loses one of its addresses keeps its result until it has been checked again")
    func fewerAddresses() async throws {
        let (book, told) = Self.book(.atOnce)
        let first = try #require(await book.apply(Self.event(.resolved, "a", at: ["10.0.0.2", "fd00::2"])))
        await book.finish(first, .stale(.noAnswer))
        #expect(told.lines == ["resolved a", "updated a stale"])
        let second = try #require(await book.apply(Self.event(.updated, "a", at: ["fd00::2"])))
        await book.finish(second, .stale(.noAnswer))
        #expect(told.lines == ["updated a stale"])
        // For another port, or another host's address, nothing is known yet.
        _ = try #require(await book.apply(Self.event(.updated, "a", port: 81, at: ["fd00::2"])))
        #expect(told.lines == ["updated a"])
    }

    @Test("stale services are due sooner than others, and services that are being checked are not due")
    func due() async throws {
        let (book, told) = Self.book(.atOnce)
        let good = try #require(await book.apply(Self.event(.resolved, "good")))
        let bad = try #require(await book.apply(Self.event(.resolved, "bad")))
        #expect(!good.isStale && !bad.isStale)
        #expect(await book.due(after: .zero, ifStale: .zero).isEmpty)
        await book.finish(good, .answers)
        await book.finish(bad, .stale(.refused))
        let due = await book.due(after: .seconds(3_600), ifStale: .zero)
        #expect(due.map(\.instance.name) == ["bad"] && due.allSatisfy(\.isStale))
        #expect(await book.due(after: .zero, ifStale: .seconds(3_600)).map(\.instance.name) == ["good"])
        #expect(told.lines == ["resolved good", "resolved bad", "updated bad stale"])
    }

    @Test("a silent host is stale, and its ports are not checked")
    func silentHost() async throws {
        let (book, told) = Self.book(.onceChecked)
        let job = try #require(await book.apply(Self.event(.resolved, "a")))
        #expect(await book.apply(Self.event(.updated, "a", stale: true)) == nil)
        _ = await book.apply(.allForNow)
        await book.finish(job, .answers)
        #expect(told.lines == ["resolved a stale", "all"])
    }
}
