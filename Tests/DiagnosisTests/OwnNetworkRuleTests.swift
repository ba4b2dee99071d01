import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Local settings whose effects look like faults of others")
struct OwnNetworkRuleTests {
    private static func rule(_ change: (inout PolicyRule) -> Void = { _ in }) -> PolicyRule {
        var rule = PolicyRule(family: .ipv4, priority: 100, action: .lookup, table: 77)
        change(&rule)
        return rule
    }

    /// A check whose packets a rule leads elsewhere than the main table.
    private static func ruled(_ kind: Route.Kind, _ gateway: String?, _ state: Neighbour.State) throws -> Evidence {
        var evidence = try PathVerdictTests.failed(.timeout)
        var route = Route(
            family: .ipv4, kind: kind, gateway: gateway.map(Facts.address), interface: gateway.map { _ in "eth1" },
            table: 77)
        route.rule = rule { ($0.ipProtocol, $0.ports) = (6, [443, 443]) }
        var hop = GatewayEvidence.Hop(route: route)
        if let gateway {
            hop.neighbour = Facts.neighbour(state, gateway)
            hop.echo = Facts.echo(state == .failed ? .timeout : .reply, of: gateway)
        }
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
        return evidence
    }

    @Test("a part of the Internet that only a dead tunnel has left over is no subnet of this machine")
    func leftoverHalf() throws {
        for (length, id) in [(1, "path.tunnel-down"), (16, "address.overlap")] as [(Int, CauseID)] {
            let subnet = OwnSubnet(
                destination: Facts.address("93.184.20.10"),
                prefix: Facts.address(length == 1 ? "0.0.0.0" : "93.184.0.0"),
                prefixLength: length, interface: "tun0", kind: "tun", hasCarrier: true, uplink: "eth0",
                echo: Facts.echo(.reply, of: "93.184.20.10"))
            let found = try #require(SubnetRules.finding(subnet, isForwarding: false))
            #expect(found.id == id && found.severity == .error && found.facts["interface"] == "tun0")
        }
    }

    @Test("a route to a single host is removed, and no subnet is changed for it")
    func hostRoute() throws {
        for length in [24, 32] {
            let subnet = OwnSubnet(
                destination: Facts.address("93.184.20.10"),
                prefix: Facts.address(length == 24 ? "93.184.20.0" : "93.184.20.10"), prefixLength: length,
                interface: "tun0", kind: "tun", hasCarrier: true, uplink: "eth0",
                echo: Facts.echo(.reply, of: "93.184.20.10"))
            let advice = try #require(SubnetRules.finding(subnet, isForwarding: false)).advice
            #expect(advice.contains { $0.hasSuffix("ip route del 93.184.20.10/32 dev tun0") } == (length == 32))
            #expect(advice.contains { $0.contains("another subnet") } == (length == 24), "\(advice)")
        }
    }

    @Test(
        "the route past a subnet of this machine has the router of the default route, unless the address is on its link"
    )
    func routePast() throws {
        for (address, way) in [("198.51.100.9", "via 192.0.2.1 dev eth0"), ("192.0.2.1", "dev eth0")] {
            let destination = Facts.address(address)
            var bridge = Facts.link("br1", addresses: [])
            (bridge.index, bridge.kind) = (7, "bridge")
            let covering = Route(family: .ipv4, destination: destination, prefixLength: 28, interface: "br1")
            let snapshot = NetworkSnapshot(
                links: [Facts.loopback, Facts.link(), bridge], routes: [covering, Facts.onLink, Facts.route()])
            var subnet = try #require(RouteSelection.ownSubnet(of: [destination], in: snapshot))
            subnet.echo = Facts.echo(.reply, of: address)
            let advice = try #require(SubnetRules.finding(subnet, isForwarding: false)).advice
            #expect(advice.contains { $0.hasSuffix(": ip route add \(address) \(way)") }, "\(advice)")
        }
    }

