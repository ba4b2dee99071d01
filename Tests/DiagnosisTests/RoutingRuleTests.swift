import Diagnosis
import NetworkModel
import Testing

@Suite("Routing of this host's packets")
struct RoutingRuleTests {
    private static func prefix(_ text: String, _ length: Int) -> PolicyRule.Prefix {
        .init(Facts.address(text), length: length)
    }

    @Test("a rule applies to what its selectors match, for unmarked packets that this machine sends")
    func rules() {
        let target = Facts.address("198.51.100.1"), own = Facts.address("192.0.2.2")
        func matches(_ change: (inout PolicyRule) -> Void) -> Bool {
            var rule = PolicyRule(family: .ipv4, priority: 100, action: .prohibit)
            change(&rule)
            return rule.matches(target, from: own, user: 1_000)
        }
        #expect(matches { _ in })
        #expect(matches { $0.destination = Self.prefix("198.51.100.0", 24) })
        #expect(!matches { $0.destination = Self.prefix("203.0.113.0", 24) })
        #expect(matches { $0.source = Self.prefix("192.0.2.0", 24) })
        #expect(!matches { $0.source = Self.prefix("10.0.0.0", 8) })
        #expect(!matches { $0.mark = 7 })
        #expect(matches { ($0.mark, $0.isInverted) = (7, true) })
        #expect(!matches { $0.family = .ipv6 })
        #expect(!matches { $0.inputInterface = "eth1" } && matches { $0.inputInterface = "lo" })
        #expect(matches { $0.users = [1_000, 1_000] } && !matches { $0.users = [0, 0] })
    }

    @Test("a rule is shown in the syntax of ip-rule(8)")
    func text() {
        var rule = PolicyRule(family: .ipv4, priority: 100, action: .prohibit)
        #expect(rule.text == "100: from all prohibit")
        rule.destination = Self.prefix("198.51.100.0", 24)
        (rule.source, rule.mark, rule.isInverted) = (Self.prefix("192.0.2.2", 32), 0xca6c, true)
        #expect(rule.text == "100: not from 192.0.2.2 to 198.51.100.0/24 fwmark 0xca6c prohibit")
        #expect(PolicyRule(family: .ipv6, priority: 5, action: .lookup, table: 1_000).text == "5: from all lookup 1000")
    }

