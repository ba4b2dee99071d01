import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Two IPv4 addresses of this machine in the gateway's subnet")
struct SeveralSourcesTests {
    /// A machine whose resolver reaches the Internet, while nothing beyond the gateway answers this machine's own packets.
    private static func verdict(
        isSourceReported: Bool, isOtherReported: Bool, packets: [UplinkEvidence.Packet] = silent
    ) -> MachineVerdict {
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
        var trial = SourceTrial(source: Facts.address("192.0.2.2"), other: Facts.address("192.0.2.3"))
        (trial.isSourceReported, trial.isOtherReported) = (isSourceReported, isOtherReported)
        observation.output.sources = trial
        return MachineDiagnosis.verdict(on: observation)
    }

    private static let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }

    @Test("a router that lets packets from the other address through, and none from the one in use, is an error")
    func oneSided() throws {
        let verdict = Self.verdict(isSourceReported: false, isOtherReported: true)
        let finding = try #require(verdict.findings.first)
        #expect(finding.id == "address.bad-source" && finding.severity == .error)
        #expect(finding.summary.contains("192.0.2.2") && verdict.status == .connectionDown)
        let command = "ip route replace default via 192.0.2.1 dev eth0 src 192.0.2.3"
        #expect(finding.advice.contains { $0.contains(command) }, "\(finding.advice)")
    }

    @Test("routers that report nothing at all, or both, say nothing about one address, and the uplink may work")
    func alike() {
        for isReported in [false, true] {
            let verdict = Self.verdict(isSourceReported: isReported, isOtherReported: isReported)
            #expect(!verdict.findings.contains { $0.id == "address.bad-source" }, "\(verdict.findings)")
            #expect(verdict.status == .connectionIndeterminate)
        }
        let later = Self.verdict(
            isSourceReported: false, isOtherReported: true, packets: [UplinkAssessmentTests.passing])
        #expect(later.findings.isEmpty && later.status == .connectionUp)
    }

    @Test("packets from another address are sent only if nothing beyond the gateway was ever heard from the one in use")
    func silence() {
        #expect(UplinkAssessmentTests.uplink(.nxdomain, packets: Self.silent).isBeyondSilent)
        // A router that has used up its limit of errors.
        let limited = Self.silent + [UplinkAssessmentTests.packet("192.168.100.1")]
        #expect(!UplinkAssessmentTests.uplink(.nxdomain, packets: limited).isBeyondSilent)
        let connections = UplinkEvidence.Connections(total: 1, heard: 1)
        let heard = UplinkAssessmentTests.uplink(.nxdomain, packets: Self.silent, connections: connections)
        #expect(!heard.isBeyondSilent)
        #expect(!UplinkAssessmentTests.uplink(.nxdomain).isBeyondSilent)
    }
}
