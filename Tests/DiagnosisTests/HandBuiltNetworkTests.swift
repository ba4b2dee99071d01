import NetworkModel
import Testing

@testable import Diagnosis

/// Verdicts that were wrong, or differed between commands, on networks that a person built by hand.
@Suite("Verdicts on networks built by hand")
struct HandBuiltNetworkTests {
    // MARK: Services of this machine

    /// A check of an address of this machine, whose connection failed.
    private static func own(_ outcome: TCPEvidence.Outcome) throws -> Evidence {
        var evidence = try PathVerdictTests.failed(outcome)
        evidence.link = LinkEvidence(carriers: [Facts.loopback], others: [])
        evidence.gateway = GatewayEvidence(hops: [], isOnLink: true)
        return evidence
    }

    @Test(
        "a connection to this machine that does not pass its loopback interface is led elsewhere by its NAT rules",
        arguments: [TCPEvidence.Outcome.refused, .timeout, .hostUnreachable])
    func publishedPort(_ outcome: TCPEvidence.Outcome) throws {
        var evidence = try Self.own(outcome)
        let destination = PathDestination(PathVerdictTests.target, port: 443, .tcp)
        #expect(Verdict(on: evidence).followUps.contains(.path(.delivery(destination))))
        let before = try #require(Verdict(on: evidence).findings.first)
        #expect(before.id != "local.firewall")
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(outcome == .refused ? .answered : .silent))
        evidence.path?.traces[0].isLedAway = true
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "local.firewall" && finding.side == .machine)
        #expect(finding.summary.contains("NAT rule") && finding.summary.contains("198.51.100.1:443"))
    }

    @Test("hosts elsewhere are not asked for the delivery of packets")
    func otherHost() throws {
        let evidence = try PathVerdictTests.failed(.refused)
        #expect(
            !Verdict(on: evidence).followUps.contains { followUp in
                if case .path(.delivery) = followUp { true } else { false }
            })
    }

    @Test("only the address of Docker's own DNS server leads to advice about containers")
    func dockerDNS() throws {
        for (server, isOfDocker) in [("127.0.0.11", true), ("127.0.0.53", false)] {
            var observation = MachineDiagnosisTests.healthy()
            let resolver = Resolver(address: Facts.address(server), source: .resolvConf)
            observation.snapshot.resolvers = .init(servers: [resolver])
            observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .closed)]
            observation.uplink?.queries = []
            let finding = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
            #expect(finding.id == "dns.server-closed" && finding.side == .machine)
            #expect(finding.advice.contains { $0.contains("Docker") } == isOfDocker, "\(finding.advice)")
            #expect(finding.advice.contains { $0.contains("systemctl") } != isOfDocker, "\(finding.advice)")
        }
    }

    @Test("a closed DNS port at an address of this machine is its own fault")
    func ownDNSPort() throws {
        let server = MachineDiagnosisTests.resolver.address
        for (place, side) in [(UplinkEvidence.Query.Place.own, Side.machine), (.link, .network)] {
            var observation = MachineDiagnosisTests.healthy()
            observation.resolvers = [
                .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .closed)
            ]
            observation.uplink?.queries.append(.init(server: server, at: place, outcome: .closed))
            var evidence = try Facts.healthy()
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.uplink = observation.uplink
            evidence.dns = Facts.dns([Facts.failure(.closed, server: "\(server)")], servers: ["\(server)"])
            for findings in [MachineDiagnosis.verdict(on: observation).findings, Verdict(on: evidence).findings] {
                let finding = try #require(findings.first { $0.id == "dns.server-closed" }, "\(findings)")
                #expect(finding.side == side, "\(place)")
                #expect(finding.advice.contains { $0.contains("is an address of this machine") } == (side == .machine))
            }
        }
    }

    @Test("a closed DNS port at an address of this machine without a default route may be the router's address")
    func routersAddress() throws {
        let own = "192.0.2.2"
        let resolver = Resolver(address: Facts.address(own), source: .resolvConf)
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.resolvers = .init(servers: [resolver])
        observation.snapshot.routes.removeAll(where: \.isDefault)
        observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .closed)]
        (observation.uplink, observation.gateways) = (nil, [])
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.link = LinkEvidence(carriers: [Facts.loopback], others: ["eth0"])
        evidence.gateway = GatewayEvidence(hops: [], isOnLink: true)
        evidence.gateway?.isLinksOnly = true
        evidence.dns = Facts.dns([Facts.failure(.closed, server: own)], servers: [own])
        for findings in [MachineDiagnosis.verdict(on: observation).findings, Verdict(on: evidence).findings] {
            let finding = try #require(findings.first { $0.id == "dns.server-closed" }, "\(findings)")
            #expect(finding.side == .machine && finding.facts["own"] == own)
            #expect(finding.advice.contains { $0.contains("If \(own) is the router's address") }, "\(finding.advice)")
        }
        // Another host answers ARP for it.
        #expect(Verdict(on: evidence).followUps.contains(.link(.ownHolder(resolver.address))))
        let router = LinkHost(interface: "eth0", hardwareAddress: "02:00:00:00:00:01", address: resolver.address)
        observation.holder = router
        evidence.address?.holder = router
        for findings in [MachineDiagnosis.verdict(on: observation).findings, Verdict(on: evidence).findings] {
            let finding = try #require(findings.first)
            #expect(finding.id == "address.duplicate" && finding.side == .machine, "\(findings)")
            #expect(
                finding.summary.contains(own) && finding.summary.contains("02:00:00:00:00:01"), "\(finding.summary)")
        }
    }

    @Test("a loopback interface without an address is named if the DNS server is behind it")
    func withoutLoopback() throws {
        for isBare in [true, false] {
            var observation = MachineDiagnosisTests.healthy()
            if isBare { observation.snapshot.links[0].addresses = [] }
            let resolver = Resolver(address: Facts.address("127.0.0.53"), source: .resolvConf)
            observation.snapshot.resolvers = .init(servers: [resolver])
            observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .timeout)]
            observation.uplink?.queries = []
            let selection = RouteSelection(snapshot: observation.snapshot, destinations: [])
            #expect(selection.link.carriers.contains(where: \.isLoopback) == isBare)
            var evidence = try Facts.healthy()
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.link = selection.link
            evidence.dns = Facts.dns([Facts.failure(.timeout, server: "127.0.0.53")], servers: ["127.0.0.53"])
            for findings in [MachineDiagnosis.verdict(on: observation).findings, Verdict(on: evidence).findings] {
                let finding = try #require(findings.first { $0.id == "dns.server-unreachable" }, "\(findings)")
                #expect(finding.side == .machine)
                #expect(finding.advice.contains { $0.hasSuffix("127.0.0.1/8 dev lo") } == isBare, "\(finding.advice)")
            }
        }
    }

    @Test("for a connection that this machine closes itself, advice names the proxy of a container")
    func dockerProxy() throws {
        for isOwn in [true, false] {
            var evidence = try Facts.healthy("http://198.51.100.1/")
            (evidence.dns, evidence.tls) = (nil, nil)
            if isOwn { evidence.link = LinkEvidence(carriers: [Facts.loopback], others: []) }
            evidence.http = HTTPEvidence(url: "http://198.51.100.1/", outcome: .closed)
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "tcp.closed")
            #expect(finding.advice.contains { $0.contains("docker-proxy") } == isOwn, "\(finding.advice)")
        }
    }

    // MARK: Gateways

    @Test("a default route that names no gateway is not in order if the host is not on the link")
    func unnamedGateway() throws {
        for state in [Neighbour.State.failed, .reachable] {
            var evidence = try PathVerdictTests.failed(.hostUnreachable)
            let route = Route(family: .ipv4, interface: "eth0")
            let hop = GatewayEvidence.Hop(
                route: route, nextHop: Facts.address("198.51.100.1"), neighbour: Facts.neighbour(state, "198.51.100.1"))
            evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: true)
            let verdict = Verdict(on: evidence)
            let words =
                state == .failed ? "none named: 198.51.100.1 is not on eth0" : "none needed: eth0 leads to 198.51.100.1"
            #expect(evidence.gateway?.summary == words)
            if state == .failed {
                #expect(verdict.findings.first?.id == "gateway.none" && verdict.layers[.gateway] == .connectionDown)
            }
        }
    }

    @Test("a gateway that answers pings over another interface, or that no host need be, is not silent")
    func quietGateways() throws {
        func ids(_ hops: [GatewayEvidence.Hop]) throws -> [CauseID] {
            var evidence = try Facts.healthy()
            evidence.gateway = GatewayEvidence(hops: hops, isOnLink: false)
            return Verdict(on: evidence).findings.map(\.id)
        }
        var other = Facts.hop(.reachable, .timeout, metric: 600)
        other.route.interface = "wlan0"
        #expect(try ids([other]) == ["gateway.no-icmp"])
        #expect(try ids([Facts.hop(), other]) == [])
        #expect(try ids([Facts.hop(.reachable, .timeout, gateway: "169.254.1.1")]) == [])
    }

    @Test("a gateway whose replies this machine drops is not silent, and that is no fault")
    func keptOut() throws {
        var evidence = try Facts.healthy()
        var hop = Facts.hop(.reachable, .timeout)
        hop.echo?.isKeptOut = true
        #expect(hop.echo?.summary.contains("this machine blocks the answers to pings") == true)
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
        let verdict = Verdict(on: evidence)
        let finding = try #require(verdict.findings.first)
        #expect(verdict.findings.count == 1 && verdict.status == .connectionUp)
        #expect(finding.id == "local.firewall" && finding.severity == .info)
        #expect(finding.summary.contains("192.0.2.1 (its ICMP messages arrive, but are blocked)"))
        #expect(finding.advice.contains { $0.contains("ICMP errors of 192.0.2.1") })
    }

    // MARK: Beyond the gateway

    @Test("if nothing behind a provider's translator is heard, the silent target is not to blame")
    func providersTranslator() throws {
        for (server, side) in [("100.64.0.53", Side.upstream), ("198.51.100.53", .remote)] {
            var evidence = try PathVerdictTests.failed(.timeout)
            let address = Facts.address(server)
            var connection = UplinkAssessmentTests.packet(limit: nil, as: .tcp, answer: .accepted)
            connection.destination = address
            evidence.uplink = UplinkAssessmentTests.uplink(
                packets: [
                    connection, UplinkAssessmentTests.packet("100.64.7.1", as: .tcp),
                    UplinkAssessmentTests.packet(limit: 3, as: .tcp), UplinkAssessmentTests.packet(limit: 4, as: .tcp),
                ])
            evidence.uplink?.queries = [UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: address)]
            let hops = ["192.0.2.1", "100.64.7.1"]
            evidence.path = PathVerdictTests.path(
                PathVerdictTests.trace(.silent, hops: hops),
                PathVerdictTests.trace(.silent, "198.51.100.1", .icmp, hops: hops))
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "tcp.timeout" && finding.side == side, "\(server): \(finding)")
        }
    }

    @Test("a route into a tunnel through which nothing ever arrived leads nowhere")
    func emptyTunnel() throws {
        for tunnel in ["tun0", nil] {
            var evidence = try PathVerdictTests.failed(.timeout)
            evidence.gateway = GatewayEvidence(
                hops: [
                    .init(
                        route: Route(
                            family: .ipv4, destination: Facts.address("198.51.100.0"), prefixLength: 24,
                            interface: "tun0"))
                ], isOnLink: true)
            var trace = PathVerdictTests.trace(.silent)
            trace.emptyTunnel = tunnel
            evidence.path = PathVerdictTests.path(trace)
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == (tunnel == nil ? "tcp.timeout" : "path.tunnel-down"))
            guard tunnel != nil else { continue }
            #expect(finding.summary.contains("198.51.100.1:443") && finding.summary.contains("tun0"))
            // A reply to a later packet came back.
            evidence.path?.traces[0].outcome = .answered
            #expect(Verdict(on: evidence).findings.first?.id != "path.tunnel-down")
        }
    }

    @Test("a default route without a gateway leads nowhere if the kernel finds no host of the Internet on the link")
    func withoutGateway() throws {
        func verdict(_ state: Neighbour.State?, isEthernet: Bool = true) -> MachineVerdict {
            var observation = MachineDiagnosisTests.healthy()
            var link = Facts.link()
            if isEthernet { link.hardwareAddress = "02:00:00:00:00:01" }
            let route = Route(family: .ipv4, interface: "eth0")
            observation.snapshot.links = [Facts.loopback, link]
            observation.snapshot.routes = [Facts.onLink, route]
            observation.snapshot.neighbours = state.map { [Facts.neighbour($0, "203.0.113.9")] } ?? []
            observation.gateways = []
            observation.uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.packet()])
            observation.uplink?.gateway = nil
            return MachineDiagnosis.verdict(on: observation)
        }
        for state in [Neighbour.State.failed, .incomplete] {
            let found = try #require(verdict(state).findings.first)
            #expect(found.id == "gateway.none" && found.severity == .error && found.summary.contains("eth0"))
        }
        // A router that answers ARP for other hosts; a link without ARP; nothing that the kernel looked for.
        #expect(!verdict(.reachable).findings.contains { $0.id == "gateway.none" })
        #expect(!verdict(.failed, isEthernet: false).findings.contains { $0.id == "gateway.none" })
        #expect(!verdict(nil).findings.contains { $0.id == "gateway.none" })
    }

    @Test("a router without a route to the DNS servers is named in the machine status as in a check")
    func serversOfFormerProvider() throws {
        let server = Facts.address("203.0.113.68")
        func finding(_ code: UInt8?) throws -> Finding {
            var observation = MachineDiagnosisTests.healthy()
            let resolver = Resolver(address: server, source: .resolvConf)
            observation.snapshot.resolvers = .init(servers: [resolver])
            observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .timeout)]
            var packet = UplinkAssessmentTests.packet("100.64.3.1", 3, code ?? 0, limit: nil, as: .tcp)
            packet.destination = server
            if code == nil { packet.error = nil }
            observation.uplink?.packets = UplinkAssessmentTests.far + [packet]
            observation.uplink?.queries = [UplinkAssessmentTests.query(.timeout, at: .beyond, server: server)]
            return try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        }
        let refused = try finding(0)
        #expect(refused.id == "path.no-route" && refused.side == .upstream)
        #expect(refused.summary.contains("the router 100.64.3.1") && refused.summary.contains("203.0.113.68:53"))
        #expect(try finding(nil).id == "dns.server-unreachable")
    }

    @Test("a portal for IPv4 only is a warning, and an error for a target that only has IPv4 addresses")
    func portalOfIPv4() throws {
        func packet(_ limit: Int, _ router: String) -> UplinkEvidence.Packet {
            .init(
                destination: Facts.address("2001:db8:ff::1"), transport: .tcp, limit: limit,
                error: ICMPError(family: .ipv6, type: 3, code: 0, reporter: Facts.address(router)))
        }
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain, packets: [packet(2, "2001:db8:a::1"), packet(3, "2001:db8:b::1")])
        uplink.gateways.append(Facts.address("fe80::1"))
        uplink.interception = .init(
            destination: Facts.address("203.0.113.9"), isAccepted: true, status: 302, location: "https://login.test/")
        func severity(_ uplink: UplinkEvidence) -> Severity? {
            UplinkAssessment(uplink).findings.first { $0.id == "http.captive-portal" }?.severity
        }
        // It was not tried whether the portal responds over IPv6, or it does.
        #expect(severity(uplink) == .error)
        uplink.interceptionOfIPv6 = .init(destination: Facts.address("2001:db8:ff::2"), isAccepted: true, status: 302)
        #expect(severity(uplink) == .error)
        uplink.interceptionOfIPv6?.isAccepted = false
        #expect(severity(uplink) == .warning && UplinkAssessment(uplink).status == .connectionUp)
        #expect(UplinkAssessment(uplink).findings.first?.summary.contains("the Internet over IPv4") == true)
        // That the rest of IPv4 leads nowhere follows from it.
        var dead = uplink
        dead.packets += (2...9).map { UplinkAssessmentTests.packet(limit: $0) }
        #expect(!UplinkAssessment(dead).findings.contains { $0.id == "path.ipv4-down" })
        var both = try Facts.healthy()
        both.address?.usable.append(Facts.sixthSource)
        both.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "2600:1::10"), Facts.attempt(.timeout)])
        both.uplink = dead
        #expect(Verdict(on: both).findings.map(\.id) == ["http.captive-portal"])
        var evidence = try PathVerdictTests.failed(.refused)
        evidence.uplink = uplink
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "http.captive-portal" && finding.severity == .error)
        // Earlier packets count while a router behind the gateway is still heard.
        var later = uplink
        for index in later.packets.indices { later.packets[index].isEarlier = true }
        #expect(severity(later) == .error)
        later.interceptionOfIPv6?.error = later.packets[1].error
        #expect(severity(later) == .warning && UplinkAssessment(later).status == .connectionUp)
        // A check has connected to port 443, where the portal accepts nothing; or everything, also in place of that host.
        var passed = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkAssessmentTests.far)
        passed.interception = uplink.interception
        for (isTLSAccepted, isCertain) in [(false, false), (true, true)] {
            passed.interception?.isTLSAccepted = isTLSAccepted
            passed.hasConnected = true
            passed.hasConnectedSecurely = true
            #expect((severity(passed) == .error) == isCertain)
        }
        // A single router says little about those behind it.
        uplink.packets.removeLast()
        #expect(severity(uplink) == .error)
    }

    // MARK: Addresses

    @Test("an IPv6 target that is reached from a link-local address only is blamed on the missing address")
    func withoutSixthAddress() throws {
        let target = Facts.address("2001:db8:20::10")
        func finding(_ code: UInt8, isGlobal: Bool) throws -> Finding {
            var evidence = try PathVerdictTests.failed(.hostUnreachable)
            var attempt = Facts.attempt(.hostUnreachable, "\(target)")
            attempt.refusal = PathVerdictTests.error(1, code, by: "fe80::1", family: .ipv6)
            evidence.tcp = TCPEvidence(attempts: [attempt])
            let local = LinkAddress(address: Facts.address("fe80::2"), prefixLength: 64, scope: .link)
            evidence.address?.unusable = [.init(interface: "eth0", address: local)]
            if isGlobal { evidence.address?.usable.append(Facts.sixthSource) }
            evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "fe80::1")], isOnLink: false)
            evidence.path = PathVerdictTests.path(
                PathVerdictTests.trace(.refused, "\(target)", error: attempt.refusal))
            return try #require(Verdict(on: evidence).findings.first)
        }
        let missing = try finding(2, isGlobal: false)
        #expect(missing.id == "address.none" && missing.side == .network)
        #expect(missing.summary.contains("eth0 has no usable IP address for IPv6"))
        #expect(missing.summary.contains("fe80::2"))
        #expect(try finding(0, isGlobal: false).id == "path.no-route")
        #expect(try finding(2, isGlobal: true).id != "address.none")
    }
}
