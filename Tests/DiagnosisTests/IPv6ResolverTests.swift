import NetworkModel
import Testing

@testable import Diagnosis

@Suite("DNS servers that the path keeps away")
struct IPv6ResolverTests {
    private static let server = "2001:db8:53::9"

    private static func uplink(_ packets: [UplinkEvidence.Packet]) -> UplinkEvidence {
        var uplink = UplinkFamilyTests.uplink(UplinkFamilyTests.fourthHeard + packets)
        uplink.queries = [
            UplinkAssessmentTests.query(.timeout, at: .beyond, server: Facts.address(server))
        ]
        return uplink
    }

    private static let ending = [
        UplinkFamilyTests.sixth("2001:db8:91::1", 3, 0, limit: 2), UplinkFamilyTests.sixth(limit: 3),
    ]

    private static func check(_ uplink: UplinkEvidence, servers: [String] = [server]) throws -> Finding? {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns(
            servers.flatMap { server in ["A", "AAAA"].map { Facts.failure(.timeout, server: server, type: $0) } },
            servers: servers)
        evidence.uplink = uplink
        return DNSRules.findings(in: evidence).first
    }

    @Test("if IPv6 ends at one router, the silence of servers that only it leads to is that of IPv6")
    func behindDeadFamily() throws {
        let found = try #require(try Self.check(Self.uplink(Self.ending)))
        #expect(found.id == "path.ipv6-down" && found.severity == .error, "\(found)")
        #expect(found.summary.contains("every configured DNS server") && found.summary.contains(Self.server))
        #expect(found.advice.first?.contains("IPv4 address in place of \(Self.server)") == true, "\(found.advice)")
        let mixed = try Self.check(Self.uplink(Self.ending), servers: [Self.server, "198.51.100.53"])
        #expect(mixed?.id == "dns.server-unreachable")
        let further = Self.ending + [UplinkFamilyTests.sixth("2001:db8:92::1", 3, 0, limit: 4)]
        #expect(try Self.check(Self.uplink(further))?.id == "dns.server-unreachable")
    }

    @Test("the status names the router that rejects packets to the only server, as a check does")
    func rejected() {
        let server = Facts.address("9.9.9.9")
        let router = "100.64.3.1"
        var uplink = UplinkAssessmentTests.uplink(packets: [
            .init(
                destination: server, transport: .tcp, limit: nil,
                error: ICMPError(family: .ipv4, type: 3, code: 13, reporter: Facts.address(router))),
            UplinkAssessmentTests.packet(router, limit: 2, as: .tcp),
            UplinkAssessmentTests.packet("198.51.100.2", limit: 3, as: .tcp),
        ])
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .beyond, server: server)]
        let resolver = Resolver(address: server, source: .resolvConf)
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = uplink
        observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .timeout)]
        observation.snapshot.resolvers = .init(servers: [resolver])
        let found = MachineDiagnosis.verdict(on: observation).findings.first
        #expect(found?.id == "path.filtered" && found?.side == .upstream, "\(String(describing: found))")
        #expect(found?.facts["router"] == router && found?.facts["destination"] == "9.9.9.9:53")
    }

    @Test("the status takes IPv6 that is off for the outage if all servers have IPv6 addresses, not beside an IPv4 one")
    func switchedOff() throws {
        let sixth = Resolver(address: Facts.address(Self.server), source: .resolvConf)
        for others in [[], [MachineDiagnosisTests.resolver]] {
            var observation = MachineDiagnosisTests.healthy()
            for index in observation.snapshot.links.indices { observation.snapshot.links[index].isIPv6Disabled = true }
            if others.isEmpty { observation.uplink = nil }
            observation.snapshot.resolvers = .init(servers: [sixth] + others)
            observation.resolvers = [.init(resolver: sixth, status: .connectionDown, failure: .timeout)]
            observation.resolvers += others.map { .init(resolver: $0, status: .connectionUp) }
            let verdict = MachineDiagnosis.verdict(on: observation)
            let found = try #require(verdict.findings.first { $0.id == "address.ipv6-disabled" })
            #expect(found.severity == (others.isEmpty ? .error : .info), "\(verdict.findings)")
            #expect((verdict.status == .connectionDown) == others.isEmpty, "\(verdict.findings)")
        }
    }

    @Test("beside a server that refuses, one that is not queried since IPv6 is off is no second silent server")
    func switchedOffInPart() {
        let sixth = Resolver(address: Facts.address(Self.server), source: .resolvConf)
        for isUnsent in [true, false] {
            var observation = MachineDiagnosisTests.healthy()
            for index in observation.snapshot.links.indices { observation.snapshot.links[index].isIPv6Disabled = true }
            observation.snapshot.resolvers = .init(servers: [sixth, MachineDiagnosisTests.resolver])
            observation.resolvers = [
                .init(resolver: sixth, status: .connectionDown, failure: .timeout),
                .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .refused),
            ]
            observation.resolvers[0].isUnsent = isUnsent
            let found = MachineDiagnosis.verdict(on: observation).findings
            #expect(
                found.map { "\($0.severity.rawValue) \($0.id)" }
                    == (isUnsent
                        ? ["error dns.refused", "warning address.ipv6-disabled"]
                        : ["error dns.refused", "error dns.server-unreachable", "info address.ipv6-disabled"]),
                "\(found)")
        }
    }
}