    @Test("a family that a rule rejects is a warning while the other one leads to the target")
    func oneFamily() throws {
        var evidence = try Facts.healthy()
        var refused = Route(
            family: .ipv6, kind: .prohibit, destination: Facts.address("2001:db8::1"), prefixLength: 128)
        refused.rule = PolicyRule(family: .ipv6, priority: 100, action: .prohibit)
        evidence.gateway?.hops.append(.init(route: refused))
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "gateway.policy" && finding.severity == .warning)
        #expect(finding.summary.contains("IPv6") && finding.facts["rule"] == "100: from all prohibit")
        // The address of the refused family is named, once.
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected), Facts.attempt(.notPermitted, "2001:db8::1")])
        let found = Verdict(on: evidence).findings
        #expect(found.map(\.id) == ["gateway.policy"] && found[0].summary.contains("to 2001:db8::1"), "\(found)")
        evidence.gateway?.hops.removeLast()
        evidence.address?.usable.append(Facts.sixthSource)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.ipv6-broken"])
    }

    /// The kernel that the lab runs on has no VRF.
    @Test("an interface of a VRF is not used by programs that are not bound to it")
    func vrf() throws {
        var eth0 = Facts.link()
        eth0.master = 9
        var vrf = Facts.link("vrf0", addresses: [])
        (vrf.index, vrf.kind) = (9, "vrf")
        let snapshot = NetworkSnapshot(links: [Facts.loopback, eth0, vrf], routes: [])
        let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address("198.51.100.1")])
        #expect(selection.link.carriers.map(\.name) == ["eth0"])
        var evidence = try Facts.healthy("http://198.51.100.1/")
        (evidence.link, evidence.address, evidence.gateway) = (selection.link, selection.address, selection.gateway)
        (evidence.dns, evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil, nil)
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "gateway.policy" && finding.summary.contains("eth0 belongs to the VRF vrf0"))
        #expect(finding.advice.contains { $0.contains("ip vrf exec vrf0") })
    }

    @Test("local networks such as container bridges do not hide a missing cable")
    func ownNetworks() {
        var bridge = Facts.link(
            "docker0", addresses: [.init(address: Facts.address("172.17.0.1"), prefixLength: 16, scope: .global)])
        (bridge.index, bridge.kind) = (7, "bridge")
        var tunnel = Facts.link(
            "tun0", addresses: [.init(address: Facts.address("10.8.0.2"), prefixLength: 24, scope: .global)])
        (tunnel.index, tunnel.kind) = (8, "tun")
        var port = Facts.link("port0", addresses: [])
        (port.index, port.kind, port.master) = (9, "veth", 7)
        let off = Facts.link(up: false, carrier: false, addresses: [])
        let snapshot = NetworkSnapshot(links: [Facts.loopback, bridge, tunnel, port, off], routes: [])
        let selection = RouteSelection(snapshot: snapshot, destinations: [])
        #expect(selection.link.carriers.map(\.name) == ["eth0"])
        // A bridge with a cable leads to other networks.
        var cable = off
        (cable.index, cable.master) = (3, 7)
        let bridged = NetworkSnapshot(links: [Facts.loopback, bridge, tunnel, cable], routes: [])
        #expect(RouteSelection(snapshot: bridged, destinations: []).link.carriers.map(\.name) == ["docker0"])
    }

    @Test(
        "a wide prefix is blamed for remote hosts that nobody on the link knows, not for a host that is off in a flat network"
    )
    func netmask() throws {
        func finding(_ length: Int, _ witnesses: [EchoEvidence], isForwarded: Bool? = nil) throws -> Finding? {
            var evidence = try Facts.healthy("http://10.9.0.1/")
            (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.hostUnreachable, "10.9.0.1")])
            let target = Facts.address("10.9.0.1")
            let route = Route(
                family: .ipv4, destination: Facts.address(length == 8 ? "10.0.0.0" : "10.9.0.0"), prefixLength: length,
                interface: "eth0")
            evidence.gateway = GatewayEvidence(
                hops: [.init(route: route, nextHop: target, neighbour: Facts.neighbour(.failed, "10.9.0.1"))],
                isOnLink: true)
            evidence.address?.wide = WideSubnet(
                destination: target, address: Facts.address("10.77.1.1"), prefixLength: length, interface: "eth0",
                gateway: Facts.address("10.77.1.2"), witnesses: witnesses, isForwarded: isForwarded)
            return Verdict(on: evidence).findings.first
        }
        func cause(_ length: Int, _ witnesses: [EchoEvidence]) throws -> CauseID? {
            try finding(length, witnesses)?.id
        }
        let gateway = Facts.echo(.reply, of: "10.77.1.2")
        #expect(try cause(8, [gateway]) == "address.netmask")
        // Without proof, the host is not blamed either.
        let open = try finding(16, [gateway])
        #expect(open?.id == "tcp.host-down" && open?.side == .network, "\(open as Any)")
        #expect(open?.advice.first?.contains("the netmask of 10.77.1.1/16 is too wide") == true)
        // A packet by way of the gateway decides.
        let proven = try finding(16, [gateway, Facts.echo(.reply, of: "10.9.0.53")], isForwarded: true)
        #expect(proven?.id == "address.netmask" && proven?.side == .machine, "\(proven as Any)")
        // The target may be behind a VPN.
        let unproven = try finding(8, [gateway])
        #expect(unproven?.advice.contains { $0.contains("such as that of a VPN") } == true)
        #expect(proven?.advice.contains { $0.contains("such as that of a VPN") } == false)
        #expect(try finding(16, [gateway], isForwarded: false)?.id == "tcp.host-down")
        #expect(try cause(16, [gateway, Facts.echo(.timeout, of: "10.8.0.53")]) == "address.netmask")
        #expect(try cause(8, [gateway, Facts.echo(.reply, of: "10.8.0.53")]) != "address.netmask")
        #expect(try cause(8, [Facts.echo(.timeout, of: "10.77.1.2")]) != "address.netmask")
    }

    @Test("a narrow prefix is blamed for a silent host next to it that is on the link, and not behind proxy ARP")
    func narrowNetmask() throws {
        let (target, own) = (Facts.address("10.77.1.200"), Facts.address("10.77.1.1"))
        func evidence(_ arp: GatewayEvidence.ARPOutcome?, _ hardware: String? = nil) throws -> Evidence {
            var evidence = try Facts.healthy("http://10.77.1.200/")
            (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "10.77.1.200")])
            var hop = Facts.hop(gateway: "10.77.1.2")
            hop.neighbour?.hardwareAddress = "02:00:00:00:00:02"
            evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
            var subnet = NarrowSubnet(
                destination: target, address: own, prefixLength: 25, interface: "eth0",
                gateway: Facts.address("10.77.1.2"))
            (subnet.arp, subnet.hardwareAddress) = (arp, hardware)
            evidence.address?.narrow = subnet
            return evidence
        }
        let open = Verdict(on: try evidence(nil))
        #expect(open.findings.first?.id != "address.narrow-netmask" && open.followUps.contains(.link(.nearby)))
        let proven = Verdict(on: try evidence(.answered, "02:00:00:00:00:09"))
        #expect(proven.findings.first?.id == "address.narrow-netmask" && proven.findings.first?.side == .machine)
        #expect(!proven.followUps.contains(.link(.nearby)))
        for (outcome, hardware) in [(.silent, nil), (.answered, "02:00:00:00:00:02"), (.notPermitted, nil)]
            as [(GatewayEvidence.ARPOutcome, String?)]
        {
            let findings = Verdict(on: try evidence(outcome, hardware)).findings
            #expect(!findings.contains { $0.id == "address.narrow-netmask" })
        }
    }

    @Test("only a long prefix next to a private address is a narrow one")
    func narrowPrefix() throws {
        func subnet(_ length: Int, _ destination: String) throws -> NarrowSubnet? {
            let link = Facts.link(addresses: [
                .init(address: Facts.address("10.77.1.1"), prefixLength: length, scope: .global)
            ])
            let onLink = Route(
                family: .ipv4, destination: Facts.address("10.77.1.0"), prefixLength: length, interface: "eth0")
            let snapshot = NetworkSnapshot(
                links: [Facts.loopback, link], routes: [onLink, Facts.route("10.77.1.2")], neighbours: [])
            return RouteSelection.narrowSubnet(of: [Facts.address(destination)], in: snapshot)
        }
        let found = try #require(try subnet(25, "10.77.1.200"))
        #expect(found.gateway == Facts.address("10.77.1.2") && found.prefixLength == 25 && found.arp == nil)
        #expect(try subnet(25, "10.77.1.100") == nil)
        #expect(try subnet(25, "10.77.2.200") == nil)
        #expect(try subnet(24, "10.77.2.1") == nil)
        #expect(try subnet(25, "198.51.100.1") == nil)
    }

    @Test("if a resolver on the link does not help, the gateways are checked, and a dead one is the cause")
    func resolverOnLink() throws {
        func evidence(_ reason: Resolution.FailureReason) throws -> Evidence {
            var evidence = try Facts.healthy()
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.dns = Facts.dns([Facts.failure(reason, server: "192.0.2.1")], servers: ["192.0.2.1"])
            let hop = GatewayEvidence.Hop(route: Facts.onLink, nextHop: Facts.address("192.0.2.1"))
            evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: true)
            return evidence
        }
        func asks(_ evidence: Evidence) -> Bool { Verdict(on: evidence).followUps.contains(.link(.gateways)) }
        for reason in [Resolution.FailureReason.timeout, .servfail, .refused] { #expect(try asks(evidence(reason))) }
        // NXDOMAIN and a closed port do not depend on the gateway.
        for reason in [Resolution.FailureReason.nxdomain, .closed] { #expect(try !asks(evidence(reason))) }
        func cause(_ hop: GatewayEvidence.Hop) throws -> CauseID? {
            var evidence = try evidence(.timeout)
            evidence.gateway?.hops.append(hop)
            evidence.gateway?.isOnLink = false
            #expect(!asks(evidence))
            return Verdict(on: evidence).findings.first?.id
        }
        #expect(try cause(Facts.hop(.failed, .timeout)) == "gateway.unreachable")
        #expect(try cause(Facts.hop(.reachable, .reply)) == "dns.server-unreachable")
        var fixed = Facts.hop(.permanent, .timeout)
        fixed.neighbour?.hardwareAddress = "02:00:00:00:00:99"
        fixed.arp = .answered
        fixed.arpAddress = "02:00:00:00:00:01"
        #expect(try cause(fixed) == "gateway.wrong-neighbour")
    }

    @Test("another source address is tried if the uplink is silent, although a resolver on the link answers")
    func sourceBehindResolver() throws {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.servfail, server: "192.0.2.1")], servers: ["192.0.2.1"])
        var hop = Facts.hop()
        hop.sourceTrial = SourceTrial(source: Facts.address("172.31.9.9"), other: Facts.address("192.0.2.2"))
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
        #expect(!Verdict(on: evidence).followUps.contains(.link(.sources)))
        evidence.uplink = UplinkAssessmentTests.uplink(.servfail)
        #expect(Verdict(on: evidence).followUps.contains(.link(.sources)))
    }

    @Test(
        "a source that gets no report of a gateway without pings, as another one does, is bad",
        arguments: [(false, true, true), (true, true, false), (false, false, false)])
    func reportedSource(isSourceReported: Bool, isOtherReported: Bool, isBad: Bool) throws {
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        var hop = Facts.hop(.reachable, .timeout)
        var trial = SourceTrial(
            source: Facts.address("172.31.9.9"), other: Facts.address("192.0.2.2"), fromSource: Facts.echo(.timeout),
            fromOther: Facts.echo(.timeout))
        (trial.isSourceReported, trial.isOtherReported) = (isSourceReported, isOtherReported)
        hop.sourceTrial = trial
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
        #expect((Verdict(on: evidence).findings.first?.id == "address.bad-source") == isBad)
        // The gateway reported a packet with the usual source.
        var trace = PathEvidence.Trace(
            address: Facts.address("198.51.100.1"), port: 443, transport: .tcp, outcome: .silent)
        trace.hops = [.init(limit: 1, address: Facts.address("192.0.2.1"))]
        evidence.path = PathEvidence()
        evidence.path?.traces = [trace]
        #expect(!Verdict(on: evidence).findings.contains { $0.id == "address.bad-source" })
    }

    @Test("replies that the reverse path filter drops follow from a source address that the gateway does not answer")
    func filteredReplies() throws {
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        var trace = PathEvidence.Trace(
            address: Facts.address("198.51.100.1"), port: 443, transport: .tcp, outcome: .silent)
        trace.arrival = .init(interface: "eth1", isReversePathFiltered: true)
        evidence.path = PathEvidence()
        evidence.path?.traces = [trace]
        for isSourceHeard in [false, true] {
            var hop = Facts.hop()
            hop.sourceTrial = SourceTrial(
                source: Facts.address("172.31.9.9"), other: Facts.address("192.0.2.2"),
                fromSource: Facts.echo(isSourceHeard ? .reply : .timeout), fromOther: Facts.echo(.reply))
            evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
            let found = Verdict(on: evidence).findings
            #expect(found.first?.id == (isSourceHeard ? "local.reverse-path" : "address.bad-source"), "\(found)")
        }
    }

    @Test(
        "another host with this machine's address explains silence from afar, and no server that is missing on the link"
    )
    func missingServer() throws {
        for (server, isMissing) in [("192.0.2.77", true), ("203.0.113.53", false)] {
            var evidence = try Facts.healthy()
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.dns = Facts.dns([Facts.failure(.timeout, server: server)], servers: [server])
            var hop = Facts.hop()
            (hop.holder, hop.own) = ("02:00:00:00:00:02", Facts.address("192.0.2.2"))
            let near = GatewayEvidence.Hop(route: Facts.onLink, neighbour: Facts.neighbour(.failed, "192.0.2.77"))
            evidence.gateway = GatewayEvidence(hops: [near, hop], isOnLink: false)
            let found = Verdict(on: evidence).findings
            #expect((found.first?.id == "address.duplicate") != isMissing, "\(found)")
            let shared = try #require(found.first { $0.id == "address.duplicate" })
            #expect(shared.severity == (isMissing ? .warning : .error), "\(found)")
        }
    }

    @Test(
        "a route to the only resolver by a missing gateway is named in the status, and not the silence of the resolver")
    func resolverByDeadGateway() {
        let server = Facts.address("203.0.113.53")
        for state in [Neighbour.State.failed, .reachable] {
            var observation = MachineDiagnosisTests.healthy()
            let resolver = Resolver(address: server, source: .resolvConf)
            observation.snapshot.resolvers = .init(servers: [resolver])
            observation.snapshot.routes.append(
                Route(
                    family: .ipv4, destination: server, prefixLength: 32, gateway: Facts.address("192.0.2.7"),
                    interface: "eth0"))
            observation.snapshot.neighbours.append(Facts.neighbour(state, "192.0.2.7"))
            observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .timeout)]
            observation.uplink?.queries = []
            let found = MachineDiagnosis.verdict(on: observation).findings
            #expect((found.first?.id == "gateway.dead-preferred") == (state == .failed), "\(found)")
            guard state == .failed else { continue }
            #expect(found.first?.severity == .error, "\(found)")
            #expect(found.first?.advice.contains { $0.contains("ip route del 203.0.113.53/32 via 192.0.2.7") } == true)
        }
    }

    @Test(
        "a permanent neighbour entry with the hardware address of another host is why a DNS server on the link is silent"
    )
    func fixedServer() throws {
        let server = Facts.address("192.0.2.77")
        var near = GatewayEvidence.Hop(
            route: Facts.onLink, nextHop: server, neighbour: Facts.neighbour(.permanent, "192.0.2.77"))
        near.neighbour?.hardwareAddress = "02:00:00:00:00:98"
        for real in [nil, "02:00:00:00:00:98", "02:00:00:00:00:53"] as [String?] {
            var evidence = try Facts.healthy()
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.dns = Facts.dns([Facts.failure(.timeout, server: "\(server)")], servers: ["\(server)"])
            near.arpAddress = real
            evidence.gateway = GatewayEvidence(hops: [near, Facts.hop()], isOnLink: false)
            let verdict = Verdict(on: evidence)
            #expect(verdict.followUps.contains(.link(.neighbour(server))) || real != nil)
            let isOther = real == "02:00:00:00:00:53"
            #expect((verdict.findings.first?.id == "gateway.wrong-neighbour") == isOther, "\(verdict.findings)")
            // The gateway is the server.
            var gateway = Facts.hop(.permanent, .timeout, gateway: "\(server)")
            (gateway.neighbour, gateway.arpAddress) = (near.neighbour, real)
            evidence.gateway = GatewayEvidence(hops: [near, gateway], isOnLink: false)
            let wrong = Verdict(on: evidence).findings.filter { $0.id == "gateway.wrong-neighbour" }
            #expect(wrong.count == (isOther ? 1 : 0), "\(wrong)")
        }
    }

    @Test("one host of IPv6 that is silent says nothing of an uplink that IPv4 proves")
    func silentIPv6() throws {
        var evidence = try Facts.healthy("tcp://[2001:db8:9::1]:443")
        (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "2001:db8::1")], isOnLink: false)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "2001:db8:9::1")])
        let target = Facts.address("2001:db8:9::1")
        var trace = PathEvidence.Trace(address: target, port: 443, transport: .tcp, outcome: .silent)
        trace.hops = [.init(limit: 1, address: Facts.address("2001:db8::1"))]
        evidence.path = PathEvidence()
        evidence.path?.traces = [
            trace, PathEvidence.Trace(address: target, port: 0, transport: .icmp, outcome: .silent),
        ]
        evidence.uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: [UplinkAssessmentTests.passing])
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.timeout")
        evidence.uplink = nil
        #expect(Verdict(on: evidence).findings.first?.id == "path.upstream-down")
    }
}
