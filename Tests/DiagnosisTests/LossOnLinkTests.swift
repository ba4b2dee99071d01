import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Packets that are lost between this machine and its gateway")
struct LossOnLinkTests {
    @Test("a ping without a reply is a reason for more of them, and one with a reply is not")
    func silentPing() {
        var observation = MachineDiagnosisTests.healthy()
        (observation.resolvers, observation.uplink) = ([], nil)
        observation.gateways = [Facts.hop()]
        #expect(observation.gatewaysToMeasure.isEmpty && observation.gateways[0].isWorthSeries)
        observation.gateways[0].echo = EchoEvidence(
            address: Facts.address("192.0.2.1"), outcome: .timeout, sent: 1, received: 0)
        #expect(observation.gatewaysToMeasure == [0])
        observation.gateways[0].neighbour?.state = .stale
        #expect(observation.gatewaysToMeasure.isEmpty)
        observation.gateways[0].neighbour?.state = .reachable
        observation.gateways[0].arp = .silent
        #expect(observation.gatewaysToMeasure.isEmpty)
    }

    @Test("queries to a DNS server behind such a gateway are lost because of that")
    func queries() {
        let loss = Finding(
            GatewayCauses.loss, ["gateway": "192.0.2.1", "interface": "eth0", "lost": "4", "sent": "10", "share": "40"])
        let snapshot = MachineDiagnosisTests.healthy().snapshot
        for (server, isLeft) in [("192.0.2.1", false), ("2001:db8::53", true)] {
            let lost = Finding(DNSCauses.loss, ["server": server, "sent": "10", "lost": "4"])
            let found = GatewayQuality.withoutLostQueries([loss, lost], in: snapshot)
            #expect(found.contains { $0.id == DNSCauses.loss.id } == isLeft)
            #expect(GatewayQuality.withoutLostQueries([lost], in: snapshot).count == 1)
        }
    }

    @Test("programs that wait in vain for a repeated query do so because of that, and else for another reason")
    func waiting() {
        let loss = Finding(GatewayCauses.loss, ["gateway": "192.0.2.1", "lost": "4", "sent": "20"])
        let snapshot = MachineDiagnosisTests.healthy().snapshot
        for (why, isLeft) in [(FactPhrase.queryRepeated.text, false), ("; nsswitch.conf: hosts: files resolve", true)] {
            let waiting = Finding(
                DNSCauses.systemDiffers, confidence: 0.95, severity: .warning, ["server": "192.0.2.1", "why": why])
            let found = GatewayQuality.withoutLostQueries([loss, waiting], in: snapshot)
            #expect(found.contains { $0.id == DNSCauses.systemDiffers.id } == isLeft)
            #expect(GatewayQuality.withoutLostQueries([waiting], in: snapshot).count == 1)
        }
    }

    /// A check of which a query to the gateway had to be repeated.
    static func check(lostPings: Int, lostQueries: Int?) throws -> Evidence {
        let gateway = "192.0.2.1"
        var (evidence, answer) = (try Facts.healthy(), Facts.answer)
        (answer.server, answer.isRepeated) = (gateway, true)
        evidence.dns = Facts.dns(answers: [answer], servers: [gateway])
        guard let lostQueries else { return evidence }
        evidence.dns?.followUps = (0..<10).map { index -> DNSEvidence.FollowUp in
            let isLost = index < lostQueries
            return DNSEvidence.FollowUp(
                .control, name: "random-\(index).www.example", type: "A", server: gateway,
                failure: isLost ? .timeout : .nxdomain, duration: isLost ? .seconds(1) : .milliseconds(3))
        }
        evidence.gateway?.hops[0].series = EchoEvidence(
            address: Facts.address(gateway), outcome: .reply, sent: 20, received: 20 - lostPings,
            roundTrip: .milliseconds(1))
        return evidence
    }

    @Test("a check names the queries that the link to the gateway loses only if they are many more than pings")
    func queriesOfCheck() throws {
        let cases = [
            (7, 4, ["gateway.loss"]), (0, 4, ["dns.loss"]), (3, 9, ["gateway.loss", "dns.loss"]),
        ]
        for (pings, queries, ids) in cases {
            let evidence = try Self.check(lostPings: pings, lostQueries: queries)
            #expect(Verdict(on: evidence).findings.map(\.id.rawValue) == ids, "\(pings) \(queries)")
        }
    }

