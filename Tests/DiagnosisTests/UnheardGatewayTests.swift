import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Gateways of which nothing was heard, and one of several next hops")
struct UnheardGatewayTests {
    /// A gateway that this process may not ping, with the result of the datagram that it sent instead.
    private func hop(_ state: Neighbour.State?, isAnswered: Bool = false, sent: Int = 1) -> GatewayEvidence.Hop {
        var hop = Facts.hop(state, .notPermitted)
        hop.echo?.sent = sent
        hop.echo?.received = isAnswered ? 1 : 0
        return hop
    }

    /// A check of an address beyond the gateway, of which nothing was heard.
    private func silent(_ hop: GatewayEvidence.Hop) throws -> Evidence {
        var evidence = try Facts.healthy("http://198.51.100.1/")
        (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        evidence.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        return evidence
    }

    private func ids(_ evidence: Evidence) -> [String] {
        Verdict(on: evidence).findings.map { "\($0.severity.rawValue) \($0.id)" }
    }

    @Test("without the right to ping, only a neighbour entry newer than a datagram of this check shows a dead gateway")
    func dead() throws {
        #expect(try ids(silent(hop(.failed))).first == "error gateway.unreachable")
        #expect(try ids(silent(hop(.incomplete))).first == "error gateway.unreachable")
        #expect(try !ids(silent(hop(.failed, sent: 0))).contains("error gateway.unreachable"))
    }

    @Test(
        "an old neighbour entry does not show that the gateway answers",
        arguments: [Neighbour.State.reachable, .stale, .delay, nil])
    func old(state: Neighbour.State?) throws {
        let evidence = try silent(hop(state))
        #expect(ids(evidence) == ["info local.permission"])
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionIndeterminate)
        #expect(verdict.layers[.gateway] == .connectionIndeterminate)
        #expect(verdict.layers[.uplink] == .connectionIndeterminate)
    }

    @Test("a gateway that reports the closed port, or that the kernel has just heard, answers")
    func alive() throws {
        #expect(try ids(silent(hop(.reachable, isAnswered: true))).first == "error path.upstream-down")
        var heard = hop(.reachable)
        heard.arp = .answered
        #expect(try ids(silent(heard)).first == "error path.upstream-down")
        // A report of a router beyond it shows the same.
        var evidence = try silent(hop(.reachable))
        evidence.uplink?.packets = [UplinkAssessmentTests.packet("192.168.100.1")]
        #expect(ids(evidence).first == "error path.upstream-down")
    }

    @Test(
        "a router that was heard since the resolvers are silent shows that the gateway forwards; one before that does not"
    )
    func heardBefore() throws {
        var evidence = try silent(hop(.reachable))
        let packets = [UplinkAssessmentTests.packet("192.168.100.1"), UplinkAssessmentTests.packet(limit: 3)]
        evidence.uplink?.packets = packets.map { packet in
            var packet = packet
            packet.isEarlier = true
            return packet
        }
        #expect(ids(evidence) == ["info local.permission"])
        evidence.uplink?.isHeardUnresolved = true
        #expect(ids(evidence).first == "error path.upstream-down")
        // Once the kernel knows better, it is the gateway.
        evidence.gateway = GatewayEvidence(hops: [hop(.failed)], isOnLink: false)
        #expect(ids(evidence).first == "error gateway.unreachable")
    }

    @Test("a gateway that ARP was not used for, since netdiag-arp was busy, is not dead while the kernel knows it")
    func busy() {
        var hop = Facts.hop(.reachable, .timeout)
        hop.hasAnsweredBefore = true
        #expect(GatewayRules.isDead(hop))
        hop.arp = .busy
        #expect(!GatewayRules.isDead(hop))
        hop.neighbour?.state = .failed
        #expect(GatewayRules.isDead(hop))
    }

    @Test("the machine's status says nothing of an uplink behind a gateway of which nothing was heard")
    func machine() {
        var observation = MachineDiagnosisTests.healthy()
        observation.gateways = [hop(.reachable)]
        observation.resolvers[0].status = .connectionDown
        observation.resolvers[0].failure = .timeout
        observation.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        #expect(!MachineDiagnosis.verdict(on: observation).findings.map(\.id).contains("path.upstream-down"))
        observation.snapshot.neighbours = [Facts.neighbour(.failed)]
        #expect(MachineDiagnosis.verdict(on: observation).findings.first?.id == "gateway.unreachable")
    }

