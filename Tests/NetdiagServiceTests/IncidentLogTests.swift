import Logging
import NetworkModel
import Synchronization
import Testing

@testable import NetdiagService

@Suite("The log of incidents")
struct IncidentLogTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private struct Handler: LogHandler {
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]
        let lines: Lines

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.all.withLock { $0.append("\(event.message)") } }
    }

    @Test("it says that an incident has another cause than when it was opened, once, also after a restart")
    func renamed() throws {
        let lines = Lines()
        func store() -> IncidentStore {
            let incidents = IncidentStore(events: EventBroadcaster(), loop: nil)
            incidents.log(to: Logger(label: "incidents") { _ in Handler(lines: lines) })
            incidents.configure(["a", "b"])
            return incidents
        }
        func check(_ target: String, _ severity: Severity, _ store: IncidentStore) {
            var finding = IncidentStory.finding("gateway.unreachable", ["gateway": "10.0.0.1"], severity: severity)
            finding.summary = "the router"
            for duration in [Duration.seconds(60), .seconds(1)] {
                store.add(
                    Report(
                        target: target, started: Timestamp(), duration: duration,
                        status: severity == .error ? .connectionDown : .connectionUp, findings: [finding], layers: []))
            }
        }
        func silence(_ store: IncidentStore, _ finding: Finding) {
            for duration in [Duration.seconds(60), .seconds(1)] {
                store.add(
                    Report(
                        target: "b", started: Timestamp(), duration: duration, status: .connectionDown,
                        findings: [finding],
                        layers: [
                            LayerReport(
                                layer: .gateway, status: .connectionIndeterminate,
                                evidence: .init(
                                    GatewayEvidence(
                                        hops: [
                                            .init(
                                                route: Route(
                                                    family: .ipv4, gateway: IPAddress("10.0.0.1"), interface: "eth0"))
                                        ], isOnLink: false)))
                        ]))
            }
        }
        let first = store()
        silence(first, IncidentStory.timeout("10.2.0.1"))
        check("a", .error, first)
        let told = lines.all.withLock { $0 }
        #expect(told.count == 2 && told[0].hasPrefix("incident 1, tcp.timeout, is open"), "\(told)")
        #expect(
            told.last == "incident 1, which was tcp.timeout, is gateway.unreachable: the router; targets: 2", "\(told)")
        let second = store()
        second.restore(first.record)
        check("a", .error, second)
        #expect(lines.all.withLock { $0.count } == 2)
    }
}
