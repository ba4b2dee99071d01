import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Several uplinks, of which the one in use determines the status")
struct SpareUplinkTests {
    private static let spareGateway = Facts.address("198.51.100.1")

    /// The uplink of ``UplinkAssessmentTests`` with a spare one.
    private static func uplink(
        _ outcome: UplinkEvidence.Query.Outcome, spare: UplinkEvidence.Query.Outcome,
        sparePackets: [UplinkEvidence.Packet]? = nil
    ) -> UplinkEvidence {
        let packets = { (outcome: UplinkEvidence.Query.Outcome) in
            [outcome == .nxdomain ? UplinkAssessmentTests.passing : UplinkAssessmentTests.packet()]
        }
        var uplink = UplinkAssessmentTests.uplink(outcome, packets: packets(outcome))
        uplink.spares = [
            .init(
                gateway: spareGateway, interface: "eth1",
                queries: [UplinkAssessmentTests.query(spare, server: spareGateway)],
                packets: sparePackets ?? packets(spare))
        ]
        return uplink
    }

    @Test("a spare uplink that works proves nothing about the one in use, and is suggested instead")
    func working() throws {
        let reading = UplinkAssessment(Self.uplink(.servfail, spare: .nxdomain))
        let finding = try #require(reading.findings.first)
        #expect(finding.id == "path.upstream-down" && reading.status == .connectionDown)
        #expect(finding.advice.contains { $0.contains("via 198.51.100.1 dev eth1") }, "\(finding.advice)")
    }

    @Test("a local resolver may have used the spare uplink")
    func ownResolver() {
        var uplink = Self.uplink(.servfail, spare: .nxdomain)
        uplink.queries.append(UplinkAssessmentTests.query(.nxdomain, at: .own, server: Facts.address("127.0.0.53")))
        #expect(UplinkAssessment(uplink).status == .connectionDown)
        #expect(!uplink.isRootReached)
        uplink.spares?[0].queries = []
        uplink.packets.append(UplinkAssessmentTests.passing)
        #expect(UplinkAssessment(uplink).status == .connectionUp)
    }

    @Test("a dead spare uplink is a warning; one that is only silent is not")
    func dead() {
        let dead = UplinkAssessment(Self.uplink(.nxdomain, spare: .refused))
        #expect(dead.findings.map(\.id) == ["path.spare-down"] && dead.status == .connectionUp)
        #expect(dead.findings.allSatisfy { $0.severity == .warning })
        #expect(UplinkAssessment(Self.uplink(.nxdomain, spare: .nxdomain)).findings.isEmpty)
        var silent = Self.uplink(.nxdomain, spare: .nxdomain)
        silent.spares?[0].queries = []
        #expect(UplinkAssessment(silent).findings.isEmpty)
        // While the used uplink is down, the state of the other one is not reported.
        #expect(UplinkAssessment(Self.uplink(.refused, spare: .refused)).findings.map(\.id) == ["path.upstream-down"])
    }

