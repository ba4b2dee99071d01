import NetdiagConfiguration
import TargetKinds
import Testing

@testable import Diagnosis
@testable import NetdiagService
@testable import NetworkModel

@Suite("Updates of the daemon's state")
struct StatusStoreTests {
    @Test("the first observation comes with its verdict, and is published even if the kernel has reported the same")
    func firstObservation() async throws {
        let store = StatusStore(host: "host")
        let machine = MachineObservation(snapshot: NetworkSnapshot())
        store.setMachine(machine)
        #expect(!store.isObserved && store.document.status != .noErr)
        let before = store.document
        let events = try #require(store.events.listen())
        store.setMachine(machine, askedSince: .now)
        #expect(store.isObserved && store.document == before)
        store.events.finish()
        var statuses = 0
        for await event in events where event.kind == .status { statuses += 1 }
        #expect(statuses == 1, "who waits for it is told")
    }

    @Test("a fault of this machine that a target is not concerned by has no open incident, whichever is seen first")
    func lowered() throws {
        let address = LinkAddress(address: IPAddress("169.254.3.1")!, prefixLength: 16, scope: .link)
        let snapshot = NetworkSnapshot(
            links: [
                Link(
                    index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500,
                    addresses: [address])
            ],
            routes: [Route(family: .ipv4, destination: IPAddress("169.254.0.0"), prefixLength: 16, interface: "eth0")])
        let target = "http://169.254.3.2/"
        let hop = GatewayEvidence.Hop(route: Route(family: .ipv4, interface: "eth0"))
        let attempt = TCPEvidence.Attempt(
            address: IPAddress("169.254.3.2")!, port: 80, outcome: .connected, duration: .milliseconds(1))
        func report(isDown: Bool) -> Report {
            Report(
                target: target, started: Timestamp(), duration: .milliseconds(1),
                status: isDown ? .connectionDown : .connectionUp,
                findings: isDown ? [IncidentStory.refused("169.254.3.2:80")] : [],
                layers: [
                    LayerReport(
                        layer: .gateway, status: .connectionUp,
                        evidence: .init(GatewayEvidence(hops: [hop], isOnLink: true))),
                    LayerReport(
                        layer: .tcp, status: .connectionUp, evidence: .init(TCPEvidence(attempts: [attempt]))),
                ])
        }
        for isTargetFirst in [false, true] {
            let store = StatusStore(host: "host")
            store.setTargets([.init(target: try Target(target))])
            func observe() {
                store.setMachine(MachineObservation(snapshot: snapshot), askedSince: DualClockTime.now - .seconds(5))
            }
            if isTargetFirst { store.add(report(isDown: false)) }
            observe()
            #expect(store.incidents.open.map(\.cause.id) == (isTargetFirst ? [] : ["address.link-local-only"]))
            store.add(report(isDown: false))
            #expect(store.incidents.open.isEmpty)
            observe()
            #expect(store.incidents.open.isEmpty && store.document.status == .connectionUp)
            // Without a target that works by it, that is a fault again.
            store.add(report(isDown: true))
            observe()
            #expect(store.document.status == .connectionDown)
            #expect(store.incidents.open.contains { $0.cause.id == "address.link-local-only" })
        }
    }

    @Test("a warning that a check has beside its cause is in the status as long as the check finds it, and no incident")
    func secondFindings() throws {
        let store = StatusStore(host: "host")
        let target = "https://www.example/"
        store.setTargets([.init(target: try Target(target))])
        func add(_ findings: [Finding]) {
            store.add(
                Report(
                    target: target, started: Timestamp(), duration: .milliseconds(1), status: .connectionDown,
                    findings: findings, layers: []))
        }
        let hosts = Finding(DNSCauses.hostsOverride, severity: .warning, ["name": "www.example"])
        let refused = IncidentStory.refused("198.51.100.7:443")
        add([refused, hosts])
        let document = store.document
        #expect(document.cause?.id == refused.id && document.findings.map(\.id) == [refused.id, hosts.id])
        #expect(document.findingsWithoutIncident.contains { $0.id == hosts.id } && store.incidents.open.isEmpty)
        #expect(document.targets[0].cause == refused)
        add([refused])
        #expect(store.document.findings.map(\.id) == [refused.id])
    }

    @Test("a warning beside the same cause is news once, however its facts change")
    func news() {
        func stored(_ findings: [Finding]) -> StoredReport {
            StoredReport(
                Report(
                    target: "a", started: Timestamp(), duration: .milliseconds(1), status: .connectionDown,
                    findings: findings, layers: []))
        }
        let refused = IncidentStory.refused("198.51.100.7:443")
        func loss(_ lost: String) -> Finding {
            Finding(PathCauses.loss, severity: .warning, ["address": "198.51.100.8", "lost": lost])
        }
        let before = stored([refused])
        let first = stored([refused, loss("3")])
        #expect(before.isNews(after: nil) && first.isNews(after: before) && before.isNews(after: first))
        #expect(!stored([refused, loss("4")]).isNews(after: first) && !stored([refused]).isNews(after: before))
    }
}
