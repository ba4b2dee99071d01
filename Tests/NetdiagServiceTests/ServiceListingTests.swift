import NetworkModel
import ServiceDiscovery
import Synchronization
import Testing

@testable import NetdiagService
@testable import NetworkDiagnostics

@Suite("Service lists for clients")
struct ServiceListingTests {
    private static func event(
        _ kind: ServiceEvent.Kind, _ name: String, addresses: [String]? = nil, stale: Bool = false
    ) -> BrowseEvent {
        .service(
            ServiceEvent(
                kind,
                ServiceInstance(
                    name: name, type: "_a._tcp", domain: "local", interface: "eth0",
                    host: addresses.map { _ in "h.local" }, port: addresses.map { _ in 80 },
                    addresses: addresses?.compactMap { IPAddress($0) }, stale: stale)))
    }

    private static func told(_ events: [BrowseEvent], resolves: Bool, once: Bool) async -> [ServiceEvent] {
        let (stream, continuation) = AsyncStream.makeStream(of: BrowseEvent.self)
        for event in events { continuation.yield(event) }
        continuation.finish()
        let told = Mutex<[ServiceEvent]>([])
        await ServiceListing(resolves: resolves).lines(stream, once: once, within: nil) { line in
            if case .event(let event) = line { told.withLock { $0.append(event) } }
        }
        return told.withLock { $0 }
    }

    private static let events: [BrowseEvent] = [
        event(.added, "silent"), event(.added, "web"), event(.added, "late"), event(.added, "gone"),
        event(.added, "half"),
        event(.resolved, "web", addresses: ["10.0.0.2"]), event(.updated, "silent", stale: true),
        event(.updated, "late", stale: true), event(.updated, "gone", stale: true), event(.removed, "gone"),
        event(.resolved, "half", addresses: [], stale: true),
        event(.updated, "half", addresses: [], stale: true),
        event(.resolved, "late", addresses: ["10.0.0.3"]), .allForNow, event(.added, "after"),
    ]

    @Test("one line for each service once all are known, including those with a silent host")
    func once() async {
        let told = await Self.told(Self.events, resolves: true, once: true)
        #expect(told.allSatisfy { $0.event == .resolved })
        #expect(told.map(\.instance.name) == ["web", "half", "late", "silent"])
        #expect(told.map(\.instance.stale) == [false, true, false, true])
        let silent = told.last?.instance
        #expect(silent?.addresses == [] && silent?.host == nil && silent?.port == nil && silent?.staleReason == nil)
    }

    @Test("followers, and clients that resolve nothing, get events unchanged")
    func following() async {
        let services = Self.events.compactMap { if case .service(let event) = $0 { event } else { nil } }
        #expect(await Self.told(Self.events, resolves: true, once: false) == services)
        #expect(await Self.told(Self.events, resolves: false, once: true) == Array(services.dropLast()))
    }

    /// The lines and the end of a listing whose events continue until the time limit.
    private static func end(after events: [BrowseEvent], once: Bool) async -> (ServiceListing.End, [BrowseLine]) {
        let (stream, continuation) = AsyncStream.makeStream(of: BrowseEvent.self)
        for event in events { continuation.yield(event) }
        let told = Mutex<[BrowseLine]>([])
        let end = await ServiceListing(resolves: false).lines(stream, once: once, within: .milliseconds(50)) { line in
            told.withLock { $0.append(line) }
        }
        continuation.finish()
        return (end, told.withLock { $0 })
    }

    @Test("a list is not reported as empty before it has been browsed")
    func silence() async {
        let (end, told) = await Self.end(after: [], once: true)
        guard case .cut(let reason) = end, told.count == 1, case .cut(reason: reason) = told[0] else {
            Issue.record("\(end), \(told)")
            return
        }
        #expect(reason.contains("did not answer"))
        #expect(await Self.end(after: [], once: false).0 == .over)
        #expect(await Self.end(after: [Self.event(.added, "web")], once: true).0 == .over)
    }
}
