import Diagnosis
import NetworkModel
import TargetKinds
import Testing

@Suite("IPv4 targets on machines with IPv6 only")
struct IPv6OnlyTests {
    private static let server = Facts.address("2001:db8::53")

    /// A check that fails because there is no route for IPv4.
    private static func evidence(
        of target: String = "http://www.example/", addresses: [String] = ["2001:db8::2"],
        knowing translation: TranslationEvidence?
    ) throws -> Evidence {
        var evidence = Evidence(target: try Target(target), now: Timestamp(millisecondsSince1970: 1_700_000_000_000))
        let link = Facts.link(
            addresses: addresses.map { .init(address: Facts.address($0), prefixLength: 64, scope: .global) })
        evidence.link = LinkEvidence(carriers: [link], others: [])
        evidence.address = AddressEvidence(
            usable: link.addresses.map { .init(interface: "eth0", address: $0) }, unusable: [])
        evidence.gateway = GatewayEvidence(hops: [], isOnLink: false, familiesWithoutRoute: [.ipv4])
        evidence.gateway?.translation = translation
        if case .name = evidence.target.host {
            let answer = Resolution.Answer(
                address: Facts.address("198.51.100.1"), source: .dns, server: "\(Self.server)", ttl: 60,
                duration: .milliseconds(2))
            evidence.dns = Facts.dns(answers: [answer], servers: ["\(Self.server)"])
        }
        return evidence
    }

    private static var known: TranslationEvidence {
        TranslationEvidence(
            prefix: NAT64Prefix(fromKnownName: Facts.address("64:ff9b::c000:aa")), server: Self.server)
    }

    @Test("a server to which no route leads cannot be the one with DNS64, and a silent one behind a route can")
    func serversWithoutRoute() {
        var snapshot = NetworkSnapshot(
            links: [
                Facts.loopback,
                Facts.link(
                    addresses: [.init(address: Facts.address("2001:db8:1::2"), prefixLength: 64, scope: .global)]),
            ],
            routes: [Facts.route("2001:db8:1::1")], neighbours: [], resolvers: .init(servers: []))
        for (address, isReachable) in [
            ("192.0.2.53", false), ("2001:db8:53::53", true), ("127.0.0.53", true), ("fe80::1%eth0", true),
            ("2001:db8:1::2", true),
        ] {
            #expect(snapshot.canSend(to: Facts.address(address)) == isReachable, "\(address)")
        }
        snapshot.routes[0].kind = .unreachable
        #expect(!snapshot.canSend(to: Facts.address("2001:db8:53::53")))
    }

