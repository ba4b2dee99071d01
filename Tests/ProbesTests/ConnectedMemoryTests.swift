import NetworkModel
import Testing

@testable import Diagnosis
@testable import NetworkDiagnostics

@Suite("Connections of checks that are remembered")
struct ConnectedMemoryTests {
    private let start = ContinuousClock.now

    private func at(_ second: Int) -> ContinuousClock.Instant { start + .seconds(second) }

    /// The report of a check that took two seconds, and connected to a host of the Internet.
    private func report() throws -> Report {
        let hop = GatewayEvidence.Hop(
            route: Route(family: .ipv4, gateway: IPAddress("10.0.0.1"), interface: "eth0"))
        let host = try #require(IPAddress("198.51.100.1"))
        let tcp = TCPEvidence(attempts: [
            .init(address: host, port: 443, outcome: .connected, duration: .milliseconds(1))
        ])
        return Report(
            target: "https://www.example/", started: Timestamp(), duration: .seconds(2), status: .connectionUp,
            findings: [],
            layers: [
                LayerReport(
                    layer: .gateway, status: .connectionUp,
                    evidence: .init(GatewayEvidence(hops: [hop], isOnLink: false))),
                LayerReport(layer: .tcp, status: .connectionUp, evidence: .init(tcp)),
            ])
    }

    @Test("a check that began before the resolvers failed has not connected since then, even if it ended later")
    func begunBefore() throws {
        for (end, isSince) in [(11, false), (13, true)] {
            let memory = UplinkMemory()
            memory.store(UplinkEvidence(gateway: nil, interface: "eth0"), from: start)
            memory.record(isResolved: true, from: start)
            memory.record(isResolved: false, from: at(10))
            memory.record(try report(), at: at(end))
            let earlier = memory.earlier(at: at(14))
            #expect(earlier.hasConnected)
            #expect(earlier.hasConnectedUnresolved == isSince, "\(end)")
        }
    }
}
