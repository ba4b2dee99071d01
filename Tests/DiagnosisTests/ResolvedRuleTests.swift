import Diagnosis
import NetworkModel
import Testing

@Suite("Servers of systemd-resolved: DNS over TLS and split DNS")
struct ResolvedRuleTests {
    private static let server = Facts.address("192.0.2.53")

    private static func encrypted(
        _ outcome: EncryptedDNS.Outcome, isStrict: Bool = true, reason: String? = nil
    ) -> EncryptedDNS {
        EncryptedDNS(server: server, serverName: "dns.example", isStrict: isStrict, outcome: outcome, reason: reason)
    }

    /// A name that programs cannot resolve, for which the stub returns SERVFAIL.
    private static func evidence(_ encrypted: EncryptedDNS) throws -> Evidence {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.servfail, server: "127.0.0.53")], servers: ["127.0.0.53"])
        evidence.dns?.encrypted = [encrypted]
        return evidence
    }

    private func id(_ outcome: EncryptedDNS.Outcome) throws -> CauseID? {
        Verdict(on: try Self.evidence(Self.encrypted(outcome))).findings.first?.id
    }

    @Test("failures of DNS over TLS are named if systemd-resolved uses TLS only, unless lookups work")
    func strict() throws {
        for outcome in [EncryptedDNS.Outcome.refused, .silent, .failed] {
            #expect(try id(outcome) == "dns.tls-blocked")
        }
        #expect(try id(.untrusted) == "dns.tls-certificate")
        #expect(try id(.works) == "dns.servfail")
        let named = Verdict(on: try Self.evidence(Self.encrypted(.untrusted, reason: "it has expired")))
        #expect(named.findings.first?.summary.contains("dns.example: it has expired") == true, "\(named.findings)")
    }

    @Test("it is checked after a name has failed, but not if port 53 works as well")
    func questions() throws {
        let open = Self.encrypted(.notAsked)
        #expect(Verdict(on: try Self.evidence(open)).followUps.contains(.names(.encrypted(open))))
        let either = Self.encrypted(.notAsked, isStrict: false)
        #expect(!Verdict(on: try Self.evidence(either)).followUps.contains(.names(.encrypted(either))))
    }

    @Test("the server that the stub queried is named, not the stub")
    func behindStub() throws {
        var evidence = try Self.evidence(Self.encrypted(.notAsked, isStrict: false))
        evidence.dns = Facts.dns(
            [Facts.failure(.servfail, server: "127.0.0.53"), Facts.failure(.closed, server: "198.51.100.53")],
            servers: ["127.0.0.53", "198.51.100.53"])
        let cause = try #require(Verdict(on: evidence).findings.first)
        #expect(cause.id == "dns.server-closed" && cause.facts["server"] == "198.51.100.53", "\(cause)")
    }

    @Test("a dead server of a VPN affects only its domains, and a live one does not hide a dead resolver")
    func split() {
        var vpn = Resolver(address: Facts.address("198.51.100.53"), source: .systemdResolved, interface: "vpn0")
        vpn.isDefaultRoute = false
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.resolvers.servers.append(vpn)
        observation.snapshot.resolvers.domains = [.init("corp.example", interface: "vpn0", isRouteOnly: true)]
        observation.resolvers.append(.init(resolver: vpn, status: .connectionDown, failure: .timeout))
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionUp && verdict.findings.map(\.id) == ["dns.split-server-dead"])
        #expect(verdict.findings.first?.summary.contains("corp.example") == true)

        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .closed),
            .init(resolver: vpn, status: .connectionUp),
        ]
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["dns.server-closed"])
    }
}