    @Test("an IPv4 literal in a network with NAT64 is named, together with its translated address")
    func literal() throws {
        let cause = try #require(
            Verdict(on: Self.evidence(of: "http://198.51.100.1/", knowing: Self.known)).findings.first)
        #expect(cause.id == "gateway.ipv4-literal" && cause.severity == .error)
        #expect(cause.advice.contains { $0.contains("64:ff9b::c633:6401") }, "\(cause.advice)")
    }

    @Test("an IPv4 address of the hosts file is blamed, and not the name, if DNS has an IPv6 address")
    func hostsFile() throws {
        var evidence = try Self.evidence(knowing: Self.known)
        evidence.dns?.resolution.answers[0].source = .hosts
        var other = Facts.answer
        other.address = Facts.address("64:ff9b::c633:6401")
        evidence.dns?.resolution.answers.append(other)
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.map(\.id) == ["dns.hosts-override"], "\(verdict.findings)")
    }

    @Test("a server without DNS64 is named, and another one that has it")
    func withoutDNS64() throws {
        let none = Verdict(on: try Self.evidence(knowing: .init(without: [Self.server])))
        // Without NAT64, it is what the machine status names.
        #expect(none.findings.map(\.id) == ["gateway.no-ipv4"] && none.status == .connectionDown, "\(none.findings)")
        var both = Self.known
        (both.without, both.server) = ([Self.server], Facts.address("2001:db8::64"))
        let cause = try #require(Verdict(on: Self.evidence(knowing: both)).findings.first)
        #expect(cause.id == "dns.no-dns64" && cause.advice.contains { $0.contains("2001:db8::64") })
    }

    @Test("a prefix that a router announces is enough if no server knows it")
    func announced() throws {
        let announced = TranslationEvidence(
            without: [Self.server],
            prefix: NAT64Prefix(announced: [0, 0x64, 0xff, 0x9b] + Array(repeating: 0, count: 8), lengthCode: 0),
            router: Facts.address("fe80::1"))
        let literal = try #require(
            Verdict(on: Self.evidence(of: "http://198.51.100.1/", knowing: announced)).findings.first)
        #expect(literal.id == "gateway.ipv4-literal" && literal.summary.contains("64:ff9b::/96"))
        #expect(!literal.advice.contains { $0.contains("{") || $0.contains("DNS server") }, "\(literal.advice)")
        let name = try #require(Verdict(on: Self.evidence(knowing: announced)).findings.first)
        #expect(name.id == "dns.no-dns64" && name.advice.contains { $0.contains("fe80::1") }, "\(name.advice)")
    }

    @Test("the prefix is looked up first, unless the machine has IPv4")
    func questions() throws {
        let open = Verdict(on: try Self.evidence(knowing: nil))
        #expect(open.findings.map(\.id) == ["gateway.none"])
        #expect(open.followUps.contains(.link(.translation)))
        let both = Verdict(on: try Self.evidence(addresses: ["2001:db8::2", "192.0.2.2"], knowing: Self.known))
        #expect(both.findings.map(\.id) == ["gateway.none"])
        #expect(!both.followUps.contains(.link(.translation)))
    }

    @Test("a target that fails over IPv6 may be reached over IPv4, for which only a route is missing")
    func untried() throws {
        var evidence = try Facts.healthy()
        evidence.address?.usable.append(Facts.sixthSource)
        evidence.gateway = GatewayEvidence(
            hops: [Facts.hop(gateway: "2001:db8:1::1")], isOnLink: false, familiesWithoutRoute: [.ipv4])
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "2600:1::10")])
        (evidence.tls, evidence.http) = (nil, nil)
        let found = Verdict(on: evidence).findings
        #expect(found.map(\.id) == ["tcp.timeout", "gateway.none"] && found.last?.severity == .warning, "\(found)")
        #expect(found.last?.summary == "no route leads to www.example over IPv4")
        // The network is meant to have IPv6 alone.
        var alone = evidence
        alone.address?.usable = [Facts.sixthSource]
        #expect(Verdict(on: alone).findings.map(\.id) == ["tcp.timeout"])
        var reached = evidence
        reached.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "2600:1::10")])
        #expect(!Verdict(on: reached).findings.contains { $0.id == "gateway.none" })
    }

    @Test("a network with IPv6 only and without NAT64 is a warning, as long as there is no IPv4 route")
    func withoutTranslation() {
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink?.isWithoutTranslation = true
        #expect(MachineDiagnosis.verdict(on: observation).findings.isEmpty)
        let gateway = "2001:db8:1::1"
        observation.snapshot.links[1].addresses = [
            .init(address: Facts.address("2001:db8:1::2"), prefixLength: 64, scope: .global)
        ]
        observation.snapshot.routes = [Facts.route(gateway)]
        observation.snapshot.neighbours = [Facts.neighbour(.reachable, gateway)]
        observation.gateways = [Facts.hop(gateway: gateway)]
        let server = Resolver(address: Facts.address("2001:db8:53::53"), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [server])
        observation.resolvers = [.init(resolver: server, status: .connectionUp)]
        var uplink = UplinkAssessmentTests.uplink(.nxdomain)
        uplink.packets = (2...3).map { (limit: Int) in
            UplinkEvidence.Packet(
                destination: Facts.address("2001:db8:9::9"), limit: limit,
                error: ICMPError(
                    family: .ipv6, type: 3, code: 0, reporter: Facts.address("2001:db8:9\(limit)::1")))
        }
        uplink.gateways = [Facts.address(gateway)]
        uplink.isWithoutTranslation = true
        observation.uplink = uplink
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionUp, "\(verdict)")
        #expect(verdict.findings.map(\.id) == ["gateway.no-ipv4"] && verdict.findings.first?.severity == .warning)
        // Without an IPv4 address, the network may be meant to be like this; with one, only a route is missing.
        observation.snapshot.links[1].addresses += Facts.link().addresses
        observation.snapshot.routes.append(Facts.onLink)
        let addressed = MachineDiagnosis.verdict(on: observation)
        #expect(addressed.status == .connectionUp && addressed.findings.map(\.id) == ["gateway.none"], "\(addressed)")
        #expect(addressed.findings.first?.severity == .warning)
        #expect(addressed.findings.first?.summary == "no route leads to other networks over IPv4")
    }
}