    @Test("queries that the link does not lose are lost by the router, or behind it")
    func placeOfQueries() throws {
        var evidence = try Self.check(lostPings: 0, lostQueries: 4)
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "dns.loss" && found.side == nil, "\(found)")
        let ofOther = Finding(DNSCauses.loss, ["server": "8.8.8.8", "sent": "10", "lost": "4"])
        #expect(LostQueryPlace.corrected([ofOther], in: evidence).map(\.side) == [.upstream])
        evidence.gateway?.hops[0].series = nil
        let open = try #require(Verdict(on: evidence).findings.first)
        #expect(open.id == "dns.loss" && open.side == .network, "\(open)")
        #expect(LostQueryPlace.corrected([ofOther], in: evidence).map(\.side) == [.network])
        // The status of the machine.
        var observation = MachineDiagnosisTests.healthy()
        var hop = Facts.hop()
        for (received, side) in [(20, nil), (17, .network)] as [(Int, Side?)] {
            hop.series = EchoEvidence(
                address: Facts.address("192.0.2.1"), outcome: .reply, sent: 20, received: received)
            observation.gateways = [hop]
            let lost = Finding(DNSCauses.loss, ["server": "192.0.2.1", "sent": "10", "lost": "4"])
            #expect(LostQueryPlace.corrected([lost], in: observation, [hop]).map(\.side) == [side])
        }
    }

    @Test("pings to all addresses of a router on the link show together that it is the link which loses packets")
    func severalAddresses() throws {
        func echoes(_ received: Int, to text: String) -> EchoEvidence {
            EchoEvidence(
                address: Facts.address(text), outcome: .reply, sent: 20, received: received, roundTrip: .milliseconds(1)
            )
        }
        for (hardwareAddress, isLink) in [("02:00:00:00:00:01", true), ("02:00:00:00:00:02", false)] {
            var evidence = try Facts.healthy("tcp://198.51.100.1:443")
            (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.tcp?.attempts[0].packets = .init(sent: 5, repeated: 1)
            evidence.path = PathEvidence()
            evidence.path?.echoes = echoes(13, to: "198.51.100.1")
            evidence.gateway?.hops[0].neighbour?.hardwareAddress = "02:00:00:00:00:01"
            evidence.gateway?.hops[0].series = echoes(19, to: "192.0.2.1")
            var other = Facts.hop(gateway: "2001:db8:1::1")
            other.neighbour?.hardwareAddress = hardwareAddress
            other.series = echoes(14, to: "2001:db8:1::1")
            evidence.gateway?.hops.append(other)
            let ids = Verdict(on: evidence).findings.map(\.id)
            #expect(ids.contains("gateway.loss") && ids.contains("path.loss") != isLink, "\(ids)")
        }
    }

    @Test("a check sends pings to the gateway if a query or a SYN had to be repeated, also if the port is closed")
    func signsOfCheck() throws {
        let series = FollowUp.link(.series(gateway: Facts.address("192.0.2.1")))
        let repeated = try Self.check(lostPings: 0, lostQueries: nil)
        #expect(Verdict(on: repeated).followUps.contains(series))
        for (time, isSign) in [(5, false), (1_030, true)] {
            var evidence = try Facts.healthy()
            (evidence.tls, evidence.http) = (nil, nil)
            evidence.tcp?.attempts[0].outcome = .refused
            evidence.tcp?.attempts[0].duration = Milliseconds(.milliseconds(time))
            #expect(Verdict(on: evidence).followUps.contains(series) == isSign, "\(time)")
        }
        // Programs wait for one type, which is answered later.
        var late = try Facts.healthy()
        let silent = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        late.dns?.resolution.system = silent
        late.dns?.systemAgain = silent
        late.dns?.nameServices = ["files", "dns"]
        #expect(Verdict(on: late).followUps.contains(series))
    }

    @Test("a ping without a reply is a reason for more of them if the gateway answered a repeated query")
    func silentServer() {
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = nil
        observation.gateways = [Facts.hop(.stale, .timeout)]
        let gateway = Resolver(address: Facts.address("192.0.2.1"), source: .resolvConf)
        for (time, isSign) in [(3, false), (502, true)] {
            observation.resolvers = [
                .init(resolver: gateway, status: .connectionUp, duration: Milliseconds(.milliseconds(time)))
            ]
            #expect(observation.gatewaysToMeasure == (isSign ? [0] : []), "\(time)")
        }
    }

    @Test("a router that is silent over the transport over which one behind it is heard may not have got the packet")
    func lostReport() {
        let routers = [2: "192.168.100.1", 3: "100.64.3.1", 4: "100.64.4.1"]
        func packets(_ limits: [Int], _ transport: PathEvidence.Transport) -> [UplinkEvidence.Packet] {
            (2...4).map { limit in
                UplinkAssessmentTests.packet(
                    limits.contains(limit) ? routers[limit] : nil, limit: limit, as: transport)
            }
        }
        var observation = MachineDiagnosisTests.healthy()
        for (tcp, udp, isLost) in [
            ([2, 3, 4], [2, 4], true), ([2, 4], [2, 3], true), ([2, 3], [2, 3, 4], false), ([2, 4], [2, 4], false),
            // One that drops a transport altogether.
            ([], [2, 3, 4], false), ([2, 3, 4], [], false),
        ] as [([Int], [Int], Bool)] {
            observation.uplink?.packets = packets(tcp, .tcp) + packets(udp, .udp)
            #expect(observation.hasLostReport == isLost, "\(tcp) \(udp)")
        }
    }
}
