import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A dead resolver beside a provider without a route")
struct ProviderRouteTests {
    private static let server = Facts.address("192.0.2.53")

    /// The provider's router reports every packet as undeliverable, and the resolver on the link is silent.
    private static func uplink(_ outcome: UplinkEvidence.Query.Outcome = .timeout) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(
            packets: [2, 3, 4].map { UplinkAssessmentTests.packet("100.64.3.1", 3, 0, limit: $0) })
        uplink.queries = [UplinkAssessmentTests.query(outcome, at: .link, server: server)]
        return uplink
    }

    @Test("the machine status names both")
    func status() {
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .timeout)
        ]
        observation.uplink = Self.uplink()
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.map(\.id) == ["dns.server-unreachable", "path.upstream-down"])
        #expect(verdict.findings.map(\.severity) == [.error, .warning])
        #expect(verdict.findings[1].summary.contains("100.64.3.1"), "\(verdict.findings[1].summary)")
    }

    @Test("a check names both")
    func check() throws {
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout)])
        evidence.gateway = GatewayEvidence(hops: [.init(route: Facts.onLink, nextHop: Self.server)], isOnLink: true)
        #expect(Verdict(on: evidence).followUps.contains(.path(.uplink)))
        evidence.uplink = Self.uplink()
        #expect(Verdict(on: evidence).findings.map(\.id) == ["dns.server-unreachable", "path.upstream-down"])
    }

    @Test("it is named beside this machine's own filter, which keeps back the queries")
    func besideFilter() throws {
        var trace = PathEvidence.Trace(address: Self.server, port: 53, transport: .udp, outcome: .unsent)
        trace.failure = "EPERM"
        var uplink = Self.uplink()
        uplink.queries = []
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .timeout)
        ]
        observation.uplink = uplink
        observation.output = MachineOutput(resolvers: [trace])
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout)])
        evidence.path = PathEvidence()
        evidence.path?.traces = [trace]
        evidence.uplink = uplink
        for findings in [MachineDiagnosis.verdict(on: observation).findings, Verdict(on: evidence).findings] {
            #expect(findings.map(\.id) == ["local.firewall", "path.upstream-down"])
            #expect(findings.map(\.severity) == [.error, .warning])
        }
        // Without the filter's silence, a lack of queries says nothing.
        #expect(UplinkAssessment(uplink).warnings.isEmpty)
    }

    @Test("a router that lacks a route to documentation addresses alone is not to blame")
    func otherAddress() {
        func warnings(_ uplink: UplinkEvidence) -> [CauseID] { UplinkAssessment(uplink).warnings.map(\.id) }
        var uplink = Self.uplink()
        #expect(warnings(uplink) == ["path.upstream-down"] && uplink.isProviderWithoutRoute)
        var packet = UplinkAssessmentTests.packet("100.64.3.1", 11, 0, limit: 2)
        packet.destination = Facts.address("192.52.193.1")
        uplink.packets.append(packet)
        #expect(warnings(uplink).isEmpty && !uplink.isProviderWithoutRoute)
        // A resolver that reaches the Internet shows that there is a route.
        #expect(warnings(Self.uplink(.nxdomain)).isEmpty && !Self.uplink(.nxdomain).isProviderWithoutRoute)
        // What was learned a moment ago is kept, as in a daemon that sends few packets.
        uplink = Self.uplink()
        for index in uplink.packets.indices { uplink.packets[index].isEarlier = true }
        #expect(warnings(uplink) == ["path.upstream-down"] && !uplink.isProviderWithoutRoute)
        // A check has just connected to a host in the Internet.
        uplink.hasConnected = true
        #expect(warnings(uplink).isEmpty)
    }

    @Test("a router that looks at the hop limit before the route has none either, also a while after the packets")
    func hopLimitFirst() {
        var uplink = UplinkAssessmentTests.uplink(
            packets: [UplinkAssessmentTests.packet("100.64.3.1", 11, 0, limit: 2)]
                + [3, 4].map { UplinkAssessmentTests.packet("100.64.3.1", 3, 0, limit: $0) })
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .gateway)]
        #expect(UplinkProof(uplink) == .broken && uplink.isProviderWithoutRoute)
        // A packet with this limit shows whether the router has a route to another address.
        #expect(uplink.limitOfRouteTrial == 3)
        // The next router reports that packet, so that the first has a route.
        var packet = UplinkAssessmentTests.packet("62.1.0.2", 11, 0, limit: 3)
        packet.destination = Facts.address("192.52.193.1")
        var routed = uplink
        routed.packets.append(packet)
        #expect(!routed.isProviderWithoutRoute)
        // One that forwards the packet that would get furthest rejects others for another reason.
        var odd = uplink
        odd.packets[2] = UplinkAssessmentTests.packet("100.64.3.1", 11, 0, limit: 4)
        #expect(!odd.isProviderWithoutRoute)
        for index in uplink.packets.indices { uplink.packets[index].isEarlier = true }
        #expect(UplinkProof(uplink) == .broken)
        // A resolver on the link may be dead itself.
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .link, server: Self.server)]
        #expect(UplinkProof(uplink) == .unknown)
        #expect(UplinkAssessment(uplink).warnings.map(\.id) == ["path.upstream-down"])
    }
}
