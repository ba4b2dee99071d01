import NetworkModel
import Testing

@testable import Diagnosis

/// Devices that redirect port 80 of all hosts, and pass on everything else.
@Suite("Redirects of port 80 alone")
struct PortOfPortalTests {
    private static let behind = ICMPError(
        family: .ipv4, type: 11, code: 0, reporter: Facts.address("192.168.100.1"))

    /// A router next to this machine answers for port 80, and two routers behind it report SYNs to port 443.
    private static var uplink: UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain,
            packets: [
                UplinkAssessmentTests.packet("192.168.100.1", as: .tcp),
                UplinkAssessmentTests.packet("100.64.3.1", limit: 3, as: .tcp),
            ])
        uplink.interception = .init(
            destination: Facts.address("203.0.113.9"), isAccepted: true, status: 302,
            location: "http://router.test/update")
        uplink.interception?.isTLSAccepted = false
        uplink.interception?.isNear = true
        return uplink
    }

    private func found(_ uplink: UplinkEvidence) -> String? {
        let assessment = UplinkAssessment(uplink)
        return assessment.findings.first { $0.id == "http.captive-portal" }.map {
            "\($0.severity.rawValue) \(assessment.status.rawValue)"
        }
    }

    private static let warning = "warning \(ConnectionStatus.connectionUp.rawValue)"
    private static let error = "error \(ConnectionStatus.connectionDown.rawValue)"

    @Test("a router behind the device that reports a SYN to port 443 makes the redirect of port 80 a warning")
    func passes() throws {
        #expect(found(Self.uplink) == Self.warning)
        let finding = try #require(UplinkAssessment(Self.uplink).findings.first)
        #expect(finding.summary.contains("TCP port 80: http://router.test/update"), "\(finding.summary)")
        #expect(finding.advice.first?.contains("Open http://router.test/update") == true, "\(finding.advice)")
        #expect(finding.advice.first?.contains("HTTPS") == true, "\(finding.advice)")
        #expect(!finding.advice.contains { $0.contains("log in") }, "\(finding.advice)")
        // The packets are earlier ones; a SYN of the same observation is reported.
        var later = Self.uplink
        for index in later.packets.indices { later.packets[index].isEarlier = true }
        #expect(found(later) == Self.error)
        let portal = try #require(UplinkAssessment(later).findings.first)
        #expect(portal.advice.first?.contains("log in") == true, "\(portal.advice)")
        later.packets[1].isEarlier = nil
        later.packets[1].transport = nil
        #expect(found(later) == Self.error)
        later.interception?.errorBehind = Self.behind
        #expect(found(later) == Self.warning)
        // A daemon sends the packets a few times a minute, and the SYN past the device each time.
        later = Self.uplink
        for index in later.packets.indices { later.packets[index].isEarlier = true }
        later.interception?.errorBehind = Self.behind
        #expect(found(later) == Self.warning)
        later.queries = [UplinkAssessmentTests.query(.timeout)]
        #expect(UplinkAssessment(later).status != .connectionUp)
    }

    @Test("it is not why a connection to another port fails")
    func otherPort() throws {
        var evidence = try PathVerdictTests.failed(.refused)
        evidence.uplink = Self.uplink
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.refused", "\(Verdict(on: evidence).findings)")
        evidence.uplink?.interception?.isNear = nil
        #expect(Verdict(on: evidence).findings.first?.id == "http.captive-portal")
    }

    @Test("a portal that keeps back the rest, or that may be behind those routers, is an error")
    func keepsBack() {
        var uplink = Self.uplink
        uplink.interception?.isNear = nil
        #expect(found(uplink) == Self.error)
        uplink = Self.uplink
        uplink.interception?.isTLSAccepted = true
        #expect(found(uplink) == Self.error)
        uplink = Self.uplink
        uplink.packets = UplinkAssessmentTests.far
        #expect(found(uplink) == Self.error)
        uplink = Self.uplink
        uplink.familiesUnreached = [.ipv4]
        #expect(found(uplink) == Self.error)
        // The gateway's own report.
        uplink = Self.uplink
        uplink.packets = UplinkAssessmentTests.far
        uplink.interception?.errorBehind = Self.behind
        uplink.gateways.append(Facts.address("192.168.100.1"))
        #expect(found(uplink) == Self.error)
    }

    @Test("the connectivity URL over plain HTTP shows the same device, and one over TLS a portal")
    func connectivityURL() {
        var uplink = Self.uplink
        uplink.known = .init(
            url: "http://check.example/", status: 302, location: "http://router.test/update",
            address: UplinkAssessmentTests.gateway)
        uplink.isURLAnswered = false
        #expect(found(uplink) == Self.warning)
        uplink.known?.url = "https://check.example/"
        #expect(found(uplink) == Self.error)
    }
}