    @Test("a gateway whose ARP replies reach this process but not the kernel is withheld by this machine")
    func withheldARP() throws {
        for outcome in [EchoEvidence.Outcome.timeout, .unreachable] {
            var hop = Facts.hop(.failed, outcome)
            hop.arp = .answered
            let findings = Verdict(on: try silent(hop)).findings
            #expect(findings.map(\.id) == ["local.firewall"])
            #expect(findings.first?.summary.contains("192.0.2.1 (ARP)") == true)
            // The kernel has the gateway's address.
            hop.neighbour?.state = .reachable
            #expect(Verdict(on: try silent(hop)).findings.first?.id != "local.firewall")
        }
    }

    @Test("a gateway whose NDP replies arrive but do not reach the kernel is withheld by this machine")
    func withheldNDP() throws {
        func findings(_ state: Neighbour.State, _ arp: GatewayEvidence.ARPOutcome) -> [Finding] {
            var observation = MachineDiagnosisTests.healthy()
            let gateway = "2001:db8:1::1"
            var hop = Facts.hop(state, .timeout, gateway: gateway)
            hop.arp = arp
            observation.snapshot.links[1].addresses.append(Facts.sixthSource.address)
            observation.snapshot.routes.append(hop.route)
            observation.snapshot.neighbours.append(Facts.neighbour(state, gateway))
            observation.gateways.append(hop)
            return MachineDiagnosis.verdict(on: observation).findings
        }
        let withheld = try #require(findings(.failed, .answered).first)
        #expect(withheld.id == "local.firewall" && withheld.severity == .warning)
        #expect(withheld.summary.contains("2001:db8:1::1") && withheld.summary.contains("ICMPv6"))
        #expect(withheld.advice.first?.contains("133-136") == true)
        #expect(!findings(.reachable, .answered).contains { $0.id == "local.firewall" })
        // Nobody answers; or this process cannot see it, and says what else it may be.
        for outcome in [GatewayEvidence.ARPOutcome.silent, .notPermitted] {
            let dead = try #require(findings(.failed, outcome).first)
            #expect(dead.id == "gateway.unreachable")
            #expect(dead.advice.contains { $0.contains("133-136") } == (outcome == .notPermitted))
        }
    }

    @Test("a dead one of several next hops is a warning, or the reason why connections find no neighbour")
    func legs() throws {
        let legs = [Facts.hop(.failed, .timeout, gateway: "192.0.2.9"), Facts.hop()]
        var evidence = try Facts.healthy()
        evidence.gateway = GatewayEvidence(hops: legs, isOnLink: false)
        #expect(ids(evidence) == ["warning gateway.unreachable"])
        #expect(Verdict(on: evidence).findings.first?.facts["gateway"] == "192.0.2.9")
        var attempt = Facts.attempt(.hostUnreachable)
        evidence = try silent(legs[0])
        evidence.gateway = GatewayEvidence(hops: legs, isOnLink: false)
        evidence.uplink = nil
        evidence.tcp = TCPEvidence(attempts: [attempt])
        #expect(ids(evidence) == ["error gateway.unreachable"])
        // A router on the way says that, and not this machine.
        attempt.refusal = ICMPError(family: .ipv4, type: 3, code: 1, reporter: Facts.address("203.0.113.9"))
        evidence.tcp = TCPEvidence(attempts: [attempt])
        #expect(ids(evidence).first == "error path.no-route")
        // Silence, while a later SYN was answered over another next hop.
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        #expect(ids(evidence).first == "error tcp.timeout")
        evidence.path = PathEvidence()
        evidence.path?.traces = [
            .init(address: Facts.address("198.51.100.1"), port: 443, transport: .tcp, outcome: .answered)
        ]
        #expect(ids(evidence) == ["error gateway.unreachable"])
    }

    @Test("all next hops of a route on one link are selected")
    func selection() {
        func gateways(_ routes: [Route]) -> [String] {
            let snapshot = NetworkSnapshot(links: [Facts.loopback, Facts.link()], routes: [Facts.onLink] + routes)
            let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address("198.51.100.1")])
            return selection.gateway.hops.map { $0.route.gateway.map { "\($0)" } ?? "" }
        }
        let first = Facts.route()
        #expect(gateways([first, Facts.route("192.0.2.9")]) == ["192.0.2.1", "192.0.2.9"])
        #expect(gateways([first, Facts.route("192.0.2.9", metric: 100)]) == ["192.0.2.1"])
        #expect(gateways([first, Facts.route("192.0.2.9", interface: "eth1")]) == ["192.0.2.1"])
    }
}
