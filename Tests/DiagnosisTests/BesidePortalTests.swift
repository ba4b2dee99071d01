import NetworkModel
import Testing

@testable import Diagnosis

/// Faults of this machine that remain once somebody has logged in at a captive portal.
@Suite("Faults beside a portal")
struct BesidePortalTests {
    private static let sixth = "2600::1"

    private static var portal: UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(.nxdomain)
        uplink.interception = .init(
            destination: Facts.address("203.0.113.9"), isAccepted: true, status: 302, location: "http://10.0.0.1/in")
        return uplink
    }

    private static func ids(_ findings: [Finding]) -> [String] {
        findings.map { "\($0.severity.rawValue) \($0.id)" }
    }

    /// A check of a page to whose addresses no connection was established.
    private static func evidence(_ addresses: [String], _ traces: PathEvidence.Trace...) throws -> Evidence {
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.address?.usable.append(
            .init(
                interface: "eth0",
                address: .init(address: Facts.address("2600:2::2"), prefixLength: 64, scope: .global)))
        evidence.gateway?.hops.append(Facts.hop(gateway: "2001:db8:1::1"))
        evidence.tcp = TCPEvidence(attempts: addresses.map { Facts.attempt(.timeout, $0) })
        evidence.path = PathEvidence()
        evidence.path?.traces = traces
        evidence.uplink = portal
        return evidence
    }

    @Test("in a check, a filter of one address family is a warning, and the portal of the other one is the cause")
    func filterInCheck() throws {
        let dropped = PathVerdictTests.trace(.unsent, Self.sixth, failure: "EPERM")
        var evidence = try Self.evidence([Self.sixth, "198.51.100.1"], dropped, PathVerdictTests.trace(.silent))
        #expect(Self.ids(Verdict(on: evidence).findings) == ["error http.captive-portal", "warning local.firewall"])
        // The filter keeps back everything, or there is no portal.
        evidence.path?.traces[1] = PathVerdictTests.trace(.unsent, failure: "EPERM")
        #expect(Self.ids(Verdict(on: evidence).findings).first == "error local.firewall")
        evidence.path?.traces[1] = PathVerdictTests.trace(.silent)
        evidence.uplink?.interception = nil
        #expect(Self.ids(Verdict(on: evidence).findings).first == "error local.firewall")
    }

    @Test("in the machine's status, a filter of IPv6 is a warning beside the portal")
    func filterInStatus() {
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = Self.portal
        observation.output.nobody = [
            PathVerdictTests.trace(.silent, "203.0.113.9"),
            PathVerdictTests.trace(.unsent, "2001:db8::7", failure: "EPERM"),
        ]
        let found = MachineDiagnosis.verdict(on: observation).findings
        #expect(Self.ids(found) == ["error http.captive-portal", "warning local.firewall"])
        observation.output.nobody[1] = PathVerdictTests.trace(.silent, "2001:db8::7")
        #expect(Self.ids(MachineDiagnosis.verdict(on: observation).findings) == ["error http.captive-portal"])
    }

    @Test("a line of the hosts file that contradicts DNS is a warning, unless the portal answers the queries itself")
    func hostsLine() throws {
        var evidence = try Self.evidence(["198.51.100.9"], PathVerdictTests.trace(.silent, "198.51.100.9"))
        evidence.dns?.resolution.answers.append(
            .init(address: Facts.address("198.51.100.9"), source: .hosts, duration: .zero))
        let findings = Verdict(on: evidence).findings
        #expect(Self.ids(findings) == ["error http.captive-portal", "warning dns.hosts-override"])
        #expect(findings.last?.summary.contains("198.51.100.9") == true, "\(findings)")
        evidence.uplink?.queries = [UplinkAssessmentTests.query(.address, addresses: ["10.0.0.1"])]
        #expect(Self.ids(Verdict(on: evidence).findings) == ["error http.captive-portal"])
        evidence.uplink = nil
        #expect(!Self.ids(Verdict(on: evidence).findings).contains("error http.captive-portal"))
    }
}
