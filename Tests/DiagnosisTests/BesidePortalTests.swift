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

    @Test("a DNS server that does not run is a warning beside a portal, in the status and in a check")
    func closedServer() throws {
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = Self.portal
        observation.uplink?.queries = [UplinkAssessmentTests.query(.closed, at: .gateway)]
        observation.resolvers[0].status = .connectionDown
        for (failure, isNamed) in [(.closed, true), (.timeout, false)] as [(Resolution.FailureReason, Bool)] {
            observation.resolvers[0].failure = failure
            let found = Self.ids(MachineDiagnosis.verdict(on: observation).findings)
            #expect(found == ["error http.captive-portal"] + (isNamed ? ["warning dns.server-closed"] : []), "\(found)")
        }
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.closed), Facts.failure(.closed, type: "AAAA")])
        evidence.uplink = Self.portal
        evidence.uplink?.queries = [UplinkAssessmentTests.query(.closed, at: .gateway)]
        let portal = Finding(PortalCauses.captivePortal, ["portal": "http://10.0.0.1/in"])
        let findings = BesidePortalRule.names(beside: [portal], in: evidence)
        #expect(Self.ids(findings) == ["warning dns.server-closed"], "\(findings)")
        #expect(BesidePortalRule.names(beside: [], in: evidence).isEmpty)
        // Its host answers the trace to the port, which says nothing about what is behind the gateway.
        evidence.path = PathEvidence()
        evidence.path?.traces = [PathVerdictTests.trace(.answered, "192.0.2.53")]
        let all = Self.ids(Verdict(on: evidence).findings)
        #expect(all == ["error http.captive-portal", "warning dns.server-closed"], "\(all)")
    }

    @Test("a DNS server that does not run is a warning beside this machine's filter of the web's ports")
    func closedServerBesideFilter() {
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers[0].status = .connectionDown
        observation.resolvers[0].failure = .closed
        observation.uplink?.queries = [UplinkAssessmentTests.query(.closed, at: .own)]
        let filter = Finding(LocalCauses.firewall, severity: .error, ["destination": "the Internet"])
        #expect(
            Self.ids(BesidePortalRule.names(beside: [filter], observation)) == ["warning dns.server-closed"])
        let outage = Finding(PathCauses.upstreamDown, severity: .error, [:])
        #expect(BesidePortalRule.names(beside: [outage], observation).isEmpty)
    }

    @Test("programs that find no name are a warning beside a portal, in the status and in a check")
    func namesOfPrograms() throws {
        for (failure, isNamed) in [(.nxdomain, true), (.timeout, false)] as [(Resolution.FailureReason, Bool)] {
            let lookup = SystemLookup(addresses: [], failure: failure, duration: .milliseconds(1))
            var names = MachineNames(
                resolution: Resolution(name: MachineNames.knownName + ".", answers: [Facts.answer], failures: []),
                nameServices: ["files"])
            (names.resolution.system, names.again) = (lookup, lookup)
            names.nameServiceLine = "/etc/nsswitch.conf:1: hosts: files"
            var observation = MachineDiagnosisTests.healthy()
            (observation.uplink, observation.names) = (Self.portal, names)
            let found = Self.ids(MachineDiagnosis.verdict(on: observation).findings)
            #expect(
                found == ["error http.captive-portal"] + (isNamed ? ["warning dns.system-differs"] : []), "\(found)")
        }
        let denial = SystemLookup(addresses: [], failure: .nxdomain, duration: .milliseconds(1))
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns?.resolution.system = denial
        evidence.dns?.systemAgain = denial
        evidence.dns?.nameServices = ["files"]
        evidence.dns?.nameServiceLine = "/etc/nsswitch.conf:1: hosts: files"
        let alone = Verdict(on: evidence)
        #expect(Self.ids(alone.findings) == ["error dns.system-differs"], "\(alone.findings)")
        #expect(alone.followUps.contains(.path(.uplink)))
        evidence.uplink = Self.portal
        let both = Verdict(on: evidence).findings
        #expect(Set(both.map(\.id)) == ["http.captive-portal", "dns.system-differs"], "\(both)")
        #expect(both.map(\.severity) == [.error, .warning])
    }

    @Test("what a DNS server answers is named beside a filter of this machine, unless that keeps back all connections")
    func answersBesideFilter() {
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers[0].status = .connectionDown
        observation.resolvers[0].failure = .timeout
        var query = UplinkAssessmentTests.query(.timeout, at: .own, server: observation.resolvers[0].resolver.address)
        query.isTruncated = true
        observation.uplink?.queries = [query]
        let filter = Finding(LocalCauses.firewall, severity: .error, ["destination": "the Internet"])
        #expect(BesidePortalRule.names(beside: [filter], observation).isEmpty)
        observation.output.nobody = [PathVerdictTests.trace(.silent, "203.0.113.9")]
        #expect(Self.ids(BesidePortalRule.names(beside: [filter], observation)) == ["warning dns.tcp-blocked"])
        let portal = Finding(PortalCauses.captivePortal, severity: .error, ["portal": "http://10.0.0.1/in"])
        #expect(BesidePortalRule.names(beside: [portal], observation).isEmpty)
    }

    @Test("a silent DNS server on the link is a warning beside a small hop limit of this machine")
    func silenceBesideHopLimit() {
        let limit = Finding(LocalCauses.hopLimit, severity: .error, ["limit": "2"])
        for (address, isNamed) in [("192.0.2.9", true), ("198.51.100.9", false)] {
            var observation = MachineDiagnosisTests.healthy()
            let silent = Resolver(address: Facts.address(address), source: .resolvConf)
            observation.snapshot.resolvers.servers.insert(silent, at: 0)
            observation.resolvers.insert(.init(resolver: silent, status: .connectionDown), at: 0)
            observation.resolvers[0].failure = .timeout
            let found = Self.ids(BesidePortalRule.names(beside: [limit], observation))
            #expect(found == (isNamed ? ["warning dns.some-servers-dead"] : []), "\(address) \(found)")
        }
    }

    @Test("a proxy of the environment that no host on the link is remains a warning beside a portal")
    func missingProxy() {
        for isMissing in [true, false] {
            var observation = MachineDiagnosisTests.healthy()
            observation.uplink = Self.portal
            var verdict = MachineDiagnosis.verdict(on: observation)
            var proxy = EnvironmentProxy(
                variable: "all_proxy", url: "socks5h://192.0.2.9:1080", place: "192.0.2.9:1080",
                outcome: .unreachable(.timeout))
            proxy.isMissingOnLink = isMissing
            verdict.record([proxy])
            let expected = ["error http.captive-portal"] + (isMissing ? ["warning proxy.unreachable"] : [])
            #expect(Self.ids(verdict.findings) == expected, "\(verdict.findings)")
            #expect(verdict.status == .connectionDown)
        }
    }

    @Test("the name of a portal's page is looked up with the network's DNS server if those of this machine fail")
    func lookUp() throws {
        for (outcome, page, isNamed) in [
            (.servfail, "http://login.example/in", true), (.servfail, "http://10.0.0.1/in", false),
            (.nxdomain, "http://login.example/in", false),
        ] as [(UplinkEvidence.Query.Outcome, String, Bool)] {
            var uplink = Self.portal
            uplink.interception?.location = page
            uplink.queries = [UplinkAssessmentTests.query(outcome, at: .own, server: Facts.address("127.0.0.1"))]
            let finding = try #require(UplinkAssessment(uplink).findings.first)
            let command = ": netdiag resolve login.example --server 192.0.2.1"
            #expect(finding.advice.contains { $0.hasSuffix(command) } == isNamed, "\(finding)")
        }
        // Nothing listens at the network's own server; one that fails may know the portal.
        for (outcome, isUnresolved) in [(.closed, true), (.servfail, false), (.timeout, false)]
            as [(UplinkEvidence.Query.Outcome, Bool)]
        {
            var uplink = Self.portal
            uplink.interception?.location = "http://login.example/in"
            uplink.queries = [UplinkAssessmentTests.query(outcome)]
            let finding = try #require(UplinkAssessment(uplink).findings.first)
            #expect(finding.advice.contains { $0.contains("IP address") } == isUnresolved, "\(finding)")
            #expect(!finding.advice.contains { $0.contains("netdiag resolve") }, "\(finding)")
        }
    }
}
