import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Connections that a device on the way accepts in place of all hosts")
struct PlayedConnectionTests {
    /// A host of the Internet that accepted the connection and then said nothing, and a resolver that refuses names.
    private static func check(_ met: UplinkEvidence.Interception?) throws -> Evidence {
        var evidence = try Facts.healthy("https://198.51.100.1/")
        evidence.dns = nil
        evidence.http = nil
        evidence.tls = TLSEvidence(serverName: "198.51.100.1", outcome: .timeout)
        evidence.uplink = UplinkAssessmentTests.uplink(
            .refused,
            packets: [UplinkAssessmentTests.packet(as: .tcp), UplinkAssessmentTests.packet(as: .udp)])
        evidence.uplink?.interception = met
        return evidence
    }

    @Test("their silence is that of a dead uplink, if a host that nobody has accepts connections too")
    func silence() throws {
        var met = UplinkEvidence.Interception(destination: Facts.address("203.0.113.9"), isAccepted: true)
        let found = Verdict(on: try Self.check(met))
        #expect(found.findings.map(\.id) == ["path.upstream-down"], "\(found.findings)")
        // Otherwise the host itself has accepted it, or the device answers.
        #expect(Verdict(on: try Self.check(nil)).findings.map(\.id) == ["tls.handshake-timeout"])
        met.isAccepted = false
        #expect(Verdict(on: try Self.check(met)).findings.map(\.id) == ["tls.handshake-timeout"])
        (met.isAccepted, met.status) = (true, 503)
        #expect(Verdict(on: try Self.check(met)).findings.map(\.id) == ["tls.handshake-timeout"])
        var working = try Self.check(.init(destination: Facts.address("203.0.113.9"), isAccepted: true))
        working.uplink?.queries = [UplinkAssessmentTests.query(.nxdomain)]
        #expect(Verdict(on: working).findings.map(\.id) == ["tls.handshake-timeout"])
    }

    @Test("whose silence it is remains open if the connection itself took a second, as over a line that is full")
    func fullLine() throws {
        var evidence = try Self.check(nil)
        for (time, side) in [(900, Side.remote), (1_400, nil)] as [(Int, Side?)] {
            evidence.tcp?.attempts[0].duration = Milliseconds(.milliseconds(time))
            let found = Verdict(on: evidence).findings.first { $0.severity == .error }
            #expect(found?.id == "tls.handshake-timeout" && found?.side == side, "\(found?.summary ?? "")")
        }
    }

    @Test("the uplink is looked at for hosts of the Internet that say nothing, and for no others")
    func question() throws {
        for (address, isAsked) in [("198.51.100.1", true), ("10.1.0.7", false)] {
            var evidence = try Self.check(nil)
            evidence.uplink = nil
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, address)])
            #expect(Verdict(on: evidence).followUps.contains(.path(.uplink)) == isAsked, "\(address)")
        }
    }
}
