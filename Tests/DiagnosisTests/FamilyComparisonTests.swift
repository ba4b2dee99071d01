import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Whose fault it is that a target is reached over one address family alone")
struct FamilyComparisonTests {
    private static let gateway = DeadFamilyTests.gateway
    private static let target = DeadFamilyTests.target

    /// IPv4 with two routers behind the gateway, and IPv6 with these.
    private static func uplink(_ routers: String...) -> UplinkEvidence {
        let sixth = routers.enumerated().map { UplinkFamilyTests.sixth($1, limit: $0 + 2) }
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain,
            packets: [
                UplinkAssessmentTests.packet("198.51.100.1", as: .tcp),
                UplinkAssessmentTests.packet("198.51.100.2", limit: 3, as: .tcp),
            ] + sixth)
        uplink.gateways.append(gateway)
        return uplink
    }

    private static func finding(in evidence: Evidence) throws -> Finding {
        let finding = try #require(Verdict(on: evidence).findings.first { $0.layer == .tcp })
        #expect(finding.id == "tcp.ipv6-broken")
        return finding
    }

    private static func isRecordBlamed(_ finding: Finding) -> Bool {
        finding.advice.contains { $0.contains("remove the AAAA record") }
    }

    @Test("the target is to blame only if packets were sent over the family as well, and none are lost by chance")
    func silence() throws {
        var evidence = try DeadFamilyTests.check()
        for uplink in [nil, Self.uplink()] as [UplinkEvidence?] {
            evidence.uplink = uplink
            let open = try Self.finding(in: evidence)
            #expect(open.side == nil && !Self.isRecordBlamed(open), "\(open)")
            #expect(open.advice.contains { $0.contains("the IPv6 of the router") })
        }
        evidence.uplink = Self.uplink("2001:db8:91::1", "2001:db8:92::1")
        let known = try Self.finding(in: evidence)
        #expect(known.side == .remote && Self.isRecordBlamed(known), "\(known)")
        evidence.tcp?.attempts[1].packets = .init(sent: 9, repeated: 2)
        evidence.path = PathEvidence()
        for (received, isLost) in [(12, true), (20, false)] {
            evidence.path?.echoes = EchoEvidence(
                address: Facts.address("198.51.100.1"), outcome: .reply, sent: 20, received: received,
                roundTrip: .milliseconds(1))
            let found = try Self.finding(in: evidence)
            #expect((found.side == nil) == isLost && Self.isRecordBlamed(found) != isLost, "\(found)")
        }
    }

    @Test("a target behind a family that may end at its first router is only to blame once its packets were followed")
    func ending() throws {
        var evidence = try DeadFamilyTests.check()
        evidence.uplink = Self.uplink("2001:db8:91::1")
        evidence.uplink?.packets.append(UplinkFamilyTests.sixth(limit: 3))
        let open = try Self.finding(in: evidence)
        #expect(open.side == nil && !Self.isRecordBlamed(open), "\(open)")
        evidence.path = PathVerdictTests.path(
            PathVerdictTests.trace(.silent, Self.target, hops: ["\(Self.gateway)", "2001:db8:91::1", "2001:db8:92::1"]))
        let known = try Self.finding(in: evidence)
        #expect(known.side == .remote && Self.isRecordBlamed(known), "\(known)")
    }

    @Test("a host that responds to a later SYN is not to blame for the loss of the first ones, which is measured")
    func laterSYN() throws {
        var evidence = try DeadFamilyTests.check()
        let series = FollowUp.link(.series(gateway: Self.gateway))
        #expect(Verdict(on: evidence).followUps.contains(series))
        #expect(try !Verdict(on: DeadFamilyTests.check(.refused)).followUps.contains(series))
        evidence.uplink = Self.uplink("2001:db8:91::1", "2001:db8:92::1")
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.answered, Self.target))
        let open = try Self.finding(in: evidence)
        #expect(open.side == nil && !Self.isRecordBlamed(open), "\(open)")
        #expect(Verdict(on: evidence).followUps.contains(.path(.losses(Facts.address(Self.target)))))
        func echoes(_ received: Int, to address: IPAddress) -> EchoEvidence {
            EchoEvidence(
                address: address, outcome: .reply, sent: 20, received: received, roundTrip: .milliseconds(1))
        }
        evidence.path?.echoes = echoes(14, to: Facts.address(Self.target))
        let behind = Verdict(on: evidence).findings.map(\.id)
        #expect(behind.contains("path.loss") && !behind.contains("tcp.ipv6-broken"), "\(behind)")
        evidence.gateway?.hops[1].series = echoes(12, to: Self.gateway)
        let before = Verdict(on: evidence).findings.map(\.id)
        #expect(before.contains("gateway.loss"), "\(before)")
        #expect(!before.contains("path.loss") && !before.contains("tcp.ipv6-broken"), "\(before)")
    }

    @Test("a connection that waits for a SYN which the link lost is no second fault")
    func repeatedSYN() throws {
        let loss = Finding(GatewayCauses.loss, ["gateway": "192.0.2.1", "lost": "9", "sent": "20"])
        let slow = Finding(TCPCauses.slow, ["address": "198.51.100.1"])
        for (isRepeated, count) in [(true, 1), (nil, 2)] as [(Bool?, Int)] {
            var evidence = try DeadFamilyTests.check(.connected)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected)])
            evidence.tcp?.attempts[0].isRepeated = isRepeated
            #expect(SameLossRule.corrected([loss, slow], evidence).count == count)
            #expect(SameLossRule.corrected([slow], evidence) == [slow])
        }
    }

    @Test("a host that refuses connections has answered")
    func refused() throws {
        let found = try Self.finding(in: DeadFamilyTests.check(.refused))
        #expect(found.side == .remote && Self.isRecordBlamed(found), "\(found)")
    }

    @Test("an A record is not blamed either while nothing was sent over IPv4")
    func fourth() throws {
        var evidence = try DeadFamilyTests.check(.connected)
        evidence.tcp?.attempts[1].outcome = .timeout
        let found = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.ipv4-broken" })
        #expect(found.side == nil && !found.advice.contains { $0.contains("remove the A record") }, "\(found)")
    }

    @Test("beside a wrong clock, it is found out where the other family ends")
    func besideClock() throws {
        var evidence = try DeadFamilyTests.check()
        evidence.uplink = Self.uplink("2001:db8:91::1")
        evidence.uplink?.packets.append(UplinkFamilyTests.sixth(limit: 3))
        let clock = Finding(LocalCauses.clock, severity: .error, ["destination": "www.example:443"])
        let destination = PathDestination(Facts.address(Self.target), port: 443, .tcp)
        #expect(SecondFaultRule.followUps(beside: [clock], in: evidence).contains(.path(.trace(destination))))
        #expect(SecondFaultRule.followUps(beside: [], in: evidence).isEmpty)
        evidence.path = PathVerdictTests.path(
            PathVerdictTests.trace(.silent, Self.target, hops: ["\(Self.gateway)", "2001:db8:91::1"]))
        #expect(SecondFaultRule.findings(beside: [clock], in: evidence).map(\.id) == ["path.ipv6-down"])
    }

    @Test("a connection without a response outweighs what was heard before if its packets end where others do")
    func heardBefore() throws {
        var evidence = try DeadFamilyTests.check(.connected)
        evidence.tcp?.attempts[1].outcome = .timeout
        let (target, router) = ("198.51.100.1", "100.64.3.1")
        let sixth = [
            UplinkFamilyTests.sixth("2001:db8:91::1", limit: 2), UplinkFamilyTests.sixth("2001:db8:92::1", limit: 3),
        ]
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain,
            packets: [
                UplinkAssessmentTests.packet(router, as: .tcp), UplinkAssessmentTests.packet(limit: 3, as: .tcp),
            ] + sixth, connections: .init())
        uplink.gateways.append(Self.gateway)
        uplink.connections?.familiesHeardLately = [.ipv4, .ipv6]
        evidence.uplink = uplink
        let first = Verdict(on: evidence)
        let open = try #require(first.findings.first { $0.id == "tcp.ipv4-broken" })
        #expect(open.side == nil && !open.advice.contains { $0.contains("remove the A record") }, "\(open)")
        let destination = PathDestination(Facts.address(target), port: 443, .tcp)
        #expect(first.followUps.contains(.path(.trace(destination))))
        for (further, cause) in [(nil, "path.ipv4-down"), ("100.64.4.1", "tcp.ipv4-broken")] as [(String?, CauseID)] {
            let hops = ["192.0.2.1", router, further].filter { $0 != nil }
            evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.silent, target, hops: hops))
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.id == cause && found.severity == .warning, "\(found)")
            #expect(found.advice.contains { $0.contains("remove the A record") } == (further != nil), "\(found)")
        }
    }
}
