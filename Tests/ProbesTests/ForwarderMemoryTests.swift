import NetworkModel
import Testing

@testable import Diagnosis
@testable import NetworkDiagnostics

@Suite("Gateways that forward")
struct ForwarderMemoryTests {
    private let start = ContinuousClock.now
    private static let gateway = IPAddress("10.0.0.1")!

    private func report(_ target: String, _ outcome: TCPEvidence.Outcome) -> Report {
        let hop = GatewayEvidence.Hop(route: Route(family: .ipv4, gateway: Self.gateway, interface: "eth0"))
        let tcp = TCPEvidence(attempts: [
            .init(address: IPAddress("10.98.0.2")!, port: 80, outcome: outcome, duration: .milliseconds(1))
        ])
        return Report(
            target: target, started: Timestamp(), duration: .milliseconds(1),
            status: outcome == .connected ? .connectionUp : .connectionDown, findings: [],
            layers: [
                LayerReport(
                    layer: .gateway, status: .connectionUp,
                    evidence: .init(GatewayEvidence(hops: [hop], isOnLink: false))),
                LayerReport(layer: .tcp, status: .connectionUp, evidence: .init(tcp)),
            ])
    }

    @Test("another target that was reached while the uplink did not work shows that the gateway forwards")
    func forwards() {
        func at(_ second: Int) -> ContinuousClock.Instant { start + .seconds(second) }
        var memory = ForwarderMemory(since: at(-1))
        memory.record(report("web", .connected), from: at(0))
        #expect(memory.forwarders(besides: "gone", at: at(1)) == [Self.gateway])
        memory.record(.works, at: at(1))
        #expect(memory.forwarders(besides: "gone", at: at(1)).isEmpty)
        memory.record(.broken, at: at(2))
        // This was before the uplink failed, together with the gateway.
        #expect(memory.forwarders(besides: "gone", at: at(3)).isEmpty)
        memory.record(report("web", .connected), from: at(4))
        #expect(memory.forwarders(besides: "gone", at: at(5)) == [Self.gateway])
        #expect(memory.forwarders(besides: "web", at: at(5)).isEmpty)
        memory.record(report("gone", .timeout), from: at(6))
        #expect(memory.forwarders(besides: "gone", at: at(7)) == [Self.gateway])
        // Two targets are silent since then.
        #expect(memory.forwarders(besides: "other", at: at(7)).isEmpty)
        memory.record(report("other", .timeout), from: at(8))
        #expect(memory.forwarders(besides: "gone", at: at(9)).isEmpty)
        memory.record(report("web", .connected), from: at(10))
        #expect(memory.forwarders(besides: "gone", at: at(11)) == [Self.gateway])
        #expect(memory.forwarders(besides: "gone", at: at(100)).isEmpty)
        memory.record(report("web", .connected), from: at(101))
        memory.record(.works, at: at(102))
        #expect(memory.forwarders(besides: "gone", at: at(103)).isEmpty)
    }
}
