import Diagnosis
import NetworkModel
import Testing

@Suite("Verdicts on addresses, routes and entries of this machine that seem to be a fault of others")
struct OwnSideTests {
    private static func found(_ evidence: Evidence) -> [String] {
        Verdict(on: evidence).findings.map { "\($0.severity.rawValue) \($0.id)" }
    }

    private static let web = "198.51.100.1"

    /// A check of a page with addresses of both families, of which the second one fails.
    private static func page(
        _ other: String, _ outcome: TCPEvidence.Outcome = .refused, server: String = "192.0.2.53"
    ) throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.address?.usable.append(Facts.sixthSource)
        evidence.dns = Facts.dns(
            answers: [
                DNSVerdictTests.answer(web, server: server), DNSVerdictTests.answer(other, server: server),
            ], servers: [server])
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected), Facts.attempt(outcome, other)])
        return evidence
    }

    @Test(
        "a service on one loopback address works",
        arguments: [
            ("::1", TCPEvidence.Outcome.refused, "127.0.0.1"), ("::1", .noResources, "127.0.0.1"),
            ("127.0.0.1", .refused, "::1"), ("127.0.1.1", .refused, "127.0.0.1"),
        ])
    func loopback(dead: String, outcome: TCPEvidence.Outcome, alive: String) throws {
        var evidence = try Facts.healthy("tcp://localhost:8080")
        (evidence.tls, evidence.http, evidence.dns) = (nil, nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(outcome, dead), Facts.attempt(.connected, alive)])
        #expect(Self.found(evidence) == [])
        // Another host's service is not on this machine.
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(outcome, dead), Facts.attempt(.connected, "203.0.113.1")])
        #expect(Self.found(evidence).count == 1)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, dead), Facts.attempt(.refused, alive)])
        #expect(Self.found(evidence) == ["error tcp.refused"])
    }

    @Test("an address that a filter gives in one family is its server's fault", arguments: ["::", "::1"])
    func blockedFamily(other: String) throws {
        let evidence = try Self.page(other)
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(Self.found(evidence) == ["warning dns.blocked-answer"])
        #expect(finding.summary.contains("192.0.2.53") && finding.facts["addresses"] == other)
        // systemd-resolved passes on what another server says; other servers of this machine may mean it.
        #expect(try Self.found(Self.page(other, server: "127.0.0.53")) == ["warning dns.blocked-answer"])
        let own = try Self.found(Self.page(other, server: "127.0.0.1"))
        #expect(own == [other == "::" ? "warning dns.blocked-answer" : "warning tcp.ipv6-broken"])
        // A good address of the same family is left.
        var mixed = evidence
        mixed.dns?.resolution.answers.append(DNSVerdictTests.answer("2001:db8::1"))
        #expect(Self.found(mixed) == ["warning tcp.ipv6-broken"])
        #expect(try Self.found(Self.page("2001:db8::1")) == ["warning tcp.ipv6-broken"])
        // A private address works as well.
        var near = try Self.page(other)
        near.dns = Facts.dns(answers: [DNSVerdictTests.answer("10.0.0.1"), DNSVerdictTests.answer(other)])
        near.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "10.0.0.1"), Facts.attempt(.refused, other)])
        #expect(Self.found(near) == ["warning dns.blocked-answer"])
        // It is not known yet.
        (near.tcp, near.tls, near.http) = (nil, nil, nil)
        #expect(Self.found(near) == [])
        near.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, "10.0.0.1"), Facts.attempt(.refused, other)])
        #expect(Self.found(near).first == (other == "::" ? "error dns.blocked-answer" : "error tcp.refused"))
        // Both families lead nowhere.
        var whole = try Self.page(other)
        whole.dns = Facts.dns(answers: [DNSVerdictTests.answer("0.0.0.0"), DNSVerdictTests.answer("::")])
        whole.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, "0.0.0.0"), Facts.attempt(.refused, "::")])
        (whole.tls, whole.http) = (nil, nil)
        #expect(Self.found(whole).first == "error dns.blocked-answer")
    }

    @Test("a family that a route of the main table rejects is not broken elsewhere")
    func rejectingRoute() throws {
        var evidence = try Self.page("2001:db8::1", .hostUnreachable)
        #expect(Self.found(evidence) == ["warning tcp.ipv6-broken"])
        evidence.gateway?.hops.append(.init(route: Route(family: .ipv6, kind: .unreachable)))
        #expect(Self.found(evidence) == [])
        let network = Route(
            family: .ipv6, kind: .unreachable, destination: Facts.address("2001:db8::"), prefixLength: 32)
        evidence.gateway?.hops.append(.init(route: network))
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(Self.found(evidence) == ["warning gateway.route-rejects"])
        #expect(finding.summary.contains("unreachable 2001:db8::/32") && finding.side == .machine)
        // It does not cover the address.
        evidence.gateway?.hops.removeLast(2)
        evidence.gateway?.hops.append(
            .init(
                route: Route(
                    family: .ipv6, kind: .unreachable, destination: Facts.address("2001:db9::"), prefixLength: 32)))
        #expect(Self.found(evidence) == ["warning tcp.ipv6-broken"])
    }

    @Test("the only IPv6 address, which another host has, is the cause")
    func duplicate() throws {
        let target = "2001:db8::1"
        func source(_ text: String, _ scope: LinkAddress.Scope, _ flags: [LinkAddress.Flag]) -> AddressEvidence.Source {
            .init(
                interface: "eth0",
                address: LinkAddress(address: Facts.address(text), prefixLength: 64, scope: scope, flags: flags))
        }
        var evidence = try Facts.healthy("http://[2001:db8::1]/")
        (evidence.tls, evidence.http, evidence.dns) = (nil, nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.hostUnreachable, target)])
        let error = ICMPError(family: .ipv6, type: 1, code: 2, reporter: Facts.address("fe80::1"))
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.refused, target, error: error))
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "2001:db8:1::1")], isOnLink: false)
        evidence.address?.unusable = [source("fe80::2", .link, [])]
        #expect(Self.found(evidence).first == "error address.none")
        evidence.address?.unusable.append(source("2001:db8:1::99", .global, [.tentative, .dadFailed]))
        let findings = Verdict(on: evidence).findings
        #expect(Self.found(evidence).filter { $0.contains("address.") } == ["error address.duplicate"])
        let advice = try #require(findings.first?.advice)
        #expect(advice.contains { $0.contains("ndisc6 2001:db8:1::99 eth0") }, "\(advice)")
        #expect(!advice.contains { $0.contains("arping") })
    }

    @Test("a resolver whose port this machine closes itself is not without a server")
    func redirectedQueries() throws {
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        let server = "203.0.113.53"
        evidence.dns = Facts.dns([Facts.failure(.closed, server: server)], servers: [server])
        let closed = Verdict(on: evidence)
        #expect(closed.findings.first?.id == "dns.server-closed")
        let destination = PathDestination(Facts.address(server), port: 53, .udp)
        #expect(closed.followUps.contains(.path(.origin(destination))))
        var trace = PathVerdictTests.trace(.answered, server, port: 53, .udp)
        evidence.path = PathVerdictTests.path(trace)
        #expect(Verdict(on: evidence).findings.first?.id == "dns.server-closed")
        trace.isAnsweredHere = true
        evidence.path = PathVerdictTests.path(trace)
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "local.firewall" && finding.side == .machine)
        #expect(finding.summary.contains("\(server):53") && finding.summary.contains("port is closed"))
    }

    @Test("a route to a host on the link by a dead gateway is named")
    func detour() throws {
        var evidence = try Facts.healthy("http://192.0.2.50/")
        (evidence.tls, evidence.http, evidence.dns) = (nil, nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.hostUnreachable, "192.0.2.50")])
        func verdict(_ destination: String?) -> Finding? {
            var hop = Facts.hop(.failed, .timeout, gateway: "192.0.2.99")
            if let destination {
                (hop.route.destination, hop.route.prefixLength) = (Facts.address(destination), 32)
            }
            evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
            return Verdict(on: evidence).findings.first
        }
        let near = try #require(verdict("192.0.2.50"))
        #expect(near.id == "gateway.unreachable" && near.side == .machine)
        #expect(near.advice.first?.contains("ip route del 192.0.2.50/32 via 192.0.2.99 dev eth0") == true)
        for other in [nil, "198.51.100.50"] {
            let found = try #require(verdict(other))
            #expect(found.id == "gateway.unreachable" && found.side == .network)
            #expect(!found.advice.contains { $0.contains("route del") })
        }
    }

    @Test("a permanent neighbour entry of a target on the link is compared with who responds")
    func neighbour() throws {
        var evidence = try Facts.healthy("http://192.0.2.50/")
        (evidence.tls, evidence.http, evidence.dns) = (nil, nil, nil)
        let target = Facts.address("192.0.2.50")
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "192.0.2.50")])
        let entry = Neighbour(
            address: target, interface: "eth0", hardwareAddress: "02:00:00:00:00:99", state: .permanent)
        var hop = GatewayEvidence.Hop(route: Facts.onLink, nextHop: target, neighbour: entry)
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: true)
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.timeout")
        #expect(Verdict(on: evidence).followUps.contains(.link(.neighbour(target))))
        hop.arpAddress = "02:00:00:00:00:99"
        evidence.gateway?.hops = [hop]
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.timeout")
        hop.arpAddress = "02:00:00:00:00:01"
        evidence.gateway?.hops = [hop]
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "gateway.wrong-neighbour" && finding.side == .machine)
        #expect(finding.summary.contains("192.0.2.50") && !finding.summary.contains("the gateway"))
        // The host responds.
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, "192.0.2.50")])
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.refused")
    }
}
