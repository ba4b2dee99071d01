import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Programs that give up before a DNS server answers")
struct ImpatienceTests {
    /// A dead server, and one that answers after the given time.
    private static func observation(_ time: Duration, attempts: Int = 1) -> MachineObservation {
        var observation = MachineDiagnosisTests.healthy()
        let dead = Resolver(address: Facts.address("192.0.2.54"), source: .resolvConf)
        let late = Resolver(address: Facts.address("192.0.2.53"), source: .resolvConf)
        observation.snapshot.resolvers.servers = [dead, late]
        (observation.snapshot.resolvers.timeout, observation.snapshot.resolvers.attempts) = (1, attempts)
        observation.snapshot.resolvers.optionLine = "/etc/resolv.conf:3: options timeout:1 attempts:\(attempts)"
        observation.resolvers = [
            .init(resolver: dead, status: .connectionDown, failure: .timeout),
            .init(resolver: late, status: .connectionUp, duration: Milliseconds(time)),
        ]
        var resolution = Resolution(
            name: MachineNames.knownName + ".", answers: [], failures: [Facts.failure(.timeout, type: "A")])
        resolution.system = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        observation.names = MachineNames(resolution: resolution, nameServices: ["files", "dns"])
        return observation
    }

    @Test("a server that answers after the timeout of resolv.conf does not help programs")
    func late() throws {
        let verdict = MachineDiagnosis.verdict(on: Self.observation(.milliseconds(1_600)))
        let finding = try #require(verdict.findings.first)
        #expect(finding.id == "dns.system-differs" && verdict.status == .connectionDown, "\(verdict.findings)")
        #expect(finding.summary.contains("/etc/resolv.conf:3: options timeout:1"), "\(finding.summary)")
    }

    @Test("one that answers in time, or is queried again, does")
    func inTime() {
        for observation in [
            Self.observation(.milliseconds(900)), Self.observation(.milliseconds(1_600), attempts: 2),
        ] {
            let found = MachineDiagnosis.verdict(on: observation).findings.map(\.id)
            #expect(!found.contains("dns.system-differs"), "\(found)")
        }
    }

    @Test("a route that rejects packets to the DNS server blocks that server, not the target")
    func rejectedServer() throws {
        var evidence = try Facts.healthy("http://www.example.com/")
        evidence.gateway = GatewayEvidence(
            hops: [
                .init(
                    route: Route(
                        family: .ipv4, kind: .blackhole, destination: Facts.address("192.0.2.53"), prefixLength: 32))
            ], isOnLink: false)
        evidence.tcp = nil
        evidence.dns = DNSEvidence(
            resolution: Resolution(
                name: "www.example.com", answers: [], failures: [Facts.failure(.timeout, type: "A")]),
            servers: ["192.0.2.53"])
        let finding = try #require(GatewayRules.findings(in: evidence).first)
        #expect(finding.id == "gateway.route-rejects" && finding.facts["destination"] == "the DNS server 192.0.2.53")
    }

    @Test("programs whose queries with EDNS the first server does not answer get an answer of the next one")
    func nextServer() throws {
        var observation = MachineDiagnosisTests.healthy()
        let next = Resolver(address: Facts.address("192.0.2.54"), source: .resolvConf)
        observation.snapshot.resolvers.servers.append(next)
        observation.resolvers[0].duration = Milliseconds(.milliseconds(508))
        observation.resolvers.append(
            .init(resolver: next, status: .connectionUp, duration: Milliseconds(.milliseconds(4))))
        let lookup = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        var answer = Facts.answer
        answer.duration = Milliseconds(.milliseconds(508))
        var resolution = Resolution(name: MachineNames.knownName + ".", answers: [answer], failures: [])
        resolution.system = lookup
        observation.names = MachineNames(resolution: resolution, again: lookup, nameServices: ["files", "dns"])
        observation.names?.queryLine = "/etc/resolv.conf:3: options edns0"
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.map(\.id) == ["dns.system-differs"], "\(verdict.findings)")
        #expect(verdict.status == .connectionUp && verdict.findings.first?.severity == .warning)
        #expect(verdict.findings.first?.summary.contains("after 5 s, they query 192.0.2.54") == true)
        observation.resolvers[1].duration = Milliseconds(.milliseconds(506))
        #expect(MachineDiagnosis.verdict(on: observation).status == .connectionDown)
    }
}
