import NetworkModel
import Testing

@testable import Diagnosis
@testable import TargetKinds

@Suite("A server that seems to hang behind a full queue")
struct FullQueueTests {
    /// A connection that took this long, and on which nothing arrived after that.
    private static func evidence(_ time: Duration, isRepeated: Bool = true) throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.tcp?.attempts[0].duration = Milliseconds(time)
        evidence.tcp?.attempts[0].isRepeated = isRepeated ? true : nil
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .timeout)
        evidence.http = nil
        evidence.path = PathEvidence()
        evidence.path?.echoes = EchoEvidence(
            address: Facts.address("198.51.100.1"), outcome: .timeout, sent: 20, received: 0)
        return evidence
    }

    @Test("a round trip of seconds is the cause, and not the handshake that had no time left")
    func queue() throws {
        let found = try #require(Verdict(on: Self.evidence(.milliseconds(2_119))).findings.first)
        #expect(found.id == "tcp.slow" && found.severity == .error && found.side == .upstream, "\(found)")
        #expect(found.advice.first?.contains("in the queue of 192.0.2.1") == true, "\(found.advice)")
    }

    @Test("a server hangs if the path is not that slow, or only SYNs were lost")
    func hanging() throws {
        var pinged = try Self.evidence(.milliseconds(2_119))
        pinged.path?.echoes = EchoEvidence(
            address: Facts.address("198.51.100.1"), outcome: .reply, sent: 20, received: 20,
            roundTrip: .milliseconds(30))
        for evidence in [pinged, try Self.evidence(.milliseconds(1_020)), try Self.evidence(.milliseconds(3_040))] {
            let found = Verdict(on: evidence).findings
            #expect(found.first?.id == "tls.handshake-timeout", "\(found)")
            #expect(found.contains { $0.id == "tcp.slow" && $0.severity == .warning }, "\(found)")
        }
    }

    @Test("an uplink whose routers report packets after seconds is unclear, and not broken")
    func lateRouters() {
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        observation.resolvers[0].status = .connectionDown
        observation.resolvers[0].failure = .timeout
        #expect(observation.uplink?.isSilentThroughout == true && observation.uplink?.mayBeLate == true)
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["path.upstream-down"])
        observation.uplink?.lateness = Milliseconds(.milliseconds(2_600))
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.isEmpty && verdict.status == .connectionIndeterminate, "\(verdict.findings)")
        #expect(verdict.uplink?.detail?.contains("2.6 s") == true, "\(verdict.uplink?.detail ?? "")")
        #expect(observation.uplink?.isSilentThroughout == false && observation.uplink?.mayBeLate == true)
        // Late reports are waited for, unless another fault explains the silence.
        #expect(observation.dependsOnLateReports)
        var own = observation
        own.output.withheld = PathEvidence.Trace(
            address: Facts.address("203.0.113.9"), port: 9, transport: .udp, outcome: .unsent, failure: "ENOBUFS")
        #expect(own.uplink?.mayBeLate == true && !own.dependsOnLateReports)
        // A router that refuses is not slow.
        observation.uplink?.packets = [UplinkAssessmentTests.packet("192.0.2.1", 3, 0)]
        #expect(MachineDiagnosis.verdict(on: observation).status == .connectionDown)
    }

    @Test("a packet that a router reports as undeliverable, however late, is no sign of a full line")
    func undeliverable() {
        let gateways = [UplinkAssessmentTests.gateway]
        #expect(UplinkAssessmentTests.packet("100.64.3.1").isExpired(behind: gateways))
        #expect(!UplinkAssessmentTests.packet("192.0.2.1").isExpired(behind: gateways))
        for code in [0, 1, 13] as [UInt8] {
            #expect(!UplinkAssessmentTests.packet("100.64.3.1", 3, code).isExpired(behind: gateways))
        }
        #expect(!UplinkAssessmentTests.packet().isExpired(behind: gateways))
    }
}
