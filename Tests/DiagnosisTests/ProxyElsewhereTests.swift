import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Proxies of another network")
struct ProxyElsewhereTests {
    /// A check through a proxy with a private address for which the provider's router has no route.
    private static func evidence() throws -> Evidence {
        var evidence = try Facts.healthy()
        (evidence.dns, evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil, nil)
        var attempt = Facts.attempt(.networkUnreachable, "10.9.9.9")
        attempt.refusal = ICMPError(family: .ipv4, type: 3, code: 0, reporter: Facts.address("100.70.0.1"))
        var proxy = ProxyEvidence(url: "http://10.9.9.9:3128", origin: "https_proxy", outcome: .unreachable)
        proxy.attempts = [attempt]
        evidence.proxy = proxy
        return evidence
    }

    @Test(
        "an outage of the provider is a second finding, since the target would not be reached without the proxy either")
    func besideOutage() throws {
        var evidence = try Self.evidence()
        let findings = { Verdict(on: evidence).findings }
        #expect(findings().map(\.id) == ["proxy.unreachable"] && findings()[0].side == .machine)
        #expect(Verdict(on: evidence).followUps.contains(.path(.uplink)))
        evidence.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        #expect(findings().map(\.id) == ["proxy.unreachable", "path.upstream-down"])
        #expect(findings().map(\.severity) == [.error, .warning])
        evidence.uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkAssessmentTests.far)
        #expect(findings().map(\.id) == ["proxy.unreachable"])
    }

    @Test("a proxy in a private network that is only silent is not examined like this")
    func silent() throws {
        var evidence = try Self.evidence()
        evidence.proxy?.attempts[0].refusal = nil
        evidence.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        let warnings = Verdict(on: evidence).findings.filter { $0.severity == .warning }
        #expect(!warnings.contains { $0.id == "path.upstream-down" }, "\(warnings)")
    }

    @Test("without a default route, a proxy on the link that accepts connections is named, and no route is missed")
    func onLink() {
        var observation = MachineDiagnosisTests.healthy()
        (observation.snapshot.routes, observation.gateways, observation.uplink) = ([Facts.onLink], [], nil)
        let alone = MachineDiagnosis.verdict(on: observation)
        #expect(alone.findings.map(\.id) == ["gateway.none"] && alone.uplink == nil)
        observation.proxy = .init(
            variable: "http_proxy", url: "http://192.0.2.8:3128", address: Facts.address("192.0.2.8"))
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.isEmpty && verdict.status == .connectionIndeterminate, "\(verdict.findings)")
        #expect(verdict.uplink?.detail?.hasPrefix("the proxy http://192.0.2.8:3128 (http_proxy)") == true)
    }

    @Test("a proxy of the environment that fails for reasons of its own is named beside an outage")
    func ofItsOwn() {
        func proxy(_ outcome: EnvironmentProxy.Outcome, _ place: String = "192.168.1.1:3128") -> EnvironmentProxy {
            EnvironmentProxy(variable: "https_proxy", url: "http://\(place)", place: place, outcome: outcome)
        }
        #expect(proxy(.misconfigured("the host is missing")).isFaultOfItsOwn)
        #expect(proxy(.unreachable(.refused)).isFaultOfItsOwn)
        #expect(proxy(.unreachable(.refused), "127.0.0.1:3128").isFaultOfItsOwn)
        let broken = proxy(.tls("certificate has expired"), "198.51.100.1:3128")
        #expect(broken.isFaultOfItsOwn && broken.finding.id == "proxy.tls" && broken.finding.severity == .warning)
        #expect(broken.finding.summary.hasSuffix("(https_proxy) fails: certificate has expired"))
        // The network may be the reason.
        #expect(!proxy(.unresolved, "proxy.example:3128").isFaultOfItsOwn)
        #expect(!proxy(.unreachable(.refused), "198.51.100.1:3128").isFaultOfItsOwn)
        #expect(!proxy(.unreachable(.timeout)).isFaultOfItsOwn)
        var elsewhere = proxy(.unreachable(.networkUnreachable), "10.9.9.9:3128")
        #expect(!elsewhere.isFaultOfItsOwn)
        elsewhere.isOfOtherNetwork = true
        #expect(elsewhere.isFaultOfItsOwn && elsewhere.finding.side == .machine)
    }

    @Test("beside a proxy that is not usable, DNS servers alone do not prove that programs reach anything")
    func namesAlone() {
        let proxy = EnvironmentProxy(
            variable: "http_proxy", url: "http://proxy.example:3128", place: "proxy.example:3128", outcome: .unresolved)
        let accepted = UplinkEvidence.Packet(
            destination: Facts.address("9.9.9.9"), transport: .tcp, limit: nil, answer: .accepted)
        let silent = [
            UplinkAssessmentTests.packet(as: .tcp), UplinkAssessmentTests.packet("198.51.100.1", as: .udp), accepted,
        ]
        for (packets, status) in [
            (silent, .connectionIndeterminate), (silent + [UplinkAssessmentTests.passing], .connectionUp),
        ] as [([UplinkEvidence.Packet], ConnectionStatus)] {
            var observation = MachineDiagnosisTests.healthy()
            observation.uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
            var verdict = MachineDiagnosis.verdict(on: observation)
            verdict.record([])
            #expect(verdict.status == .connectionUp && verdict.findings.isEmpty, "\(verdict.findings)")
            verdict.record([proxy])
            #expect(verdict.status == status && verdict.uplink?.status == status)
            #expect(verdict.findings.map(\.id) == ["proxy.misconfigured"])
            #expect((verdict.uplink?.detail != nil) == (status == .connectionIndeterminate))
            // A server of the Internet need not know a company's names.
            observation.uplink?.queries = [
                UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: Facts.address("9.9.9.9"))
            ]
            var known = MachineDiagnosis.verdict(on: observation)
            known.record([proxy])
            let named = known.findings.first { $0.id == "proxy.misconfigured" }
            #expect(named?.advice.first?.hasPrefix("9.9.9.9 need not know") == true, "\(known.findings)")
        }
    }

    @Test("a proxy whose name has no address is named beside an outage only if names are resolved")
    func unresolvedBesideOutage() {
        let proxy = EnvironmentProxy(
            variable: "http_proxy", url: "http://proxy.example:3128", place: "proxy.example:3128", outcome: .unresolved)
        for outcome in [.nxdomain, .timeout] as [UplinkEvidence.Query.Outcome] {
            var verdict = MachineVerdict(status: .connectionDown, findings: [], gateways: [], resolvers: [])
            verdict.uplink = .init(status: .connectionDown, evidence: UplinkAssessmentTests.uplink(outcome))
            verdict.record([proxy])
            #expect(verdict.findings.count == (outcome == .nxdomain ? 1 : 0) && verdict.status == .connectionDown)
        }
    }

    @Test("a DNS server of the Internet that denies the name of a proxy need not know a company's names")
    func deniedByPublicServer() throws {
        for (server, isNamed) in [("9.9.9.9", true), ("192.168.1.1", false)] {
            var evidence = try Facts.healthy()
            (evidence.dns, evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil, nil)
            var proxy = ProxyEvidence(url: "http://proxy.example:3128", origin: "https_proxy", outcome: .unresolved)
            var failure = Facts.failure(.nxdomain)
            failure.server = server
            proxy.resolution = Resolution(name: "proxy.example", answers: [], failures: [failure])
            proxy.servers = [server]
            evidence.proxy = proxy
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "proxy.misconfigured")
            #expect(finding.advice.contains { $0.hasPrefix("\(server) need not know") } == isNamed, "\(finding.advice)")
        }
    }
}
