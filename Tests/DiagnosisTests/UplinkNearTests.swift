import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The uplink of networks in which nobody but something near responds")
struct UplinkNearTests {
    /// SYNs to documentation addresses without a response, and one that a resolver has accepted.
    private func uplink(resolver: String) -> UplinkEvidence {
        let server = Facts.address(resolver)
        let accepted = UplinkEvidence.Packet(destination: server, transport: .tcp, limit: nil, answer: .accepted)
        var uplink = UplinkAssessmentTests.uplink(
            packets: (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) } + [accepted])
        uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: server)]
        return uplink
    }

    @Test(
        "a resolver in a private network, of a link, or of a tunnel is no proof that packets get beyond the gateway",
        arguments: [
            ("169.254.169.254", ConnectionStatus.connectionIndeterminate),
            ("100.100.100.100", .connectionIndeterminate),
            ("10.0.0.53", .connectionIndeterminate), ("9.9.9.9", .connectionUp),
        ])
    func nearResolver(address: String, status: ConnectionStatus) {
        var uplink = uplink(resolver: address)
        #expect(UplinkAssessment(uplink).status == status)
        // Programs have connections.
        uplink.connections = .init(total: 1, heard: 1)
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        uplink.connections = nil
        // A router of the provider reports a SYN.
        uplink.packets.append(UplinkAssessmentTests.packet("198.51.100.1", as: .tcp))
        uplink.packets.append(UplinkAssessmentTests.packet("198.51.100.9", limit: 3, as: .tcp))
        #expect(UplinkAssessment(uplink).status == .connectionUp)
    }

    @Test("a router that drops queries over UDP, and answers them over TCP, is a silent server before a working uplink")
    func routerOverTCPAlone() throws {
        let gateway = UplinkAssessmentTests.gateway
        let near = UplinkAssessmentTests.packet("198.51.100.1", as: .tcp)
        let packets = [near] + (3...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout, server: "\(gateway)")], servers: ["\(gateway)"])
        evidence.uplink = UplinkAssessmentTests.uplink(.timeout, packets: packets)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["path.upstream-down"])
        evidence.uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
        evidence.uplink?.queries[0].isOverTCPAlone = true
        let findings = Verdict(on: evidence).findings
        let found = try #require(findings.first { $0.id == "dns.server-unreachable" }, "\(findings)")
        #expect(found.facts["servers"] == "\(gateway)")
        #expect(found.advice.contains { $0.hasPrefix("\(gateway) answers over TCP but not over UDP") })
    }

    @Test("where packets get past the router, the first advice is to find out whether the DNS server alone fails")
    func passedRouter() throws {
        func finding(_ router: String, _ outcome: UplinkEvidence.Query.Outcome) throws -> Finding {
            let packets = [
                UplinkAssessmentTests.packet(router, as: .tcp), UplinkAssessmentTests.packet(limit: 3, as: .tcp),
            ]
            return try #require(
                UplinkAssessment(UplinkAssessmentTests.uplink(outcome, packets: packets)).findings.first)
        }
        for outcome in [UplinkEvidence.Query.Outcome.servfail, .timeout] {
            let passed = try finding("198.51.100.1", outcome)
            #expect(passed.id == "path.upstream-down" && passed.side == .upstream, "\(passed)")
            #expect(passed.advice.first?.contains("as far as 198.51.100.1") == true, "\(passed.advice)")
        }
        // A second router may be at home as well.
        let near = try finding("192.168.2.1", .servfail)
        #expect(near.advice.first?.contains("Internet light") == true, "\(near.advice)")
    }

    @Test("a router that finds no next hop may be the gateway, with its address on the provider's side")
    func edge() throws {
        let rejected = [2, 3].map { UplinkAssessmentTests.packet("198.51.100.1", 3, 1, limit: $0, as: .tcp) }
        func advice(_ more: [UplinkEvidence.Packet]) throws -> [String] {
            let uplink = UplinkAssessmentTests.uplink(.servfail, packets: more + rejected)
            let found = try #require(UplinkAssessment(uplink).findings.first)
            #expect(found.id == "path.upstream-down" && found.side == .upstream, "\(found)")
            return found.advice
        }
        let own = try advice([])
        #expect(own.first?.contains("Internet light") == true, "\(own)")
        #expect(own.contains { $0.hasPrefix("198.51.100.1 finds no next hop") }, "\(own)")
        #expect(!own.contains { $0.contains("as far as") }, "\(own)")
        // A hop limit ended there before, as it does at a router further away.
        var expired = UplinkAssessmentTests.packet("198.51.100.1", as: .udp)
        expired.isEarlier = true
        let further = try advice([expired])
        #expect(further.first?.contains("as far as 198.51.100.1") == true, "\(further)")
    }

    /// A network whose proxy accepts connections for any host, and whose resolver knows the admitted ones alone.
    private var admitting: UplinkEvidence {
        let refused = UplinkAssessmentTests.packet(UplinkAssessmentTests.gateway.description, 3, 3, as: .udp)
        let accepted = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp, answer: .accepted) }
        var uplink = UplinkAssessmentTests.uplink(packets: accepted + [refused])
        uplink.queries = [
            UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: Facts.address("10.255.255.53"))
        ]
        uplink.queries[0].control = .denied
        uplink.interception = .init(destination: Facts.address("203.0.113.9"), isAccepted: true, status: 404)
        return uplink
    }

    @Test("datagrams that the gateway rejects do not show that a network is down whose proxy accepts connections")
    func admission() {
        let assessment = UplinkAssessment(admitting)
        #expect(assessment.status == .connectionIndeterminate)
        #expect(assessment.doubt?.contains("accepts connections to any address") == true)
        var without = admitting
        without.interception = nil
        without.packets.removeAll { $0.answer != nil }
        #expect(UplinkAssessment(without).status == .connectionDown)
        // A resolver without its provider outweighs what a proxy near it accepts.
        var lost = admitting
        lost.queries = [UplinkAssessmentTests.query(.servfail)]
        lost.packets.removeAll { $0.transport == .udp }
        lost.packets += [UplinkAssessmentTests.packet(limit: 4, as: .udp)]
        #expect(UplinkAssessment(lost).status == .connectionDown)
    }

    @Test(
        "a resolver that knows admitted names alone is a warning where this machine trusts the proxy that admits them")
    func admittedNames() throws {
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .nxdomain)
        ]
        for (problem, severity) in [
            (nil, Severity.error), (.untrustedIssuer, .error), (.wrongHost, .warning),
        ] as [(TLSEvidence.CertificateProblem?, Severity)] {
            observation.uplink = admitting
            observation.uplink?.secureInterception = problem.map {
                TLSInterception(destination: Facts.address("203.0.113.9"), problem: $0)
            }
            let verdict = MachineDiagnosis.verdict(on: observation)
            let found = verdict.findings.first { $0.id == "dns.nxdomain" }
            #expect(found?.severity == severity, "\(verdict.findings)")
            #expect((verdict.status == .connectionDown) == (severity == .error))
            let isAdvised = isAnotherServerAdvised(by: try #require(found))
            #expect(isAdvised == (severity == .error))
        }
    }

    @Test("a check of a name that is not admitted does not advise another DNS server either")
    func targetWithoutAdmission() throws {
        let server = "10.255.255.53"
        for problem in [.untrustedIssuer, .wrongHost] as [TLSEvidence.CertificateProblem] {
            var evidence = try Facts.healthy()
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.dns = Facts.dns([Facts.failure(.nxdomain, server: server)], servers: [server])
            evidence.uplink = admitting
            evidence.uplink?.secureInterception = TLSInterception(
                destination: Facts.address("203.0.113.9"), problem: problem)
            let findings = Verdict(on: evidence).findings
            let found = try #require(findings.first { $0.id == "dns.nxdomain" }, "\(findings)")
            #expect(isAnotherServerAdvised(by: found) == (problem != .wrongHost))
        }
    }

    /// Whether the advice is to configure another DNS server, and not to have the missing names added.
    private func isAnotherServerAdvised(by finding: Finding) -> Bool {
        let isAdvised = finding.advice.contains { $0.hasPrefix("Use a DNS server other than") }
        let isMeant = finding.advice.contains { $0.contains("is meant to know certain names only") }
        #expect(isAdvised != isMeant, "\(finding.advice)")
        return isAdvised
    }
}
