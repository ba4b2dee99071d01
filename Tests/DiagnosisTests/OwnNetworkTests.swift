import NetworkModel
import Testing

@testable import Diagnosis

/// Faults of this machine's settings and of its network that look like those of the provider.
@Suite("Faults of the local network, not of the provider")
struct OwnNetworkTests {
    private static let other = Facts.address("192.0.2.53")

    /// A silent host of the Internet, while a resolver on the link reaches a root server.
    private static func silence(
        hops: [String?], server: IPAddress, at place: UplinkEvidence.Query.Place
    ) throws -> Evidence {
        var evidence = try PathVerdictTests.silence(hops: hops, resolver: nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "198.51.100.1")])
        evidence.path = PathVerdictTests.path(
            PathVerdictTests.trace(.silent, "198.51.100.1", hops: hops),
            PathVerdictTests.trace(.silent, "198.51.100.1", .icmp))
        var uplink = UplinkAssessmentTests.uplink(
            packets: (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) })
        uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: place, server: server)]
        evidence.uplink = uplink
        return evidence
    }

    @Test("a gateway whose own DNS server reaches the Internet does not forward, while the provider works")
    func forwardsNothing() throws {
        let evidence = try Self.silence(hops: [], server: UplinkAssessmentTests.gateway, at: .gateway)
        let cause = try #require(Verdict(on: evidence).findings.first)
        #expect(cause.id == "path.upstream-down" && cause.side == .network, "\(cause)")
        #expect(cause.summary.contains("none of this machine's packets"), "\(cause.summary)")
        #expect(!cause.advice.contains { $0.contains("light") || $0.contains("provider") }, "\(cause.advice)")
        #expect(cause.advice.contains { $0.contains("ip_forward") })
        // It does forward what other programs send.
        var heard = evidence
        heard.uplink?.connections = .init(total: 2, heard: 2)
        #expect(Verdict(on: heard).findings.allSatisfy { $0.id != "path.upstream-down" })
    }

    @Test("the other end of a tunnel that forwards nothing is in another network, and its packets have another way")
    func tunnel() throws {
        var evidence = try Self.silence(hops: [], server: UplinkAssessmentTests.gateway, at: .gateway)
        for index in evidence.gateway?.hops.indices ?? 0..<0 { evidence.gateway?.hops[index].isTunnel = true }
        let alone = try #require(Verdict(on: evidence).findings.first)
        #expect(alone.id == "path.upstream-down" && alone.side == .upstream, "\(alone)")
        #expect(!alone.advice.contains { $0.contains("ip link set") }, "\(alone.advice)")
        evidence.gateway?.underlay = [Facts.hop(gateway: "192.168.7.1")]
        let cause = try #require(Verdict(on: evidence).findings.first)
        #expect(cause.advice.first?.hasSuffix("ip link set dev eth0 down") == true, "\(cause.advice)")
    }

    @Test("whose fault it is remains open if that gateway counts hops, or a router behind it was heard a moment ago")
    func mayForward() throws {
        let counting = try Self.silence(hops: ["192.0.2.1"], server: UplinkAssessmentTests.gateway, at: .gateway)
        var known = try Self.silence(hops: [], server: UplinkAssessmentTests.gateway, at: .gateway)
        var router = UplinkAssessmentTests.packet("100.64.3.1", as: .udp)
        router.isEarlier = true
        known.uplink?.packets.append(router)
        for evidence in [counting, known] {
            let cause = try #require(Verdict(on: evidence).findings.first)
            #expect(cause.id == "path.upstream-down" && cause.side == nil, "\(cause)")
            #expect(!cause.summary.contains("none of this machine's packets"), "\(cause.summary)")
            #expect(cause.summary.contains("reaches the Internet, but no reply from 198.51.100.1"), "\(cause.summary)")
            #expect(cause.advice.contains { $0.contains("Internet light") }, "\(cause.advice)")
        }
    }

    @Test(
        "a gateway that passes packets to no router, beside a resolver that reaches the Internet, is configured wrongly"
    )
    func printer() throws {
        let evidence = try Self.silence(hops: [], server: Self.other, at: .link)
        let cause = try #require(Verdict(on: evidence).findings.first)
        #expect(cause.id == "path.upstream-down" && cause.side == .machine, "\(cause)")
        #expect(cause.summary.contains("\(Self.other), on the same link, reaches the Internet"), "\(cause.summary)")
        #expect(cause.advice.contains { $0.hasSuffix("ip route replace default via \(Self.other) dev eth0") })
        #expect(!cause.advice.contains { $0.contains("light") }, "\(cause.advice)")
        // A router counts hops: whether it is the right one is not known.
        let routing = try Self.silence(hops: ["192.0.2.1"], server: Self.other, at: .link)
        #expect(Verdict(on: routing).findings.first?.side == .network)
    }

    @Test(
        "if no resolver on the link reaches the Internet, or a router behind the gateway answers, the fault is beyond the gateway"
    )
    func beyond() throws {
        for (place, outcome) in [
            (UplinkEvidence.Query.Place.gateway, UplinkEvidence.Query.Outcome.servfail), (.beyond, .timeout),
        ] {
            var evidence = try Self.silence(hops: ["192.0.2.1"], server: UplinkAssessmentTests.gateway, at: place)
            evidence.uplink?.queries[0].outcome = outcome
            let cause = try #require(Verdict(on: evidence).findings.first)
            #expect(cause.id == "path.upstream-down" && cause.side == .upstream, "\(cause)")
            #expect(cause.advice.contains { $0.contains("Internet light") })
            guard outcome == .timeout else { continue }
            // A line with a full queue reports packets late, and is not broken.
            evidence.uplink?.lateness = Milliseconds(.milliseconds(2_100))
            let found = Verdict(on: evidence).findings
            #expect(found.allSatisfy { $0.id != "path.upstream-down" }, "\(found)")
        }
        var evidence = try Self.silence(hops: ["192.0.2.1"], server: UplinkAssessmentTests.gateway, at: .gateway)
        evidence.uplink?.packets[0] = UplinkAssessmentTests.packet("100.64.3.1", as: .tcp)
        #expect(Verdict(on: evidence).findings.first?.side == .upstream)
    }

    @Test("what the gateway itself rejects is rejected in this network", arguments: ["192.0.2.1", "203.0.113.9"])
    func rejected(by router: String) throws {
        let isGateway = router == "192.0.2.1"
        let reported = UplinkAssessmentTests.packet(router, 3, 13, limit: 3)
        let reading = UplinkAssessment(UplinkAssessmentTests.uplink(.servfail, packets: [reported]))
        #expect(reading.findings.map(\.side) == [isGateway ? .network : .upstream], "\(reading.findings)")
        var evidence = try PathVerdictTests.failed(.hostUnreachable)
        let error = ICMPError(family: .ipv4, type: 3, code: 13, reporter: Facts.address(router))
        var trace = PathVerdictTests.trace(.refused, "198.51.100.1")
        trace.error = error
        evidence.path = PathVerdictTests.path(trace)
        let cause = try #require(Verdict(on: evidence).findings.first)
        #expect(cause.id == "path.filtered" && cause.side == (isGateway ? .network : .upstream), "\(cause)")
    }

    // MARK: - The machine status

    @Test("a missing route to the resolvers takes precedence over a gateway of the other family without a route")
    func lostRoute() {
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .timeout)
        ]
        let gateway = Facts.address("fe80::1%eth0")
        observation.snapshot.routes = [Route(family: .ipv6, gateway: gateway, interface: "eth0")]
        observation.snapshot.neighbours = [Facts.neighbour(.reachable, "fe80::1%eth0")]
        observation.gateways = []
        let nobody = Facts.address("2001:db8::9")
        let error = ICMPError(family: .ipv6, type: 1, code: 0, reporter: gateway)
        observation.uplink = UplinkEvidence(
            gateway: gateway, interface: "eth0",
            packets: (2...4).map { .init(destination: nobody, transport: .tcp, limit: $0, error: error) })
        let findings = MachineDiagnosis.verdict(on: observation).findings
        #expect(findings.map(\.id) == ["gateway.none"] && findings.first?.side == .machine, "\(findings)")
    }

    @Test("without a default route, a missing resolver configuration is information")
    func isolated() {
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.resolvers.servers = []
        observation.resolvers = []
        observation.snapshot.routes = [Facts.onLink]
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionIndeterminate, "\(verdict)")
        #expect(verdict.findings.allSatisfy { $0.severity == .info })
        #expect(verdict.findings.map(\.id) == ["gateway.none", "dns.no-server"])
        // A machine that lost its default route is not meant to be like that.
        observation.remembered = ["eth0"]
        #expect(MachineDiagnosis.verdict(on: observation).status == .connectionDown)
        // Nor is one with a server that cannot be read.
        observation.remembered = []
        observation.snapshot.resolvers.problems = [
            ResolverProblem(.notAnAddress("x"), at: .init(file: "/etc/resolv.conf", line: 1))
        ]
        #expect(MachineDiagnosis.verdict(on: observation).findings.first?.id == "dns.misconfigured")
    }

    /// A resolver that refuses names of the Internet, in a network where no router reports packets.
    private static func refusing(
        _ server: String, at place: UplinkEvidence.Query.Place, packets: [UplinkEvidence.Packet]
    ) -> MachineObservation {
        var observation = MachineDiagnosisTests.healthy()
        let resolver = Resolver(address: Facts.address(server), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [resolver])
        observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .refused)]
        var uplink = UplinkAssessmentTests.uplink(packets: packets)
        uplink.queries = [UplinkAssessmentTests.query(.refused, at: place, server: resolver.address)]
        uplink.queries[0].control = .denied
        observation.uplink = uplink
        return observation
    }

    @Test("a resolver of a closed network that refuses Internet names leaves its state open")
    func closedNetwork() {
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0) }
        for server in ["198.51.100.53", "10.0.0.53"] {
            let verdict = MachineDiagnosis.verdict(on: Self.refusing(server, at: .beyond, packets: silent))
            #expect(verdict.status == .connectionIndeterminate, "\(verdict)")
            #expect(verdict.findings.map(\.id) == ["dns.refused"] && verdict.findings[0].severity == .warning)
        }
        // With an uplink that works, programs should get names of the Internet.
        let open = MachineDiagnosis.verdict(
            on: Self.refusing("198.51.100.53", at: .beyond, packets: UplinkAssessmentTests.far))
        #expect(open.status == .connectionDown && open.findings.map(\.id) == ["dns.refused"], "\(open)")
        // The forwarder of a home router refuses if its provider is gone.
        let home = MachineDiagnosis.verdict(on: Self.refusing("192.0.2.1", at: .gateway, packets: silent))
        #expect(home.status == .connectionDown && home.findings.map(\.id) == ["path.upstream-down"], "\(home)")
    }

    @Test("a resolver that rejects the signatures of the root is itself at fault, whether it says so or not")
    func clock() {
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .servfail)
        ]
        var query = UplinkAssessmentTests.query(
            .servfail, at: .beyond, server: MachineDiagnosisTests.resolver.address)
        query.control = .known
        observation.uplink?.queries = [query]
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.map(\.id) == ["dns.dnssec-bogus"], "\(verdict.findings)")
        #expect(verdict.findings.first?.side == .upstream && verdict.uplink?.status == .connectionUp)
        #expect(verdict.findings.first?.advice.contains { $0.contains("zone") } == false)
        query.control = nil
        observation.uplink?.queries = [query]
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["dns.servfail"])
    }

    @Test("a clock from before this program was built is a warning of the machine, and any other one is not")
    func impossibleClock() throws {
        for (days, isWrong) in [(-100, true), (450, false)] as [(Int64, Bool)] {
            var observation = MachineDiagnosisTests.healthy()
            let built = Timestamp(millisecondsSince1970: 1_790_000_000_000)
            var clock = LocalEvidence.Clock(
                here: Timestamp(millisecondsSince1970: built.millisecondsSince1970 + days * 86_400_000))
            clock.built = built
            observation.clock = clock
            let verdict = MachineDiagnosis.verdict(on: observation)
            #expect(verdict.findings.map(\.id) == (isWrong ? ["local.clock"] : []), "\(verdict.findings)")
            #expect(verdict.status == .connectionUp && verdict.findings.first?.severity != .error)
            guard isWrong else { continue }
            #expect(verdict.findings.first?.summary.contains("at least 100 days behind") == true)
        }
    }

    @Test("missing multicast DNS is a warning only if it is needed", arguments: [true, false])
    func multicast(isNeeded: Bool) {
        let machine = MachineDiagnosis.verdict(on: MachineDiagnosisTests.healthy())
        let (status, findings) = OverallStatus.judge(
            machine, targets: [], publication: Publication(state: .waiting, reason: "there is no bus"),
            isMulticastNeeded: isNeeded)
        #expect(status == .connectionUp)
        #expect(findings.map(\.id) == ["mdns.daemon-down"] && findings[0].severity == (isNeeded ? .warning : .info))
    }
}
