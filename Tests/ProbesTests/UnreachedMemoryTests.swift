import NetworkModel
import Testing

@testable import Diagnosis
@testable import NetworkDiagnostics

@Suite("What is not reached over an address family")
struct UnreachedMemoryTests {
    private let start = ContinuousClock.now

    private func at(_ second: Int) -> ContinuousClock.Instant { start + .seconds(second) }

    /// The report of a check of a target with an address of each family.
    private func report(
        _ sixth: String, _ outcome: TCPEvidence.Outcome = .timeout, fourth: TCPEvidence.Outcome = .connected
    ) throws -> Report {
        let hop = GatewayEvidence.Hop(
            route: Route(family: .ipv4, gateway: IPAddress("10.0.0.1"), interface: "eth0"))
        let tcp = TCPEvidence(
            attempts: try [(sixth, outcome), ("198.51.100.1", fourth)].map { address, outcome in
                .init(
                    address: try #require(IPAddress(address)), port: 443, outcome: outcome,
                    duration: .milliseconds(1))
            })
        return Report(
            target: sixth, started: Timestamp(), duration: .milliseconds(1), status: .connectionUp, findings: [],
            layers: [
                LayerReport(
                    layer: .gateway, status: .connectionUp,
                    evidence: .init(GatewayEvidence(hops: [hop], isOnLink: false))),
                LayerReport(layer: .tcp, status: .connectionUp, evidence: .init(tcp)),
            ])
    }

    @Test("networks with hosts that are reached over IPv4 alone count until a check connects over IPv6, or for a while")
    func networks() throws {
        var memory = UnreachedMemory()
        try memory.record(report("2600:1::1"), at: at(0))
        try memory.record(report("2600:1:2::1"), at: at(1))
        #expect(memory.networksOverIPv6(at: at(2)) == 1)
        try memory.record(report("2600:2::1"), at: at(2))
        #expect(memory.networksOverIPv6(at: at(3)) == 2)
        // A host that is not reached at all, and one of this network, show nothing.
        try memory.record(report("2600:3::1", fourth: .timeout), at: at(3))
        try memory.record(report("fd00::1"), at: at(3))
        #expect(memory.networksOverIPv6(at: at(4)) == 2)
        #expect(memory.networksOverIPv6(at: at(76)) == 1 && memory.networksOverIPv6(at: at(78)) == nil)
        try memory.record(report("2600:4::1", .connected), at: at(5))
        #expect(memory.networksOverIPv6(at: at(6)) == nil)
    }

    @Test("address families in which packets to hosts got no further count for a while, or until they do")
    func families() {
        var memory = UnreachedMemory()
        memory.record([.ipv6], of: [.ipv4, .ipv6], at: at(0))
        #expect(memory.families(at: at(70)) == [.ipv6] && memory.families(at: at(80)) == nil)
        memory.record([.ipv4], of: [.ipv4], at: at(1))
        #expect(memory.families(at: at(2)) == [.ipv4, .ipv6])
        memory.record([], of: [.ipv6], at: at(3))
        #expect(memory.families(at: at(4)) == [.ipv4])
    }
}
