import NetworkModel
import Testing

@testable import Diagnosis

@Suite("DNS servers without a server to forward queries to")
struct OwnNamesTests {
    private typealias Outcome = UplinkEvidence.Query.Outcome

    /// A machine whose only DNS server fails for names of the Internet.
    private static func observation(
        _ outcome: Outcome, _ codes: UInt16..., at place: UplinkEvidence.Query.Place = .gateway,
        packets: [UplinkEvidence.Packet] = (2...4).map { UplinkAssessmentTests.packet(limit: $0) }
    ) -> MachineObservation {
        var observation = MachineDiagnosisTests.healthy()
        let resolver = Resolver(address: UplinkAssessmentTests.gateway, source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [resolver])
        let failure: Resolution.FailureReason = outcome == .refused ? .refused : .nxdomain
        observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: failure)]
        var uplink = UplinkAssessmentTests.uplink(packets: packets)
        let reasons = codes.map { ExtendedDNSError(code: $0) }
        uplink.queries = [
            UplinkAssessmentTests.query(outcome, at: place, reasons: reasons.isEmpty ? nil : reasons)
        ]
        uplink.queries[0].control = .denied
        observation.uplink = uplink
        return observation
    }

    @Test("a DNS server that has no other one, in a network whose routers report nothing, leaves the state open")
    func silence() {
        for place in [UplinkEvidence.Query.Place.gateway, .link] {
            let verdict = MachineDiagnosis.verdict(on: Self.observation(.refused, 14, at: place))
            #expect(verdict.status == .connectionIndeterminate, "\(verdict)")
            #expect(verdict.findings.map(\.id) == ["dns.refused"] && verdict.findings.first?.severity == .warning)
            #expect(verdict.uplink?.detail?.contains("answers REFUSED because it has no server") == true)
            let denial = MachineDiagnosis.verdict(on: Self.observation(.nxdomain, at: place))
            #expect(denial.status == .connectionIndeterminate, "\(denial)")
            #expect(denial.findings.map(\.id) == ["dns.nxdomain"] && denial.findings.first?.severity == .warning)
        }
    }

    @Test("a second router that has no route to addresses that nobody has is no sign either")
    func withoutRoute() {
        let rejecting = (2...4).map { UplinkAssessmentTests.packet("203.0.113.1", 3, 0, limit: $0) }
        let verdict = MachineDiagnosis.verdict(on: Self.observation(.refused, 14, packets: rejecting))
        #expect(verdict.status == .connectionIndeterminate, "\(verdict)")
        #expect(verdict.findings.map(\.severity) == [.warning])
    }

    @Test("without that reason, with another one, or with another sign, the uplink is down")
    func signs() {
        func causes(_ observation: MachineObservation) -> [CauseID] {
            MachineDiagnosis.verdict(on: observation).findings.filter { $0.severity == .error }.map(\.id)
        }
        #expect(causes(Self.observation(.refused)) == ["path.upstream-down"])
        for code in [22, 23] as [UInt16] {
            #expect(causes(Self.observation(.refused, code)) == ["path.upstream-down"])
            #expect(causes(Self.observation(.refused, 14, code)) == ["path.upstream-down"])
        }
        let gateway = "\(UplinkAssessmentTests.gateway)"
        let unreachable = [UplinkAssessmentTests.packet(gateway, 3, 0)]
        #expect(causes(Self.observation(.refused, 14, packets: unreachable)) == ["path.upstream-down"])
        for outcome in [Outcome.refused, .nxdomain] {
            var stuck = Self.observation(outcome, 14)
            stuck.uplink?.connections = .init(total: 1, heard: 0, stuck: 1, stuckPeers: 1)
            #expect(causes(stuck) == ["path.upstream-down"])
        }
        // Routers of the Internet respond: programs should get its names.
        #expect(causes(Self.observation(.refused, 14, packets: UplinkAssessmentTests.far)) == ["dns.refused"])
    }

    @Test("a name of its own without an IPv6 address is no fault")
    func ownName() throws {
        func severity(_ codes: UInt16...) throws -> Severity? {
            let answer = DNSVerdictTests.answer("198.51.100.1")
            var refusal = Facts.failure(.refused, type: "AAAA")
            refusal.extendedErrors = codes.isEmpty ? nil : codes.map { ExtendedDNSError(code: $0) }
            var evidence = try DNSVerdictTests.page([answer])
            evidence.dns = Facts.dns([refusal], answers: [answer])
            return Verdict(on: evidence).findings.first { $0.id == "dns.refused" }?.severity
        }
        #expect(try severity(14) == .info)
        #expect(try severity() == .warning)
        #expect(try severity(14, 23) == .warning)
    }
}