    @Test("the silence of a spare uplink counts after two rounds, if there is a reason to doubt it")
    func silent() throws {
        let round = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .udp) }
        func findings(
            _ packets: [UplinkEvidence.Packet], wasHeard: Bool? = nil, _ outcome: UplinkEvidence.Query.Outcome? = nil
        ) -> [Finding] {
            var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: [UplinkAssessmentTests.passing])
            var spare = UplinkEvidence.Spare(gateway: Self.spareGateway, interface: "eth1", packets: packets)
            spare.wasHeard = wasHeard
            spare.gatewayQuery = outcome.map { UplinkAssessmentTests.query($0, server: Self.spareGateway) }
            uplink.spares = [spare]
            return UplinkAssessment(uplink).findings
        }
        // A modem that drops ICMP, or a gateway that serves other machines only.
        #expect(findings(round + round).isEmpty && findings(round + round, .refused).isEmpty)
        #expect(
            findings(round + round, .nxdomain).isEmpty && findings(round + round, wasHeard: true, .nxdomain).isEmpty)
        for outcome in [UplinkEvidence.Query.Outcome.servfail, .timeout] {
            let found = findings(round + round, outcome)
            #expect(found.map(\.id) == ["path.spare-down"] && found.first?.severity == .warning)
            #expect(found.first?.facts["proof"]?.contains("no router behind it answers") == true)
            #expect(findings(round, outcome).isEmpty)
        }
        let before = findings(round + round, wasHeard: true)
        #expect(before.first?.facts["proof"] == "routers behind it answered before, and none does now")
        #expect(findings(round, wasHeard: true).isEmpty)
        let answered = round + [UplinkAssessmentTests.packet("100.64.9.1")] + round
        #expect(findings(answered, wasHeard: true).isEmpty)
    }

    @Test("the silence of a spare uplink says nothing if the routers of the uplink in use report nothing either")
    func silentAlike() {
        let round = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .udp) }
        var uplink = UplinkAssessmentTests.uplink(.nxdomain)
        uplink.connections = .init(total: 1, heard: 1)
        var spare = UplinkEvidence.Spare(gateway: Self.spareGateway, interface: "eth1", packets: round + round)
        spare.wasHeard = true
        uplink.spares = [spare]
        #expect(UplinkAssessment(uplink).status == .connectionUp && UplinkAssessment(uplink).findings.isEmpty)
        uplink.packets = [UplinkAssessmentTests.passing]
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.spare-down"])
    }

    @Test("silence over the uplink in use is evidence if routers behind a spare one report the same packets, twice")
    func outdone() throws {
        let round = (2...4).flatMap { limit -> [UplinkEvidence.Packet] in
            [
                UplinkAssessmentTests.packet(limit: limit, as: .tcp),
                UplinkAssessmentTests.packet(limit: limit, as: .udp),
            ]
        }
        func uplink(_ packets: [UplinkEvidence.Packet], _ reporter: String?) -> UplinkEvidence {
            var uplink = UplinkAssessmentTests.uplink(packets: packets)
            uplink.spares = [
                .init(
                    gateway: Self.spareGateway, interface: "eth1",
                    queries: [UplinkAssessmentTests.query(.nxdomain, server: Self.spareGateway)],
                    packets: [UplinkAssessmentTests.packet(reporter)])
            ]
            return uplink
        }
        let first = uplink(round, "100.64.9.1")
        #expect(first.isSilentBesideSpare && UplinkAssessment(first).status == .connectionIndeterminate)
        #expect(first.doubtfulFamilies(isFamilyAlone: false) == AddressFamily.allCases)
        let second = UplinkAssessment(uplink(round + round, "100.64.9.1"))
        let finding = try #require(second.findings.first)
        #expect(finding.id == "path.upstream-down" && finding.facts["gateway"] == "\(UplinkAssessmentTests.gateway)")
        #expect(finding.facts["spare"] == "eth1" && second.status == .connectionDown)
        // The routers of the spare uplink are silent as well, or are not behind its gateway.
        for reporter in [nil, "\(Self.spareGateway)"] {
            #expect(UplinkAssessment(uplink(round + round, reporter)).status == .connectionIndeterminate)
        }
        // Something was heard over the uplink in use.
        var heard = uplink(round + round, "100.64.9.1")
        heard.connections = .init()
        heard.connections?.familiesHeardLately = [.ipv4]
        #expect(UplinkAssessment(heard).status == .connectionIndeterminate)
        #expect(
            UplinkAssessment(uplink(round + round + [UplinkAssessmentTests.passing], "100.64.9.1")).status
                != .connectionDown)
    }

    @Test(
        "a cloud's resolver that alone responds over the uplink in use leaves it unclear, with a warning that names the spare one"
    )
    func resolverAlone() throws {
        let transports: [PathEvidence.Transport] = [.tcp, .udp]
        let round = transports.flatMap { transport -> [UplinkEvidence.Packet] in
            (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: transport) }
        }
        func uplink(_ rounds: Int, _ resolver: String, at place: UplinkEvidence.Query.Place = .beyond) -> UplinkEvidence
        {
            let server = Facts.address(resolver)
            let packets = Array(repeating: round, count: rounds).flatMap(\.self)
            let accepted = UplinkEvidence.Packet(destination: server, transport: .tcp, limit: nil, answer: .accepted)
            var uplink = UplinkAssessmentTests.uplink(packets: packets + [accepted])
            uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: place, server: server)]
            uplink.spares = [
                .init(
                    gateway: Self.spareGateway, interface: "eth1",
                    packets: [
                        UplinkAssessmentTests.packet("100.64.9.1"),
                        UplinkAssessmentTests.packet("203.0.113.8", limit: 3),
                    ])
            ]
            return uplink
        }
        let first = uplink(1, "169.254.169.253")
        #expect(first.doubtfulFamilies(isFamilyAlone: false) == AddressFamily.allCases)
        #expect(UplinkAssessment(first).findings.isEmpty)
        // Routers of a cloud report nothing, and forward packets, so that it is no error.
        let second = UplinkAssessment(uplink(2, "169.254.169.253"))
        let found = try #require(second.findings.first)
        #expect(second.status == .connectionIndeterminate && second.findings.count == 1)
        #expect(found.id == "path.upstream-down" && found.severity == .warning && found.facts["spare"] == "eth1")
        #expect(uplink(2, "169.254.169.253").doubtfulFamilies(isFamilyAlone: false).isEmpty)
        // A resolver behind the gateway, or on the link, which may be the router; and programs that have connections.
        #expect(UplinkAssessment(uplink(2, "203.0.113.53")).findings.isEmpty)
        #expect(UplinkAssessment(uplink(2, "169.254.169.253", at: .link)).findings.isEmpty)
        var heard = uplink(2, "169.254.169.253")
        heard.connections = .init()
        heard.connections?.familiesHeardLately = [.ipv4]
        #expect(UplinkAssessment(heard).findings.isEmpty)
    }

    @Test(
        "a silent target is the fault of the uplink in use, if routers behind a spare one alone report packets",
        arguments: ["169.254.169.253", "203.0.113.53"])
    func targetBesideSpare(resolver: String) throws {
        let packets = [UplinkAssessmentTests.packet(as: .tcp), UplinkAssessmentTests.packet(as: .udp)]
        func cause(_ hops: [String?], _ reporter: String?) throws -> Finding? {
            var evidence = try Facts.healthy("tcp://www.example:443")
            (evidence.tls, evidence.http) = (nil, nil)
            var answer = Facts.answer
            answer.server = resolver
            evidence.dns = Facts.dns(answers: [answer], servers: [resolver])
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
            evidence.path = PathVerdictTests.path(
                PathVerdictTests.trace(.silent, hops: hops),
                PathVerdictTests.trace(.silent, "198.51.100.1", .icmp, hops: hops))
            var uplink = UplinkAssessmentTests.uplink(packets: packets)
            uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: Facts.address(resolver))]
            uplink.spares = [
                .init(
                    gateway: Self.spareGateway, interface: "eth1",
                    packets: [
                        UplinkAssessmentTests.packet(reporter),
                        UplinkAssessmentTests.packet(reporter.map { _ in "203.0.113.8" }, limit: 3),
                    ])
            ]
            evidence.uplink = uplink
            return Verdict(on: evidence).findings.first
        }
        let gateway = "\(UplinkAssessmentTests.gateway)"
        let found = try #require(try cause([gateway], "100.64.9.1"))
        // What a resolver somewhere behind the gateway answers shows that the uplink works.
        guard resolver.hasPrefix("169.254.") else {
            #expect(found.id == "tcp.timeout")
            return
        }
        #expect(found.id == "path.upstream-down" && found.facts["gateway"] == gateway, "\(found)")
        #expect(found.advice.contains { $0.contains("via 198.51.100.1 dev eth1") }, "\(found.advice)")
        #expect(try cause([gateway, "100.64.1.1"], "100.64.9.1")?.id == "tcp.timeout")
        #expect(try cause([gateway], nil)?.id == "tcp.timeout")
    }

    @Test("traffic uses the default routes with the lowest metric in each family")
    func routes() {
        let first = Facts.route(),
            second = Route(
                family: .ipv4, gateway: Self.spareGateway, interface: "eth1", metric: 9_000)
        let third = Route(family: .ipv6, gateway: Facts.address("fe80::9"), interface: "eth2", metric: 8_000)
        let snapshot = NetworkSnapshot(routes: [second, third, first])
        #expect(snapshot.preferredDefaultRoutes == [first, third])
        #expect(snapshot.spareDefaultRoutes == [second])
    }
}
