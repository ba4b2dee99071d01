import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Next hops that reject packets")
struct LegRuleTests {
    private static let other = "192.0.2.129"

    /// A next hop whose router reports this error for packets to nobody.
    private static func leg(_ type: UInt8, _ code: UInt8, by reporter: String = other) -> UplinkEvidence.Spare {
        var leg = UplinkEvidence.Spare(
            gateway: Facts.address(other), interface: "eth1",
            packets: [UplinkAssessmentTests.packet(reporter, type, code), UplinkAssessmentTests.packet(limit: 3)])
        leg.isLeg = true
        return leg
    }

    @Test("a next hop without a route is a warning, although nothing else takes it")
    func withoutRoute() {
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkAssessmentTests.far)
        uplink.spares = [Self.leg(3, 0)]
        let assessment = UplinkAssessment(uplink)
        #expect(assessment.status == .connectionUp)
        let found = assessment.findings
        #expect(found.map(\.id) == ["path.upstream-down"] && found.first?.severity == .warning, "\(found)")
        #expect(found.first?.facts["gateway"] == Self.other && found.first?.facts["spare"] == "eth0", "\(found)")
        // The same is not said twice.
        #expect(assessment.caveat?.contains(Self.other) != true, "\(assessment.caveat ?? "")")
        // One that forwards packets works.
        uplink.spares = [Self.leg(11, 0, by: "100.64.9.1")]
        #expect(UplinkAssessment(uplink).findings.isEmpty)
        // A router behind it may have a filter against addresses that nobody has.
        uplink.spares = [Self.leg(3, 13, by: "100.64.9.1")]
        #expect(UplinkAssessment(uplink).findings.isEmpty)
    }

    @Test("a silent next hop is a warning if it was heard before, resolves no names, or loses connections")
    func silent() {
        func ids(
            _ rounds: Int, wasHeard: Bool? = nil, losesConnections: Bool? = nil,
            _ outcome: UplinkEvidence.Query.Outcome? = nil
        ) -> [CauseID] {
            let limits = (0..<rounds).flatMap { _ in Array(2...4) }
            let packets = limits.map { UplinkAssessmentTests.packet(limit: $0) }
            var leg = UplinkEvidence.Spare(
                gateway: Facts.address(Self.other), interface: "eth1", packets: packets)
            leg.isLeg = true
            leg.wasHeard = wasHeard
            leg.losesConnections = losesConnections
            leg.gatewayQuery = outcome.map { UplinkAssessmentTests.query($0, server: Facts.address(Self.other)) }
            var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkAssessmentTests.far)
            uplink.spares = [leg]
            let findings = UplinkAssessment(uplink).findings
            #expect(findings.allSatisfy { $0.severity == .warning && $0.facts["gateway"] == Self.other })
            return findings.map(\.id)
        }
        #expect(ids(2).isEmpty && ids(1, wasHeard: true).isEmpty)
        #expect(ids(2, wasHeard: true) == ["path.upstream-down"] && ids(2, .timeout) == ["path.upstream-down"])
        #expect(ids(2, .nxdomain).isEmpty && ids(2, wasHeard: true, .nxdomain).isEmpty)
        // The gateway may forward nothing but its own queries.
        #expect(ids(2, losesConnections: true, .nxdomain) == ["path.upstream-down"])
        #expect(ids(1, losesConnections: true).isEmpty)
    }

    @Test("a silent next hop is a warning if a host accepts connections over another one alone, whichever comes first")
    func lostConnectionsOfStatus() {
        func assessment(
            _ first: TCPEvidence.Outcome, _ second: TCPEvidence.Outcome,
            packets: [UplinkEvidence.Packet] = UplinkAssessmentTests.far,
            ofSecond: [UplinkEvidence.Packet] = [UplinkAssessmentTests.packet(limit: 2)],
            pings: (EchoEvidence.Outcome, EchoEvidence.Outcome)? = nil
        ) -> UplinkAssessment {
            var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
            var leg = UplinkEvidence.Spare(
                gateway: Facts.address(Self.other), interface: "eth1", packets: ofSecond)
            leg.isLeg = true
            uplink.spares = [leg]
            let tried = [("eth0", first, pings?.0), ("eth1", second, pings?.1)]
            uplink.legs = tried.map { interface, outcome, ping -> TCPEvidence.Leg in
                var leg = TCPEvidence.Leg(
                    interface: interface, attempts: [Facts.attempt(outcome), Facts.attempt(outcome)])
                leg.echo = ping.map {
                    EchoEvidence(
                        address: Facts.address("198.51.100.1"), outcome: $0, sent: 3, received: $0 == .reply ? 1 : 0)
                }
                return leg
            }
            return UplinkAssessment(uplink)
        }
        let silent = [UplinkAssessmentTests.packet(limit: 2)]
        let found = assessment(.connected, .timeout).findings
        #expect(found.map(\.id) == ["path.upstream-down"] && found.first?.severity == .warning, "\(found)")
        #expect(found.first?.facts["gateway"] == Self.other && found.first?.facts["spare"] == "eth0", "\(found)")
        #expect(assessment(.connected, .timeout).status == .connectionUp)
        let second = [UplinkAssessmentTests.packet("100.64.9.1", 11, 0)]
        let swapped = assessment(.timeout, .connected, packets: silent, ofSecond: second).findings.first
        #expect(swapped?.id == "path.upstream-down" && swapped?.facts["spare"] == "eth1", "\(swapped as Any)")
        // A host without a server answers pings as well.
        #expect(assessment(.refused, .timeout).findings.isEmpty)
        #expect(assessment(.refused, .timeout, pings: (.reply, .timeout)).findings.map(\.id) == ["path.upstream-down"])
        #expect(assessment(.refused, .timeout, pings: (.reply, .reply)).findings.isEmpty)
        #expect(assessment(.connected, .timeout, pings: (.reply, .reply)).findings.isEmpty)
        #expect(assessment(.refused, .timeout, pings: (.reply, .notPermitted)).findings.isEmpty)
        // Its routers report nothing, but forward packets.
        let isForwarding = assessment(.connected, .connected)
        #expect(isForwarding.findings.isEmpty && isForwarding.caveat?.contains(Self.other) != true)
        // The host may be down, or reject the addresses of one provider.
        #expect(assessment(.timeout, .timeout).findings.isEmpty)
        #expect(assessment(.connected, .timeout, ofSecond: second).findings.isEmpty)
    }

    @Test("a dead next hop remains a warning while connections of programs are silent there, unless a DNS server is")
    func stuckThere() {
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain, packets: UplinkAssessmentTests.far,
            connections: .init(total: 1, heard: 0, stuck: 1, stuckPeers: 1))
        var leg = UplinkEvidence.Spare(
            gateway: Facts.address(Self.other), interface: "eth1", packets: [UplinkAssessmentTests.packet(limit: 2)])
        leg.isLeg = true
        uplink.spares = [leg]
        // Nothing shows that hosts answer over the other one.
        #expect(UplinkAssessment(uplink).status == .connectionDown && uplink.isLegDead)
        uplink.legs = [
            TCPEvidence.Leg(interface: "eth0", attempts: [Facts.attempt(.connected)]),
            TCPEvidence.Leg(interface: "eth1", attempts: [Facts.attempt(.timeout)]),
        ]
        func found(_ uplink: UplinkEvidence) -> [String] {
            UplinkAssessment(uplink).findings.map { "\($0.id.rawValue) \($0.severity.rawValue)" }
        }
        let warning = ["path.upstream-down \(Severity.warning.rawValue)"]
        #expect(found(uplink) == warning && UplinkAssessment(uplink).status == .connectionUp && !uplink.isLegDead)
        #expect(UplinkAssessment(uplink, isOfTarget: true).status == .connectionDown)
        for (stuck, interfaces) in [(0, nil), (4, nil), (2, ["eth1"])] as [(Int, [String]?)] {
            uplink.connections = .init(total: stuck, heard: 0, stuck: stuck, stuckPeers: stuck)
            uplink.connections?.stuckInterfaces = interfaces
            #expect(found(uplink) == warning, "\(stuck)")
            // A pulse sends no packets, and uses the last ones.
            var pulse = uplink
            for index in pulse.packets.indices { pulse.packets[index].isEarlier = true }
            #expect(found(pulse) == warning && UplinkAssessment(pulse).status == .connectionUp, "\(stuck)")
        }
        for queries in [[UplinkEvidence.Query.Outcome.timeout], [.nxdomain, .timeout]] {
            uplink.queries = queries.map { UplinkAssessmentTests.query($0) }
            #expect(UplinkAssessment(uplink).status == .connectionDown && uplink.isLegDead, "\(queries)")
        }
    }

    @Test("a silent next hop is no warning if port 443 or a program gets an answer over it, or no host tells")
    func filteredNextHop() {
        func uplink(
            _ first: TCPEvidence.Outcome, _ second: TCPEvidence.Outcome,
            pings: (EchoEvidence.Outcome, EchoEvidence.Outcome) = (.timeout, .timeout)
        ) -> UplinkEvidence {
            var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkAssessmentTests.far)
            var leg = UplinkEvidence.Spare(
                gateway: Facts.address(Self.other), interface: "eth1",
                packets: [UplinkAssessmentTests.packet(limit: 2)])
            leg.isLeg = true
            uplink.spares = [leg]
            let tried: [(String, TCPEvidence.Outcome, TCPEvidence.Outcome, EchoEvidence.Outcome)] = [
                ("eth0", .connected, first, pings.0), ("eth1", .timeout, second, pings.1),
            ]
            uplink.legs = tried.map { interface, outcome, web, ping -> TCPEvidence.Leg in
                var leg = TCPEvidence.Leg(interface: interface, attempts: [Facts.attempt(outcome)])
                leg.web = [web, web]
                leg.echo = EchoEvidence(
                    address: Facts.address("198.51.100.1"), outcome: ping, sent: 3, received: ping == .reply ? 1 : 0)
                return leg
            }
            return uplink
        }
        let dead = uplink(.connected, .timeout)
        #expect(UplinkAssessment(dead).findings.map(\.id) == ["path.upstream-down"])
        // It passes what most programs need.
        for answer in [TCPEvidence.Outcome.connected, .refused] {
            #expect(UplinkAssessment(uplink(.connected, answer)).findings.isEmpty, "\(answer)")
        }
        #expect(UplinkAssessment(uplink(.connected, .connected)).caveat?.contains(Self.other) != true)
        // The host has no server there, or drops such packets.
        #expect(UplinkAssessment(uplink(.timeout, .timeout)).findings.isEmpty)
        #expect(UplinkAssessment(uplink(.refused, .timeout)).findings.isEmpty)
        let refusing = uplink(.refused, .timeout, pings: (.reply, .timeout))
        #expect(UplinkAssessment(refusing).findings.map(\.id) == ["path.upstream-down"])
        var used = dead
        used.connections = .init(total: 2, heard: 2)
        used.connections?.heardInterfaces = ["eth0"]
        #expect(UplinkAssessment(used).findings.map(\.id) == ["path.upstream-down"])
        used.connections?.heardInterfaces = ["eth0", "eth1"]
        #expect(UplinkAssessment(used).findings.isEmpty)
        #expect(UplinkAssessment(used).caveat?.contains(Self.other) != true)
    }

    @Test("the next hop in use may be the dead one, also if the DNS server is behind the other one")
    func deadInUse() {
        var uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.packet(limit: 2)])
        var leg = Self.leg(11, 0, by: "100.64.9.1")
        leg.queries = [UplinkAssessmentTests.query(.nxdomain, server: Facts.address(Self.other))]
        uplink.spares = [leg]
        #expect(UplinkAssessment(uplink).status != .connectionUp)
        uplink.legs = [
            TCPEvidence.Leg(interface: "eth0", attempts: [Facts.attempt(.timeout)]),
            TCPEvidence.Leg(interface: "eth1", attempts: [Facts.attempt(.connected)]),
        ]
        let assessment = UplinkAssessment(uplink)
        #expect(assessment.status == .connectionUp && assessment.findings.map(\.id) == ["path.upstream-down"])
        #expect(assessment.findings.first?.facts["spare"] == "eth1", "\(assessment.findings)")
    }

    @Test("connections are only needed if nothing is heard behind a next hop")
    func unheard() {
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkAssessmentTests.far)
        #expect(!uplink.hasUnheardLeg)
        uplink.spares = [Self.leg(11, 0, by: "100.64.9.1")]
        #expect(!uplink.hasUnheardLeg)
        uplink.spares?[0].packets = [UplinkAssessmentTests.packet(limit: 2)]
        #expect(uplink.hasUnheardLeg)
        uplink.spares?[0].isLeg = nil
        #expect(!uplink.hasUnheardLeg)
    }

    @Test("a next hop that loses all connections to a target is named if nothing is heard behind it")
    func lostConnections() throws {
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkAssessmentTests.far)
        var leg = UplinkEvidence.Spare(
            gateway: Facts.address(Self.other), interface: "eth1", packets: [UplinkAssessmentTests.packet(limit: 2)])
        leg.isLeg = true
        uplink.spares = [leg]
        func cause(
            over first: [TCPEvidence.Outcome], _ second: [TCPEvidence.Outcome], _ uplink: UplinkEvidence
        ) throws -> Finding? {
            var evidence = try Facts.healthy()
            (evidence.tls, evidence.http) = (nil, nil)
            var tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
            tcp.further = [Facts.attempt(.connected), Facts.attempt(.timeout)]
            tcp.legs = [
                .init(interface: "eth0", attempts: first.map { Facts.attempt($0) }),
                .init(interface: "eth1", attempts: second.map { Facts.attempt($0) }),
            ]
            evidence.tcp = tcp
            evidence.uplink = uplink
            return Verdict(on: evidence).findings.first
        }
        let found = try cause(over: [.connected, .connected], [.timeout, .timeout], uplink)
        #expect(found?.id == "path.upstream-down" && found?.severity == .error, "\(found as Any)")
        #expect(found?.facts["gateway"] == Self.other && found?.facts["spare"] == "eth0", "\(found as Any)")
        // A dead backend of the target loses some over each of them.
        for outcomes in [[.timeout, .connected], [.connected, .connected], []] as [[TCPEvidence.Outcome]] {
            #expect(try cause(over: [.connected], outcomes, uplink)?.id == "tcp.some-connections-fail")
        }
        #expect(try cause(over: [.timeout], [.timeout], uplink)?.id == "tcp.some-connections-fail")
        // A target may reject the addresses of one provider.
        uplink.spares?[0].packets = [UplinkAssessmentTests.packet("100.64.9.1", 11, 0)]
        #expect(try cause(over: [.connected], [.timeout], uplink)?.id == "tcp.some-connections-fail")
    }

    @Test("a check that one of two next hops rejects names that one, and not a router on the way")
    func rejectedCheck() throws {
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tls, evidence.http) = (nil, nil)
        var attempt = Facts.attempt(.networkUnreachable)
        attempt.refusal = ICMPError(family: .ipv4, type: 3, code: 0, reporter: Facts.address(Self.other))
        evidence.tcp = TCPEvidence(attempts: [attempt])
        evidence.gateway?.rivals = [
            .init(route: Facts.route(Self.other, interface: "eth1"), neighbour: Facts.neighbour(.reachable, Self.other))
        ]
        // The next packet took the other next hop.
        evidence.path = PathEvidence()
        evidence.path?.traces = [.init(address: attempt.address, port: 443, transport: .tcp, outcome: .answered)]
        let cause = Verdict(on: evidence).findings.first
        #expect(cause?.id == "path.upstream-down" && cause?.facts["gateway"] == Self.other, "\(cause as Any)")
        #expect(cause?.facts["interface"] == "eth1" && cause?.facts["spare"] == nil)
        // Without another next hop, only the host may be unreachable.
        evidence.gateway?.rivals = nil
        #expect(Verdict(on: evidence).findings.first?.id == "path.no-route")
    }
}