    @Test("the longest other route decides the way past a subnet of this machine, such as that of a VPN")
    func routePastByVPN() throws {
        let destination = Facts.address("10.20.0.5")
        var bridge = Facts.link("br1", addresses: [])
        (bridge.index, bridge.kind) = (7, "bridge")
        var tunnel = Facts.link(
            "tun0", addresses: [.init(address: Facts.address("10.8.0.2"), prefixLength: 24, scope: .global)])
        (tunnel.index, tunnel.kind) = (8, "tun")
        let network = Facts.address("10.20.0.0")
        let covering = Route(family: .ipv4, destination: network, prefixLength: 24, interface: "br1")
        var beneath = Route(
            family: .ipv4, destination: network, prefixLength: 16, gateway: Facts.address("10.8.0.1"),
            interface: "tun0")
        var snapshot = NetworkSnapshot(
            links: [Facts.loopback, Facts.link(), bridge, tunnel],
            routes: [covering, beneath, Facts.onLink, Facts.route()])
        var subnet = try #require(RouteSelection.ownSubnet(of: [destination], in: snapshot))
        subnet.echo = Facts.echo(.reply, of: "\(destination)")
        let finding = try #require(SubnetRules.finding(subnet, isForwarding: false))
        #expect(finding.summary.hasSuffix("do not leave by tun0"), "\(finding.summary)")
        #expect(
            finding.advice.contains { $0.hasSuffix(": ip route add 10.20.0.5 via 10.8.0.1 dev tun0") },
            "\(finding.advice)")
        // Without the bridge, the packets would go nowhere.
        beneath.kind = .blackhole
        snapshot.routes[1] = beneath
        #expect(RouteSelection.ownSubnet(of: [destination], in: snapshot) == nil)
    }

    // MARK: Rules by port and mark

    @Test("a port rule to a dead gateway is a fault of this machine, even if other packets get through")
    func deadDetour() throws {
        var evidence = try Self.ruled(.unicast, "10.7.0.1", .failed)
        for isHeard in [false, true] {
            if isHeard {
                evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.answered, "198.51.100.1", .icmp))
            }
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "gateway.policy" && finding.side == .machine && finding.severity == .error)
            #expect(finding.summary.contains("dport 443 lookup 77") && finding.summary.contains("10.7.0.1 on eth1"))
            #expect(finding.advice.contains("Remove the rule: ip rule del priority 100"), "\(finding.advice)")
        }
        // A gateway that answers is not to blame.
        let alive = Verdict(on: try Self.ruled(.unicast, "10.7.0.1", .reachable))
        #expect(!alive.findings.contains { $0.id == "gateway.policy" })
    }

    @Test(
        "a port rule into a tunnel through which nothing ever came is a fault of this machine, and no silent host is blamed"
    )
    func emptyDetour() throws {
        for tunnel in ["tun0", nil] {
            var evidence = try Self.ruled(.unicast, nil, .none)
            evidence.gateway?.hops[0].route.interface = "tun0"
            var trace = PathVerdictTests.trace(.silent)
            trace.emptyTunnel = tunnel
            evidence.path = PathVerdictTests.path(trace)
            let finding = try #require(Verdict(on: evidence).findings.first)
            // Behind a tunnel that others answer through, the host may be down.
            #expect((finding.id == "gateway.policy") == (tunnel != nil), "\(finding)")
            guard tunnel != nil else { continue }
            #expect(finding.side == .machine && finding.severity == .error)
            #expect(finding.summary.contains("dport 443 lookup 77") && finding.summary.contains("tunnel tun0"))
        }
    }

    @Test("for a dead gateway that a rule leads to, the table is named", arguments: [77, nil] as [UInt32?])
    func deadTable(table: UInt32?) throws {
        var evidence = try Self.ruled(.unicast, "10.7.0.1", .failed)
        evidence.gateway?.hops[0].route.rule = nil
        evidence.gateway?.hops[0].route.table = table
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "gateway.unreachable")
        let commands = "ip rule show table 77; ip route show table 77"
        #expect(finding.advice.contains { $0.hasSuffix(commands) } == (table != nil), "\(finding.advice)")
    }

    @Test("a rule that leads past the default gateway, which answers, to one that never did is a fault of this machine")
    func pastDefaultGateway() throws {
        for hasAnswered in [nil, true] {
            var evidence = try Self.ruled(.unicast, "10.7.0.1", .failed)
            evidence.gateway?.hops[0].route.rule = nil
            evidence.gateway?.hops[0].hasAnsweredBefore = hasAnswered
            evidence.gateway?.rivals = [Facts.hop()]
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == (hasAnswered == nil ? "gateway.unreachable" : "gateway.dead-preferred"), "\(finding)")
            // The route is in that table alone.
            let wrong = "ip route del default via 10.7.0.1 dev eth1"
            #expect(!finding.advice.contains { $0.hasSuffix(wrong) }, "\(finding.advice)")
            let right = hasAnswered == nil ? "ip rule show table 77; ip route show table 77" : "\(wrong) table 77"
            #expect(finding.advice.contains { $0.hasSuffix(right) }, "\(finding.advice)")
            #expect((finding.side == .machine) == (hasAnswered == nil), "\(finding)")
        }
    }

    @Test("a rule that selects a rejecting table is named together with its route")
    func rejectingTable() throws {
        let finding = try #require(Verdict(on: try Self.ruled(.unreachable, nil, .none)).findings.first)
        #expect(finding.id == "gateway.policy")
        #expect(finding.summary.contains("dport 443 lookup 77") && finding.summary.contains("type unreachable"))
        #expect(finding.advice.contains { $0.contains("ip route show table 77") })
    }

    @Test("a failed neighbour lookup of the kernel is not attributed to a router")
    func ownReport() throws {
        for isOwn in [true, false] {
            var evidence = try PathVerdictTests.failed(.hostUnreachable)
            evidence.tcp?.attempts[0].refusal = PathVerdictTests.error(
                3, 1, by: isOwn ? "192.0.2.2" : "203.0.113.9", isOwn: isOwn)
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "path.no-route" && (finding.side == .machine) == isOwn)
            #expect(finding.summary.hasPrefix("this machine") == isOwn, "\(finding.summary)")
        }
    }

    // MARK: Answers of this machine

    @Test("a reset from this machine itself is not attributed to a router", arguments: [true, nil])
    func ownReset(_ isHere: Bool?) throws {
        var evidence = try PathVerdictTests.failed(.refused)
        var trace = PathVerdictTests.trace(.answered)
        (trace.answeredAt, trace.isAnsweredHere) = (1, isHere)
        let echo = PathVerdictTests.trace(.answered, "198.51.100.1", .icmp, hops: ["192.0.2.1", "203.0.113.9"])
        evidence.path = PathVerdictTests.path(trace, echo)
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == (isHere == true ? "local.firewall" : "path.filtered"))
        #expect(finding.summary.contains("NAT") == (isHere == true), "\(finding.summary)")
    }

    @Test("the machine status names a port that this machine resets, and a rule for marked packets")
    func machine() throws {
        func verdict(_ change: (inout MachineOutput) -> Void) throws -> Finding {
            var observation = MachineDiagnosisTests.healthy()
            observation.output.nobody = [80, 443].map { port in
                PathVerdictTests.trace(.silent, "192.0.2.77", port: port)
            }
            observation.uplink?.connections = .init(total: 0, heard: 0)
            change(&observation.output)
            return try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        }
        let reset = try verdict { $0.nobody[1].isAnsweredHere = true }
        #expect(reset.id == "local.firewall" && reset.summary.contains("TCP port 443"), "\(reset.summary)")
        let marked = try verdict { output in
            for index in output.nobody.indices {
                (output.nobody[index].outcome, output.nobody[index].failure) = (.unsent, "EHOSTUNREACH")
                var route = Route(family: .ipv4, kind: .unreachable, table: 200)
                route.rule = Self.rule { ($0.mark, $0.table) = (1, 200) }
                output.ruled.append(.init(output.nobody[index], route))
            }
        }
        #expect(marked.id == "gateway.policy" && marked.summary.contains("fwmark 0x1 lookup 200"), "\(marked.summary)")
        let tunnel = try verdict { output in
            var route = Route(family: .ipv4, interface: "tun0", table: 77)
            route.rule = Self.rule { ($0.ipProtocol, $0.ports) = (6, [443, 443]) }
            output.ruled.append(.init(output.nobody[1], route))
        }
        #expect(tunnel.id == "gateway.policy" && tunnel.summary.contains("into the tunnel tun0"), "\(tunnel.summary)")
    }

    // MARK: ARP

    private static func withoutARP(_ name: String = "eth0", kind: String? = nil) throws -> Evidence {
        var evidence = try PathVerdictTests.failed(.timeout)
        var link = Facts.link(name)
        (link.isARPOff, link.kind) = (true, kind)
        evidence.link = LinkEvidence(carriers: [link], others: [])
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(.noarp, .timeout)], isOnLink: false)
        evidence.gateway?.hops[0].route.interface = name
        return evidence
    }

    @Test("an Ethernet interface without ARP is the cause if nothing answers, and no fault if something does")
    func arpOff() throws {
        var evidence = try Self.withoutARP()
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "link.arp-off" && finding.side == .machine)
        #expect(finding.advice.contains { $0.contains("ip link set eth0 arp on") })
        evidence.gateway?.hops[0].echo = Facts.echo(.reply)
        #expect(Verdict(on: evidence).findings.first?.id != "link.arp-off")
        evidence.gateway?.hops[0].echo = Facts.echo(.timeout)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected)])
        #expect(!Verdict(on: evidence).findings.contains { $0.id == "link.arp-off" })
        // Neither modems nor tunnels have neighbours.
        for (name, kind) in [("wwan0", nil), ("tun0", "tun"), ("ipvl0", "ipvlan")] {
            let id = Verdict(on: try Self.withoutARP(name, kind: kind)).findings.first?.id
            #expect(id != "link.arp-off", "\(name)")
        }
    }

    // MARK: Bridges

    /// Links of a machine whose `eth0` is a port of the bridge `br0`.
    private static func bridged(
        addressOn name: String, _ state: Link.PortState, carrier: Bool = true
    ) -> NetworkSnapshot {
        var port = Facts.link(addresses: name == "eth0" ? Facts.link().addresses : [])
        (port.index, port.master, port.portState) = (3, 9, state)
        var bridge = Facts.link("br0", carrier: carrier, addresses: name == "br0" ? Facts.link().addresses : [])
        (bridge.index, bridge.kind) = (9, "bridge")
        return NetworkSnapshot(
            links: [Facts.loopback, port, bridge], routes: [Facts.route(interface: name)])
    }

    @Test("an address on a bridge port is the cause if its gateway is dead")
    func port() throws {
        let snapshot = Self.bridged(addressOn: "eth0", .forwarding)
        let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address("198.51.100.1")])
        #expect(selection.link.ports?.map(\.master) == ["br0"])
        var evidence = try PathVerdictTests.failed(.timeout)
        (evidence.link, evidence.address, evidence.gateway) = (selection.link, selection.address, selection.gateway)
        evidence.gateway?.hops[0].neighbour = Facts.neighbour(.failed)
        evidence.gateway?.hops[0].echo = Facts.echo(.timeout)
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "address.bridge-port" && finding.side == .machine)
        #expect(finding.advice.first?.hasSuffix("ip addr add 192.0.2.2/24 dev br0") == true, "\(finding.advice)")
        evidence.gateway?.hops[0].neighbour = Facts.neighbour(.reachable)
        #expect(Verdict(on: evidence).findings.first?.id != "address.bridge-port")
        // A port without the address is not a carrier of the route.
        let usual = RouteSelection(snapshot: Self.bridged(addressOn: "br0", .forwarding), destinations: [])
        #expect(usual.link.ports == nil)
    }

    @Test(
        "an own address that is the broadcast address of its subnet is the cause if nothing answers, and not a firewall"
    )
    func broadcast() throws {
        func evidence(prefixLength: Int, _ other: String? = nil) throws -> Evidence {
            var evidence = try PathVerdictTests.failed(.timeout)
            let addresses = ["192.0.2.255", other].compactMap { $0 }.map {
                LinkAddress(address: Facts.address($0), prefixLength: prefixLength, scope: .global)
            }
            evidence.address = AddressEvidence(
                usable: addresses.map { .init(interface: "eth0", address: $0) }, unusable: [])
            return evidence
        }
        func cause(_ evidence: Evidence) -> CauseID? { Verdict(on: evidence).findings.first?.id }
        let syns = [2, 3].map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        var arrived = PathVerdictTests.trace(.silent)
        arrived.arrival = .init(interface: "eth0")
        arrived.arrival?.isIntact = true
        for (length, other, isBroadcast) in [(24, nil, true), (23, nil, false), (24, "192.0.2.2", false)]
            as [(Int, String?, Bool)]
        {
            var silent = try evidence(prefixLength: length, other)
            #expect(cause(silent) != "address.broadcast")
            silent.uplink = UplinkAssessmentTests.uplink(.timeout, packets: syns)
            #expect((cause(silent) == "address.broadcast") == isBroadcast, "\(length) \(other ?? "")")
            var kept = try evidence(prefixLength: length, other)
            kept.path = PathVerdictTests.path(arrived)
            let expected: CauseID = isBroadcast ? "address.broadcast" : "local.firewall"
            #expect(cause(kept) == expected)
        }
    }

    @Test(
        "a bridge whose port does not forward yet is not reported as a loose cable",
        arguments: [Link.PortState.listening, .learning, .disabled])
    func spanningTree(_ state: Link.PortState) throws {
        let snapshot = Self.bridged(addressOn: "br0", state, carrier: false)
        let finding = try #require(
            MachineDiagnosis.verdict(on: MachineObservation(snapshot: snapshot)).findings.first)
        let isWaiting = state != .disabled
        #expect(finding.id == "link.no-carrier" && (finding.side == .machine) == isWaiting)
        #expect(finding.summary.contains("eth0 does not forward yet") == isWaiting, "\(finding.summary)")
        #expect(finding.advice.contains { $0.contains("cable") } != isWaiting)
        #expect(finding.advice.contains { $0.contains("br0 type bridge stp_state 0") } == isWaiting)
    }

    // MARK: Addresses of a name

    @Test("each address of a name is shown with its own result")
    func outcomes() throws {
        var evidence = try Facts.healthy()
        evidence.tcp = TCPEvidence(attempts: [
            Facts.attempt(.refused, "198.51.100.2"), Facts.attempt(.timeout, "198.51.100.3"),
            Facts.attempt(.refused, "198.51.100.4"), Facts.attempt(.connected),
        ])
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(
            finding.summary.contains(": 198.51.100.2, 198.51.100.4 (refused), 198.51.100.3 (timeout);"),
            "\(finding.summary)")
        // Incidents are told apart by the addresses alone.
        #expect(finding.facts["addresses"] == "198.51.100.2, 198.51.100.3, 198.51.100.4")
    }
}
