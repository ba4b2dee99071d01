import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A target that is reached over one address family alone")
struct DeadFamilyTests {
    static let gateway = Facts.address("2001:db8:1::1")
    static let target = "2600:1::10"

    private static func sixth(
        _ reporter: String? = nil, _ type: UInt8 = 3, _ code: UInt8 = 0, limit: Int
    ) -> UplinkEvidence.Packet {
        let error = reporter.map { ICMPError(family: .ipv6, type: type, code: code, reporter: Facts.address($0)) }
        return .init(destination: Facts.address("2001:db8:9::9"), transport: .tcp, limit: limit, error: error)
    }

    /// IPv4 with two routers behind the gateway, and these packets over IPv6.
    private static func uplink(_ packets: [UplinkEvidence.Packet]) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain,
            packets: [
                UplinkAssessmentTests.packet("198.51.100.1", as: .tcp),
                UplinkAssessmentTests.packet("198.51.100.2", 3, 0, limit: 3, as: .tcp),
            ] + packets)
        uplink.gateways.append(gateway)
        return uplink
    }

    private static let silent = [2, 3, 4, 2, 3, 4].map { sixth(limit: $0) }

    /// A check of a target with both families, of which IPv6 fails.
    static func check(_ outcome: TCPEvidence.Outcome = .timeout) throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.address?.usable.append(
            .init(
                interface: "eth0",
                address: .init(address: Facts.address("2600:2::2"), prefixLength: 64, scope: .global)))
        evidence.gateway?.hops.append(Facts.hop(gateway: "\(gateway)"))
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(outcome, target), Facts.attempt(.connected)])
        return evidence
    }

    @Test(
        "a preferred source that gets no replies is why IPv6 is dead, whether the target has IPv4 or the machine is observed"
    )
    func badSource() throws {
        var trial = SourceTrial(source: Facts.address("fd00::5"), other: Facts.address("2600:2::2"))
        var evidence = try Self.check()
        evidence.gateway?.hops[1].sourceTrial = trial
        evidence.uplink = Self.uplink(Self.silent)
        #expect(Verdict(on: evidence).followUps.contains(.link(.sources)))
        // A gateway that answers both says that something behind it is dead.
        for outcome in [EchoEvidence.Outcome.timeout, .reply] {
            trial.fromSource = Facts.echo(outcome, of: "\(Self.gateway)")
            trial.fromOther = Facts.echo(.reply, of: "\(Self.gateway)")
            let cause: CauseID = outcome == .timeout ? "address.bad-source" : "path.ipv6-down"
            evidence.gateway?.hops[1].sourceTrial = trial
            let verdict = Verdict(on: evidence)
            #expect(verdict.findings.map(\.id) == [cause] && verdict.status == .connectionUp)
            var observation = MachineDiagnosisTests.healthy()
            let own = LinkAddress(address: Facts.address("2001:db8:1::2"), prefixLength: 64, scope: .global)
            observation.snapshot.links[1].addresses.append(own)
            let route = Route(family: .ipv6, gateway: Self.gateway, interface: "eth0")
            observation.snapshot.routes.append(route)
            var hop = Facts.hop(gateway: "\(Self.gateway)")
            (hop.route, hop.sourceTrial) = (route, trial)
            observation.gateways.append(hop)
            observation.uplink = Self.uplink(Self.silent)
            observation.uplink?.failedNetworksOverIPv6 = 1
            let machine = MachineDiagnosis.verdict(on: observation)
            #expect(machine.findings.map(\.id) == [cause], "\(machine.findings)")
            #expect(machine.status == .connectionUp)
        }
    }

    @Test("dead IPv6 is the target's fault only if IPv6 leads elsewhere")
    func target() throws {
        var evidence = try Self.check()
        let first = Verdict(on: evidence)
        #expect(first.findings.map(\.id) == ["tcp.ipv6-broken"] && first.status == .connectionUp)
        #expect(first.followUps.contains(.path(.uplink)) && evidence.isFamilyLost)
        let packet = PathDestination(Facts.address(Self.target), port: 443, .tcp)
        #expect(first.followUps.contains(.path(.packet(packet))))
        evidence.uplink = Self.uplink(Self.silent)
        let lost = Verdict(on: evidence)
        #expect(lost.findings.map(\.id) == ["path.ipv6-down"] && lost.status == .connectionUp)
        // Routers report packets over IPv6.
        evidence.uplink = Self.uplink([2, 3, 4].map { Self.sixth("2001:db8:9\($0)::1", limit: $0) })
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.ipv6-broken"])
        // The host itself refuses.
        evidence = try Self.check(.refused)
        evidence.uplink = Self.uplink(Self.silent)
        let refused = Verdict(on: evidence)
        #expect(refused.findings.map(\.id) == ["tcp.ipv6-broken"] && !refused.followUps.contains(.path(.uplink)))
        #expect(!evidence.isFamilyLost)
    }

    @Test("a server that refuses connections itself is reached over the family, unlike one for which a router answers")
    func refusedByHost() throws {
        var evidence = try Self.check(.refused)
        for (limit, isReached) in [(3, true), (1, false)] {
            var syn = PathVerdictTests.trace(.answered, Self.target)
            var echo = PathVerdictTests.trace(.answered, Self.target, .icmp)
            (syn.answeredAt, echo.answeredAt) = (limit, 3)
            evidence.path = PathVerdictTests.path(syn, echo)
            let finding = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.ipv6-broken" })
            let listens = finding.advice.contains {
                $0.contains("service listens on \(Self.target): ss -tlnp 'sport = :443'")
            }
            #expect(listens == isReached, "\(finding.advice)")
            #expect(finding.advice.contains { $0.contains("the IPv6 of the router") } != isReached)
        }
    }

    @Test("a target that is not reached over IPv6, as others are not, is not to blame, with a trace or without one")
    func endingForOthers() throws {
        let ends = [Self.sixth("2001:db8:91::1", limit: 2), Self.sixth(limit: 3), Self.sixth(limit: 4)]
        var evidence = try Self.check()
        evidence.uplink = Self.uplink(ends + ends)
        evidence.uplink?.familiesUnreached = [.ipv6]
        for (networks, cause) in [(1, "tcp.ipv6-broken"), (2, "path.ipv6-down")] as [(Int, CauseID)] {
            evidence.uplink?.failedNetworksOverIPv6 = networks
            let found = Verdict(on: evidence).findings
            #expect(found.map(\.id) == [cause] && found.first?.severity == .warning, "\(found)")
        }
    }

    @Test("a target whose IPv6 packets end where all do is not to blame, and one behind further routers is")
    func ending() throws {
        var evidence = try Self.check()
        evidence.uplink = Self.uplink([
            Self.sixth("2001:db8:91::1", limit: 2), Self.sixth(limit: 3), Self.sixth(limit: 4),
        ])
        let destination = PathDestination(Facts.address(Self.target), port: 443, .tcp)
        let first = Verdict(on: evidence)
        #expect(first.findings.map(\.id) == ["tcp.ipv6-broken"])
        #expect(first.followUps.contains(.path(.trace(destination))))
        for (further, cause) in [(nil, "path.ipv6-down"), ("2001:db8:92::1", "tcp.ipv6-broken")] as [(String?, CauseID)]
        {
            let hops = ["\(Self.gateway)", "2001:db8:91::1", further].filter { $0 != nil }
            evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.silent, Self.target, hops: hops))
            let found = Verdict(on: evidence).findings
            #expect(found.map(\.id) == [cause] && found.first?.severity == .warning, "\(found)")
        }
    }

    @Test("two hosts with the address of the IPv6 gateway are why IPv6 is dead, whatever works over IPv4")
    func takenGateway() throws {
        var evidence = try Self.check()
        evidence.uplink = Self.uplink(Self.silent)
        #expect(Verdict(on: evidence).followUps.contains(.link(.holders)))
        var hop = Facts.hop(gateway: "\(Self.gateway)")
        hop.neighbour?.hardwareAddress = "02:00:00:00:00:01"
        hop.rival = "02:00:00:00:00:02"
        evidence.gateway?.hops[1] = hop
        let found = Verdict(on: evidence).findings
        #expect(found.map(\.id) == ["address.duplicate"] && found.first?.severity == .warning, "\(found)")
        #expect(found.first?.summary.contains("02:00:00:00:00:02") == true, "\(found)")
        // If IPv6 works, another host may answer in place of the gateway as well (NDP proxy).
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, Self.target), Facts.attempt(.connected)])
        #expect(!Verdict(on: evidence).findings.contains { $0.id == "address.duplicate" })

        var observation = MachineDiagnosisTests.healthy()
        let own = LinkAddress(address: Facts.address("2001:db8:1::2"), prefixLength: 64, scope: .global)
        observation.snapshot.links[1].addresses.append(own)
        observation.snapshot.routes.append(hop.route)
        observation.gateways.append(hop)
        observation.uplink = Self.uplink(Self.silent)
        let machine = MachineDiagnosis.verdict(on: observation)
        #expect(machine.findings.map(\.id) == ["address.duplicate"], "\(machine.findings)")
        #expect(machine.status == .connectionUp && machine.findings.first?.severity == .warning)
    }

    @Test("a tunnel that swallows all IPv6 is named, and neither a DNS server behind it nor the target's record")
    func tunnel() throws {
        var evidence = try Self.check()
        let route = Route(family: .ipv6, interface: "sit1")
        evidence.gateway?.hops[1] = .init(route: route)
        let destination = PathDestination(Facts.address(Self.target), port: 443, .tcp)
        #expect(Verdict(on: evidence).followUps.contains(.path(.packet(destination))))
        for tunnel in ["sit1", nil] {
            var trace = PathVerdictTests.trace(.silent, Self.target)
            trace.emptyTunnel = tunnel
            evidence.path = PathVerdictTests.path(trace)
            let found = Verdict(on: evidence).findings
            #expect(found.map(\.id) == [tunnel == nil ? "tcp.ipv6-broken" : "path.tunnel-down"], "\(found)")
            #expect(found.first?.severity == .warning)

            var observation = MachineDiagnosisTests.healthy()
            let server = Resolver(address: Facts.address("2600:53::9"), source: .resolvConf)
            var link = Facts.link(
                "sit1", addresses: [.init(address: Facts.address("2600:2::2"), prefixLength: 64, scope: .global)])
            link.index = 9
            observation.snapshot.links.append(link)
            observation.snapshot.routes.append(route)
            observation.snapshot.resolvers.servers.insert(server, at: 0)
            observation.resolvers.insert(.init(resolver: server, status: .connectionDown, failure: .timeout), at: 0)
            observation.output.emptyTunnel = tunnel
            let machine = MachineDiagnosis.verdict(on: observation)
            #expect(machine.status == .connectionUp, "\(machine.findings)")
            let cause: CauseID = tunnel == nil ? "dns.some-servers-dead" : "path.tunnel-down"
            #expect(machine.findings.first?.id == cause && machine.findings.first?.severity == .warning)
            #expect(tunnel == nil || !machine.findings.contains { $0.id == "dns.some-servers-dead" })
        }
    }

    @Test("a tunnel from which nothing ever came is why the only DNS server, which is behind it, does not answer")
    func onlyServer() {
        var observation = MachineDiagnosisTests.healthy()
        let server = Resolver(address: Facts.address("10.8.0.1"), source: .resolvConf)
        let own = LinkAddress(address: Facts.address("10.8.0.2"), prefixLength: 24, scope: .global)
        var link = Facts.link("tun0", addresses: [own])
        link.index = 9
        observation.snapshot.links.append(link)
        observation.snapshot.routes.append(
            Route(family: .ipv4, destination: Facts.address("10.8.0.0"), prefixLength: 24, interface: "tun0"))
        observation.snapshot.resolvers.servers = [server]
        observation.resolvers = [.init(resolver: server, status: .connectionDown, failure: .timeout)]
        for tunnel in ["tun0", nil] {
            observation.output.emptyTunnel = tunnel
            let errors = MachineDiagnosis.verdict(on: observation).findings.filter { $0.severity == .error }
            let cause: CauseID = tunnel == nil ? "dns.server-unreachable" : "path.tunnel-down"
            #expect(errors.map(\.id) == [cause], "\(errors)")
        }
    }

    @Test("a router that rejects one family, or this machine's own hop limit, is named beside the family that works")
    func reported() throws {
        var evidence = try Self.check(.hostUnreachable)
        let router = Facts.address("2001:db8:91::1")
        for (type, code, cause) in [(1, 1, "path.filtered"), (3, 0, "local.hop-limit")] as [(UInt8, UInt8, CauseID)] {
            let error = ICMPError(family: .ipv6, type: type, code: code, reporter: router)
            evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.refused, Self.target, error: error))
            evidence.path?.hopLimit = 2
            let found = Verdict(on: evidence).findings
            #expect(found.map(\.id) == [cause] && found.first?.severity == .warning, "\(found)")
        }
        // With a usual limit, packets that expire run in a circle.
        evidence.path?.hopLimit = 64
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.ipv6-broken"])
    }

    @Test("IPv6 packets that expire because of this machine's own hop limit say nothing about the target's addresses")
    func hopLimit() throws {
        let expired = ICMPError(family: .ipv6, type: 3, code: 0, reporter: Facts.address("2001:db8:9::1"))
        for limit in [2, 64, nil] {
            var evidence = try Self.check(.hostUnreachable)
            evidence.tcp?.attempts[0].refusal = expired
            evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.refused, Self.target, error: expired))
            evidence.path?.hopLimit = limit
            let verdict = Verdict(on: evidence)
            // With the usual limit, it is a loop.
            #expect(verdict.findings.map(\.id) == [limit == 2 ? "local.hop-limit" : "tcp.ipv6-broken"])
            #expect(verdict.status == .connectionUp)
            guard limit == 2 else { continue }
            #expect(verdict.findings[0].advice.contains { $0.contains("net.ipv6.conf.eth0.hop_limit=64") })
        }
    }

    @Test("addresses that DNS64 synthesized lead to advice about NAT64, and not about the record")
    func synthesized() throws {
        var evidence = try Self.check()
        for (address, isSynthesized) in [("64:ff9b::c633:6401", true), ("64:ff9b:1::c633:6401", false)] {
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.hostUnreachable, address), Facts.attempt(.connected)])
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "tcp.ipv6-broken")
            #expect(finding.advice.contains { $0.contains("prefix 64:ff9b::/96") } == isSynthesized)
            #expect(finding.advice.contains { $0.contains("AAAA record of www.example") } != isSynthesized)
            #expect((finding.side == .network) == isSynthesized)
        }
    }

    @Test("a family whose only interface has no carrier is not broken elsewhere")
    func withoutCarrier() throws {
        for carrier in [true, false] {
            var evidence = try Facts.healthy()
            let address = LinkAddress(address: Facts.address("192.0.0.4"), prefixLength: 29, scope: .global)
            evidence.link?.carriers.append(Facts.link("clat4", carrier: carrier, addresses: [address]))
            evidence.address = AddressEvidence(
                usable: [Facts.sixthSource, .init(interface: "clat4", address: address)], unusable: [])
            evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "\(Self.gateway)")], isOnLink: false)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, Self.target), Facts.attempt(.timeout)])
            let findings = Verdict(on: evidence).findings.map(\.id)
            #expect(findings == [carrier ? "tcp.ipv4-broken" : "link.no-carrier"], "\(findings)")
        }
    }

    @Test("IPv6 packets that this machine drops are its own fault, whatever the uplink seems to be")
    func ownFilter() throws {
        var evidence = try Self.check()
        evidence.uplink = Self.uplink(Self.silent)
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.unsent, Self.target, failure: "EPERM"))
        let found = Verdict(on: evidence)
        #expect(found.findings.map(\.id) == ["local.firewall"] && found.findings.first?.severity == .warning)
        #expect(found.status == .connectionUp)
    }

    @Test("a permanent entry with another hardware address explains a dead family")
    func neighbour() throws {
        var evidence = try Self.check()
        var hop = Facts.hop(.permanent, .timeout, gateway: "\(Self.gateway)")
        hop.neighbour = Neighbour(
            address: Self.gateway, interface: "eth0", hardwareAddress: "02:00:00:00:00:99", state: .permanent)
        (hop.arp, hop.arpAddress) = (.answered, "02:00:00:00:00:01")
        evidence.gateway?.hops[1] = hop
        #expect(Verdict(on: evidence).findings.map(\.id) == ["gateway.wrong-neighbour"])
        let lost = Finding(
            PathCauses.ipv6Down, ["interface": "eth0", "gateway": "\(Self.gateway)", "effect": "?", "last": "?"])
        #expect(DeadFamilyRule.explained(lost, [hop], .init()).id == "gateway.wrong-neighbour")
        hop.arpAddress = "02:00:00:00:00:99"
        #expect(DeadFamilyRule.explained(lost, [hop], .init()).id == "path.ipv6-down")
    }

    @Test("in the machine's status, IPv6 of which every packet is dropped here is this machine's own fault")
    func machine() {
        func trace(_ port: UInt16, _ failure: String?, _ transport: PathEvidence.Transport) -> PathEvidence.Trace {
            .init(
                address: Facts.address("2001:db8:9::9"), port: port, transport: transport,
                outcome: failure == nil ? .silent : .unsent, failure: failure)
        }
        func ids(_ failures: [String?]) -> [CauseID] {
            var observation = MachineDiagnosisTests.healthy()
            observation.uplink = Self.uplink(Self.silent)
            observation.uplink?.failedNetworksOverIPv6 = 1
            observation.output.nobody = [
                trace(80, failures[0], .tcp), trace(443, failures[1], .tcp), trace(33_435, failures[2], .udp),
            ]
            return MachineDiagnosis.verdict(on: observation).findings.map(\.id)
        }
        #expect(ids(["EPERM", "EPERM", "EPERM"]) == ["local.firewall"])
        var output = MachineOutput()
        output.nobody = [trace(443, "EPERM", .tcp)]
        func gone(_ gateway: String) -> Finding {
            Finding(GatewayCauses.unreachable, severity: .warning, ["gateway": gateway, "interface": "eth0"])
        }
        #expect(DeadFamilyRule.explained(gone("\(Self.gateway)"), [], output).id == "local.firewall")
        #expect(DeadFamilyRule.explained(gone("192.0.2.1"), [], output).id == "gateway.unreachable")
        #expect(ids([nil, nil, nil]) == ["path.ipv6-down"])
        #expect(ids([nil, nil, "EPERM"]) == ["path.ipv6-down"])
    }

    @Test("a router that refuses packets over IPv6 leaves no doubt about IPv4, which works")
    func refusedSixth() {
        let refused = [2, 3, 4, 2, 3, 4].map { Self.sixth("\(Self.gateway)", 1, 1, limit: $0) }
        let assessment = UplinkAssessment(Self.uplink(refused))
        #expect(assessment.status == .connectionUp && assessment.findings.map(\.id) == ["path.ipv6-down"])
    }

    @Test("programs wait for dead IPv6 if the system resolver lists it first, or else by the rules for addresses")
    func order() throws {
        func lookup(_ addresses: [String]) -> SystemLookup {
            SystemLookup(addresses: addresses.map(Facts.address), duration: .milliseconds(1))
        }
        let fourth = "198.51.100.1"
        for (source, order, isReported) in [
            ("2600:2::2", [Self.target, fourth], true), ("2600:2::2", [fourth, Self.target], false),
            ("fd00::2", [Self.target, fourth], true), ("fd00::2", [fourth, Self.target], false),
            ("2600:2::2", [fourth], true), ("fd00::2", [fourth], false),
        ] {
            var evidence = try Self.check()
            evidence.address?.usable.removeLast()
            let address = LinkAddress(address: Facts.address(source), prefixLength: 64, scope: .global)
            evidence.address?.usable.append(.init(interface: "eth0", address: address))
            evidence.dns?.resolution.system = lookup(order)
            let found = Verdict(on: evidence).findings
            #expect(found.contains { $0.id == "tcp.ipv6-broken" } == isReported, "\(source) \(order): \(found)")
            // The machine's finding.
            let link = Facts.link(addresses: [
                .init(address: Facts.address("192.0.2.2"), prefixLength: 24, scope: .global), address,
            ])
            let known = Finding(
                PathCauses.ipv6Down, ["interface": "eth0", "gateway": "\(Self.gateway)", "effect": "?"])
            let assessed = LocalPrefixRule.assessment(
                known, in: NetworkSnapshot(links: [link], routes: []), lookup: lookup(order))
            #expect(assessed.severity == (isReported ? .warning : .info), "\(source) \(order): \(assessed)")
        }
    }

    @Test("a dead gateway that is preferred over a working one of its family is a warning while the other family works")
    func deadPreferred() throws {
        var evidence = try Facts.healthy()
        evidence.gateway?.hops.insert(Facts.hop(.failed, .timeout, gateway: "2001:db8:1::dead"), at: 0)
        evidence.gateway?.rivals = [Facts.hop(.reachable, nil, gateway: "2001:db8:1::1")]
        evidence.tcp = TCPEvidence(attempts: [
            Facts.attempt(.hostUnreachable, "2001:db8:2::80"), Facts.attempt(.connected),
        ])
        let verdict = Verdict(on: evidence)
        let found = verdict.findings.first { $0.id == "gateway.dead-preferred" }
        #expect(found?.severity == .warning && verdict.status == .connectionUp, "\(verdict.findings)")
    }
}
