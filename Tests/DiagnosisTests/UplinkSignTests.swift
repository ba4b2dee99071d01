import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The uplink: connections to resolvers, and packets by port")
struct UplinkSignTests {
    private static let server = Facts.address("198.51.100.53")

    private static func connection(
        to server: IPAddress = server, _ error: ICMPError? = nil, _ answer: UplinkEvidence.Packet.SYNResponse? = nil
    ) -> UplinkEvidence.Packet {
        .init(destination: server, transport: .tcp, limit: nil, error: error, answer: answer)
    }

    private static func error(_ type: UInt8, _ code: UInt8) -> ICMPError {
        ICMPError(family: .ipv4, type: type, code: code, reporter: Facts.address("10.66.2.1"))
    }

    @Test("a resolver of the provider's own network says nothing about hosts behind the last router that answers")
    func providersResolver() {
        func uplink(_ server: String) -> UplinkEvidence {
            var connection = UplinkAssessmentTests.packet(limit: nil, as: .tcp, answer: .accepted)
            connection.destination = Facts.address(server)
            var uplink = UplinkAssessmentTests.uplink(
                packets: [UplinkAssessmentTests.packet("100.64.7.1", as: .tcp)]
                    + (3...5).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) } + [connection])
            uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: Facts.address(server))]
            return uplink
        }
        for server in ["100.64.7.1", "100.64.0.53", "10.9.0.53"] {
            let uplink = uplink(server)
            #expect(!UplinkIndications(uplink).isOwnTrafficHeard)
            #expect(UplinkAssessment(uplink).doubt?.contains("100.64.7.1") == true)
        }
        var far = uplink("198.51.100.53")
        #expect(UplinkIndications(far).isOwnTrafficHeard)
        #expect(UplinkAssessment(far).caveat == FactPhrase.onlyResolversSeen.text)
        far.hasConnected = true
        #expect(UplinkAssessment(far).caveat == nil)
    }

    @Test("only a resolver that answered over TCP is said to answer over TCP", arguments: [true, nil] as [Bool?])
    func answersOverTCP(isOverTCPAlone: Bool?) throws {
        let server = "\(Self.server)"
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout, server: server)], servers: [server])
        var uplink = UplinkAssessmentTests.uplink(packets: [Self.connection(nil, .accepted)])
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .beyond, server: Self.server)]
        uplink.queries[0].isOverTCPAlone = isOverTCPAlone
        evidence.uplink = uplink
        let findings = Verdict(on: evidence).findings
        let found = try #require(findings.first { $0.id == "dns.server-unreachable" }, "\(findings)")
        func hasStep(_ words: String) -> Bool { found.advice.contains { $0.hasPrefix("\(server) \(words)") } }
        #expect(hasStep("answers over TCP but not over UDP") == (isOverTCPAlone == true), "\(found.advice)")
        #expect(hasStep("accepts TCP connections on port 53") != (isOverTCPAlone == true), "\(found.advice)")
    }

    @Test("a resolver that accepts connections but is silent on UDP is no sign against the uplink")
    func silentDatagrams() {
        var uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.packet("10.66.2.1")])
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .beyond, server: Self.server)]
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.upstream-down"])
        uplink.packets.append(Self.connection(nil, .accepted))
        #expect(UplinkAssessment(uplink).status == .connectionIndeterminate)
        // It may wait for the servers that it forwards queries to, unless it answers over TCP.
        #expect(ResolverSide.overTCP(["\(Self.server)"], uplink) == ["waiting": "198.51.100.53"])
        uplink.queries[0].isOverTCPAlone = true
        #expect(ResolverSide.overTCP(["\(Self.server)"], uplink) == ["connected": "198.51.100.53"])
        uplink.queries[0].isOverTCPAlone = nil
        #expect(ResolverSide.overTCP(["192.0.2.53"], uplink).isEmpty)
        // A device that accepts every connection accepts this one as well.
        uplink.interception = .init(destination: Facts.address("192.0.2.9"), isAccepted: true, status: 503)
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.upstream-down"])
        uplink.interception = nil
        // A resolver in another office, perhaps behind a tunnel, shows nothing about the Internet.
        let near = Facts.address("10.9.0.53")
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .beyond, server: near)]
        uplink.packets[1] = Self.connection(to: near, nil, .accepted)
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.upstream-down"])
    }

    @Test(
        "a missing route to a private address is no sign against the uplink",
        arguments: [(3, 0), (3, 1), (11, 0)])
    func strangeResolver(_ type: UInt8, _ code: UInt8) {
        let routers = [
            UplinkAssessmentTests.packet("10.66.2.1", as: .tcp),
            UplinkAssessmentTests.packet("10.66.3.1", limit: 3, as: .tcp),
        ]
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: routers)
        uplink.queries.append(UplinkAssessmentTests.query(.timeout, at: .beyond, server: Facts.address("10.200.0.53")))
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        uplink.packets.append(Self.connection(to: Facts.address("10.200.0.53"), Self.error(type, code)))
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        // A resolver in the Internet is a different case.
        var far = uplink
        far.packets[2] = Self.connection(Self.error(type, code))
        #expect(UplinkAssessment(far).status == .connectionIndeterminate)
        // Routers prohibit private networks as well. If the resolver answers over UDP, connections alone are filtered.
        far.packets[2] = Self.connection(to: Facts.address("10.200.0.53"), Self.error(3, 13))
        #expect(UplinkAssessment(far).status == .connectionUp)
        far.queries[1] = UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: Facts.address("10.200.0.53"))
        #expect(UplinkAssessment(far).status == .connectionIndeterminate)
        // On its own, it proves nothing.
        uplink.packets.removeFirst(2)
        #expect(UplinkAssessment(uplink).status == .connectionIndeterminate)
    }

    @Test(
        "silent connections to port 443, while datagrams and port 80 work, leave the state open, and are reported separately"
    )
    func securePort() {
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        let heard = UplinkAssessmentTests.packet("10.66.2.1", as: .udp)
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: silent + [heard])
        #expect(UplinkAssessment(uplink).status == .connectionIndeterminate)
        #expect(UplinkAssessment(uplink).doubt?.contains("while UDP does") == true)
        // A router that reports a packet as undeliverable may do so with all, as its limit of errors allows.
        for (error, isOfPort) in [(Self.error(11, 0), true), (Self.error(3, 0), false)] {
            uplink.interception = .init(destination: Facts.address("192.0.2.9"), isAccepted: false, error: error)
            // The SYNs of one round may have met that limit as well.
            uplink.packets = silent + [heard]
            #expect(UplinkAssessment(uplink).doubt?.contains("port 443") == false)
            uplink.packets = silent + silent + [heard]
            #expect(UplinkAssessment(uplink).doubt?.contains("port 443") == isOfPort)
        }
    }

    @Test("SYNs that end where datagrams pass, in each round, leave it open, and the routers are named")
    func overtaken() {
        func round(_ reporter: String? = nil, isLimited: Bool = false) -> [UplinkEvidence.Packet] {
            [
                UplinkAssessmentTests.packet("10.66.2.1", as: .tcp),
                UplinkAssessmentTests.packet(reporter, limit: 3, as: .tcp),
                UplinkAssessmentTests.packet(limit: 4, as: .tcp), UplinkAssessmentTests.packet("10.66.2.1", as: .udp),
                UplinkAssessmentTests.packet(isLimited ? nil : "198.51.100.2", limit: 3, as: .udp),
            ]
        }
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: round() + round())
        let doubt = UplinkAssessment(uplink).doubt
        #expect(UplinkAssessment(uplink).status == .connectionIndeterminate)
        #expect(doubt?.contains("no further than 10.66.2.1, while datagrams reach 198.51.100.2") == true)
        // One round is in doubt, and is repeated.
        let once = UplinkAssessmentTests.uplink(.nxdomain, packets: round())
        #expect(once.doubtfulFamilies(isFamilyAlone: false).contains(.ipv4))
        // A second later, the router reports SYNs as well, or no packet at all: it had used up its limit of errors.
        for second in [round("198.51.100.2"), round(isLimited: true)] {
            let limited = UplinkAssessmentTests.uplink(.nxdomain, packets: round() + second)
            #expect(UplinkAssessment(limited).doubt?.contains("no further than") != true)
        }
        // A connection of this machine shows that TCP passes.
        uplink.hasConnected = true
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        uplink.hasConnected = nil
        uplink.connections = .init(total: 1, heard: 1)
        #expect(UplinkAssessment(uplink).status == .connectionUp)
    }

    @Test("a filter of port 443 alone leaves it open as well: SYNs to port 80 and datagrams get further")
    func filterOfSecurePort() {
        let round = [
            UplinkAssessmentTests.packet("100.70.0.1", as: .tcp), UplinkAssessmentTests.packet(limit: 3, as: .tcp),
            UplinkAssessmentTests.packet(limit: 4, as: .tcp), UplinkAssessmentTests.packet("100.70.0.1", as: .udp),
            UplinkAssessmentTests.packet("198.51.100.2", limit: 3, as: .udp),
        ]
        func web(_ reporter: String, _ packets: [UplinkEvidence.Packet]) -> UplinkEvidence {
            var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
            uplink.interception = .init(
                destination: Facts.address("192.0.2.9"), isAccepted: false,
                error: ICMPError(family: .ipv4, type: 3, code: 0, reporter: Facts.address(reporter)))
            return uplink
        }
        let filtered = web("198.51.100.2", round + round)
        let doubt = UplinkAssessment(filtered).doubt
        #expect(doubt?.contains("port 443 get no further than 100.70.0.1") == true, "\(doubt as Any)")
        // The kernel repeats SYNs without a request for ECN, which may get further.
        var requesting = filtered
        requesting.isECNRequested = true
        #expect(UplinkAssessment(requesting).doubt?.contains("with ECN (net.ipv4.tcp_ecn=1)") == true)
        #expect(web("198.51.100.2", round).doubtfulFamilies(isFamilyAlone: false).contains(.ipv4))
        // A router without a route reports SYNs itself, whatever it forwards.
        #expect(UplinkAssessment(web("100.70.0.1", round + round)).status == .connectionUp)
        // The second SYN gets through.
        let passing = round + [UplinkAssessmentTests.packet("198.51.100.2", limit: 3, as: .tcp)]
        #expect(UplinkAssessment(web("198.51.100.2", round + passing)).status == .connectionUp)
    }

    @Test("connections from the addresses of one leg that are stuck, while others are heard, show that it is dead")
    func stuckLeg() {
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain, packets: UplinkAssessmentTests.far,
            connections: .init(total: 2, heard: 1, stuck: 1, stuckPeers: 1))
        var leg = UplinkEvidence.Spare(
            gateway: Facts.address("192.0.2.129"), interface: "eth1", packets: [UplinkAssessmentTests.packet()])
        leg.isLeg = true
        uplink.spares = [leg]
        // Routers that report nothing are not proof, and what was not observed is said.
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        #expect(UplinkAssessment(uplink).caveat?.contains("192.0.2.129 on eth1") == true)
        // That packets are forwarded is known of the other next hop.
        let silent = Facts.hop(.reachable, .timeout, gateway: "192.0.2.129")
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = uplink
        observation.snapshot.routes.append(silent.route)
        observation.gateways.append(silent)
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(!verdict.findings.contains { $0.id == "gateway.no-icmp" }, "\(verdict.findings)")
        #expect(verdict.gateways.last?.status == .connectionIndeterminate, "\(verdict.gateways)")
        uplink.connections?.stuckInterfaces = ["eth1"]
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.upstream-down"])
        uplink.connections?.stuckInterfaces = ["eth2"]
        #expect(UplinkAssessment(uplink).findings.isEmpty)
    }

    @Test("a resolver that answers by one leg alone shows that the other is dead")
    func legs() {
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain, packets: [UplinkAssessmentTests.passing, Self.connection(nil, .accepted)])
        var leg = UplinkEvidence.Spare(
            gateway: Facts.address("192.0.2.129"), interface: "eth1",
            packets: [UplinkAssessmentTests.packet(), Self.connection()])
        leg.isLeg = true
        uplink.spares = [leg]
        let findings = UplinkAssessment(uplink).findings
        #expect(findings.map(\.id) == ["path.upstream-down"] && findings[0].facts["gateway"] == "192.0.2.129")
        uplink.spares?[0].packets[1] = Self.connection(nil, .reset)
        #expect(UplinkAssessment(uplink).findings.isEmpty)
        uplink.spares?[0].packets = [UplinkAssessmentTests.packet()]
        #expect(UplinkAssessment(uplink).findings.isEmpty)
    }

    @Test("a target is silent through the dead next hop, while its resolver answers through the other")
    func targetBehindDeadLeg() throws {
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        let address = evidence.tcp?.attempts.first?.address ?? Facts.address("198.51.100.1")
        // The resolver is beyond the gateway, so that packets get beyond it.
        evidence.dns = Facts.dns(
            answers: [
                .init(address: address, source: .dns, server: "203.0.113.53", ttl: 60, duration: .milliseconds(2))
            ], servers: ["203.0.113.53"])
        evidence.path = PathEvidence()
        evidence.path?.traces = [.init(address: address, port: 443, transport: .tcp, outcome: .silent)]
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain, packets: [UplinkAssessmentTests.passing, Self.connection(nil, .accepted)])
        var leg = UplinkEvidence.Spare(
            gateway: Facts.address("192.0.2.129"), interface: "eth1",
            packets: [UplinkAssessmentTests.packet(), Self.connection()])
        leg.isLeg = true
        uplink.spares = [leg]
        evidence.uplink = uplink
        let cause = Verdict(on: evidence).findings.first
        #expect(cause?.id == "path.upstream-down" && cause?.facts["gateway"] == "192.0.2.129", "\(cause as Any)")
        uplink.spares?[0].packets[1] = Self.connection(nil, .accepted)
        evidence.uplink = uplink
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.timeout")
    }

    @Test("a target with both families is attributed to the uplink, as in the machine status")
    func bothFamilies() throws {
        let sixth = Facts.address("2001:db8:1::1")
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(
            attempts: [
                Facts.attempt(.networkUnreachable), Facts.attempt(.timeout, "2001:db8:2::80"),
            ])
        evidence.gateway?.hops.append(Facts.hop(gateway: "2001:db8:1::1"))
        let refusal = Self.error(3, 0)
        evidence.path = PathEvidence()
        evidence.path?.traces = [
            .init(
                address: Facts.address("198.51.100.1"), port: 443, transport: .tcp, outcome: .refused, error: refusal)
        ]
        var uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet("10.66.2.1")])
        evidence.uplink = uplink
        #expect(Verdict(on: evidence).findings.first?.id == "path.no-route")
        uplink.gateways.append(sixth)
        evidence.uplink = uplink
        #expect(Verdict(on: evidence).findings.first?.id == "path.upstream-down")
    }

    @Test("old connections prove nothing if more new ones get no answer")
    func fullTable() {
        func uplink(_ heard: Int, _ stuck: Int, _ packets: [UplinkEvidence.Packet]) -> UplinkEvidence {
            UplinkAssessmentTests.uplink(
                .nxdomain, packets: packets,
                connections: .init(total: heard + stuck, heard: heard, stuck: stuck, stuckPeers: stuck))
        }
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        let full = UplinkAssessment(uplink(1, 5, silent))
        #expect(full.status == .connectionIndeterminate)
        #expect(full.doubt?.contains("5 new connections of this machine get no answer") == true)
        // If there is no resolver that reaches others either, nothing proves that the uplink works.
        #expect(
            UplinkAssessment(
                UplinkAssessmentTests.uplink(
                    packets: silent, connections: .init(total: 6, heard: 1, stuck: 5, stuckPeers: 5))
            ).status == .connectionIndeterminate)
        // Some peers are always dead.
        for (heard, stuck) in [(1, 2), (5, 5), (1, 0)] {
            #expect(UplinkAssessment(uplink(heard, stuck, silent)).status == .connectionUp)
        }
        // Routers that report packets show that new packets get out.
        let routers = [
            UplinkAssessmentTests.packet("100.66.2.1", as: .tcp),
            UplinkAssessmentTests.packet("100.66.3.1", limit: 3, as: .tcp),
        ]
        #expect(UplinkAssessment(uplink(1, 5, routers)).status == .connectionUp)
    }

    @Test("a resolver of a private network that is silent on TCP too is itself dead if the provider answers")
    func deadByItself() {
        let server = Facts.address("10.9.0.53")
        var uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.packet("100.66.2.1", 3, 0, as: .tcp)])
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .beyond, server: server)]
        uplink.packets.append(Self.connection(to: server))
        // The provider's router may still have no route.
        #expect(UplinkAssessment(uplink).findings.allSatisfy { $0.severity == .warning })
        // A server that accepts connections waits for others without success.
        uplink.packets[1] = Self.connection(to: server, nil, .accepted)
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.upstream-down"])
        // A second router in this home is also there without a provider.
        uplink.packets = [UplinkAssessmentTests.packet("10.66.2.1", 3, 0, as: .tcp), Self.connection(to: server)]
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.upstream-down"])
    }

    @Test("the same in the Internet, unless other hosts that programs contact are silent")
    func deadInInternet() {
        let server = Facts.address("198.51.100.53")
        var uplink = UplinkAssessmentTests.uplink(packets: [
            UplinkAssessmentTests.packet("100.66.2.1", as: .tcp), UplinkAssessmentTests.packet(limit: 3, as: .tcp),
            Self.connection(to: server),
        ])
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .beyond, server: server)]
        #expect(
            UplinkAssessment(uplink).findings.isEmpty && UplinkAssessment(uplink).status == .connectionIndeterminate)
        uplink.connections = .init(total: 2, heard: 0, stuck: 1, stuckPeers: 1)
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.upstream-down"])
        uplink.connections = nil
        uplink.packets.removeFirst()
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.upstream-down"])
    }

    @Test("resolvers of several networks are not all dead by themselves, behind a provider's router that answers")
    func deadInSeveralNetworks() {
        func uplink(_ servers: String...) -> UplinkEvidence {
            let servers = servers.map(Facts.address)
            var uplink = UplinkAssessmentTests.uplink(
                packets: [
                    UplinkAssessmentTests.packet("100.66.2.1", as: .tcp),
                    UplinkAssessmentTests.packet(limit: 3, as: .tcp),
                ] + servers.map { Self.connection(to: $0) })
            uplink.queries = servers.map { UplinkAssessmentTests.query(.timeout, at: .beyond, server: $0) }
            return uplink
        }
        #expect(UplinkAssessment(uplink("8.8.8.8", "1.1.1.1")).findings.map(\.id) == ["path.upstream-down"])
        #expect(UplinkAssessment(uplink("8.8.8.8", "8.8.4.4")).findings.isEmpty)
        #expect(UplinkAssessment(uplink("8.8.8.8", "10.200.0.53")).findings.isEmpty)
        var late = uplink("8.8.8.8", "1.1.1.1")
        late.queries[1].isLate = true
        #expect(UplinkAssessment(late).findings.isEmpty)
    }

    @Test("a server that answers another query late is no sign against the uplink")
    func late() {
        let server = Facts.address("198.51.100.53")
        for place in [UplinkEvidence.Query.Place.gateway, .beyond] {
            var uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.packet(as: .tcp)])
            uplink.queries = [UplinkAssessmentTests.query(.timeout, at: place, server: server)]
            #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.upstream-down"])
            uplink.queries[0].isLate = true
            #expect(UplinkAssessment(uplink).findings.isEmpty)
            #expect(UplinkAssessment(uplink).doubt?.contains("answers late") == true)
            uplink.packets = [
                UplinkAssessmentTests.packet("100.66.2.1", as: .tcp), Self.connection(to: server, nil, .accepted),
            ]
            #expect(UplinkAssessment(uplink).status == (place == .beyond ? .connectionUp : .connectionIndeterminate))
        }
    }

    @Test("a server that gives up late fails on the side of its operator")
    func lateFailure() {
        for outcome in [UplinkEvidence.Query.Outcome.timeout, .servfail] {
            #expect(ResolverSide.side(ofFailure: UplinkAssessmentTests.query(outcome, at: .gateway)) == .network)
        }
        #expect(ResolverSide.side(ofFailure: UplinkAssessmentTests.query(.nxdomain, at: .gateway)) == nil)
    }
}
