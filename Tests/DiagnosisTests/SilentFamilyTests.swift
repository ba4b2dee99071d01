import NetworkModel
import Testing

@testable import Diagnosis

@Suite("An address family over which no router reports anything")
struct SilentFamilyTests {
    /// Two rounds of packets over IPv6 that nobody reports, while two routers report those over IPv4.
    private static func silentSixth() -> UplinkEvidence {
        let silent = (2...4).map { UplinkFamilyTests.sixth(limit: $0) }
        return UplinkFamilyTests.uplink(UplinkFamilyTests.fourthHeard + silent + silent)
    }

    /// The same over IPv4, while two routers report those over IPv6.
    private static func silentFourth() -> UplinkEvidence {
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        let heard = [
            UplinkFamilyTests.sixth("2001:db8:91::1", limit: 2), UplinkFamilyTests.sixth("2001:db8:92::1", limit: 3),
        ]
        return UplinkFamilyTests.uplink(heard + silent + silent)
    }

    private static func verdict(_ uplink: UplinkEvidence) -> MachineVerdict {
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = uplink
        return MachineDiagnosis.verdict(on: observation)
    }

    @Test("what programs hear over the family outweighs the silence of its routers")
    func heard() {
        var uplink = Self.silentSixth()
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.ipv6-down"])
        uplink.connections = .init()
        uplink.connections?.familiesHeardLately = [.ipv4]
        #expect(uplink.isIPv6Dead)
        uplink.connections?.familiesHeardLately = [.ipv6]
        #expect(!uplink.isIPv6Dead && UplinkAssessment(uplink).findings.isEmpty)
        // A connection receives data, however many other hosts are silent, unless a portal may have sent it.
        uplink.connections = .init(total: 9, heard: 1, stuck: 8, stuckPeers: 8)
        uplink.connections?.heardOverIPv4 = 1
        #expect(uplink.isIPv6Dead)
        uplink.connections?.heardOverIPv4 = 0
        #expect(!uplink.isIPv6Dead)
        uplink.interception = .init(destination: Facts.address("192.0.2.1"), isAccepted: true, status: 302)
        uplink.interception?.location = "https://portal.example/"
        uplink.interception?.isTLSAccepted = true
        #expect(!UplinkIndications(uplink).isForwarding(over: .ipv6))
    }

    @Test("reports that this machine's own packet filter drops are seen over IPv4 alone, and show nothing about IPv6")
    func keptOut() {
        var uplink = Self.silentSixth()
        for place in uplink.packets.indices where uplink.packets[place].error != nil {
            uplink.packets[place].isKeptOut = true
        }
        #expect(!uplink.isIPv6Dead && UplinkAssessment(uplink).findings.isEmpty)
    }

    @Test("silent hosts over IPv6, also of one network, leave no doubt about the uplink if packets over IPv4 pass")
    func stuck() {
        let routers = [UplinkFamilyTests.sixth("2001:db8:91::1", limit: 2)] + UplinkFamilyTests.fourthHeard
        for uplink in [Self.silentSixth(), UplinkFamilyTests.uplink(routers)] {
            for (fourth, status) in [(0, .connectionUp), (2, .connectionUp), (3, .connectionIndeterminate)]
                as [(Int, ConnectionStatus)]
            {
                var uplink = uplink
                uplink.connections = .init(total: 6 + fourth, heard: 0, stuck: 6 + fourth, stuckPeers: 6 + fourth)
                uplink.connections?.stuckPeersOverIPv4 = fourth
                #expect(UplinkAssessment(uplink).status == status, "\(fourth)")
            }
        }
    }

    @Test("silence alone is said, and no fault of IPv6; hosts that are not reached, and a router's word, make it one")
    func idle() {
        let idle = Self.verdict(Self.silentSixth())
        #expect(idle.status == .connectionUp && idle.findings.isEmpty, "\(idle.findings)")
        #expect(idle.uplink?.unproven?.hasSuffix("no reply from beyond 2001:db8:1::1 over IPv6") == true)
        var lost: [UplinkEvidence] = []
        for place in 0...2 {
            var uplink = Self.silentSixth()
            switch place {
            case 0: uplink.failedNetworksOverIPv6 = 1
            case 1: uplink.familiesUnreached = [.ipv6]
            default:
                uplink.connections = .init(total: 2, heard: 0, stuck: 2, stuckPeers: 2)
                uplink.connections?.stuckPeersOverIPv6 = 2
            }
            lost.append(uplink)
        }
        let told = UplinkFamilyTests.sixth("2001:db8:1::1", 1, 0, limit: 2)
        lost.append(UplinkFamilyTests.uplink(UplinkFamilyTests.fourthHeard + [told]))
        for uplink in lost {
            let verdict = Self.verdict(uplink)
            #expect(verdict.status == .connectionUp && verdict.findings.map(\.id) == ["path.ipv6-down"])
            #expect(verdict.uplink?.unproven?.contains("over IPv6") != true)
        }
    }

    @Test("a router that rejects packets to addresses that nobody has may reject all: hosts decide")
    func rejected() {
        let fourth = [2, 3].map { (limit: Int) in
            UplinkAssessmentTests.packet("198.51.100.\(limit)", limit: limit, as: .tcp)
        }
        let router = "2001:db8:91::1"
        let rejected = [3, 4].map { UplinkFamilyTests.sixth(router, 1, 0, limit: $0) }
        let sixth = [UplinkFamilyTests.sixth(router, limit: 2)] + rejected
        var uplink = UplinkFamilyTests.uplink(fourth + sixth + sixth)
        let idle = Self.verdict(uplink)
        #expect(idle.status == .connectionUp && idle.findings.isEmpty, "\(idle.findings)")
        #expect(idle.uplink?.unproven?.hasSuffix("no reply from beyond \(router) over IPv6") == true)
        #expect(!UplinkIndications(uplink).mayIPv6End)
        uplink.connections = .init(total: 2, heard: 0, stuck: 2, stuckPeers: 2)
        uplink.connections?.stuckPeersOverIPv6 = 2
        #expect(UplinkIndications(uplink).mayIPv6End && UplinkAssessment(uplink).findings.isEmpty)
        uplink.familiesUnreached = [.ipv6]
        #expect(Self.verdict(uplink).findings.map(\.id) == ["path.ipv6-down"])
        // Over IPv4, it ends there as well, or another router is heard over IPv6.
        #expect(Self.verdict(UplinkFamilyTests.uplink([fourth[0]] + sixth)).uplink?.unproven?.contains("IPv6") != true)
        let further = UplinkFamilyTests.sixth("2001:db8:92::1", limit: 3)
        let both = Self.verdict(UplinkFamilyTests.uplink(fourth + sixth + [further]))
        #expect(both.uplink?.unproven?.contains("IPv6") != true)
    }

    @Test("the same for IPv4")
    func fourth() {
        var uplink = Self.silentFourth()
        let idle = Self.verdict(uplink)
        #expect(idle.status == .connectionUp && idle.findings.isEmpty, "\(idle.findings)")
        #expect(idle.uplink?.unproven?.hasSuffix("no reply from beyond the gateway over IPv4") == true)
        uplink.connections = .init(total: 1, heard: 0, stuck: 1, stuckPeers: 1)
        #expect(Self.verdict(uplink).findings.map(\.id) == ["path.ipv4-down"])
        uplink.connections?.stuckPeersOverIPv4 = 0
        #expect(Self.verdict(uplink).findings.isEmpty)
        uplink.familiesUnreached = [.ipv4]
        #expect(Self.verdict(uplink).findings.map(\.id) == ["path.ipv4-down"])
    }

    @Test("a silent DNS server on the gateway is on no side if IPv4 alone may end at a router behind it")
    func forwarder() {
        let ends = [
            UplinkAssessmentTests.packet("198.51.100.1", as: .tcp), UplinkAssessmentTests.packet(limit: 3, as: .tcp),
        ]
        let sixth = [
            UplinkFamilyTests.sixth("2001:db8:91::1", limit: 2), UplinkFamilyTests.sixth("2001:db8:92::1", limit: 3),
        ]
        var uplink = UplinkFamilyTests.uplink(sixth + ends)
        uplink.queries = [UplinkAssessmentTests.query(.timeout)]
        let server = "\(uplink.queries[0].server)"
        var finding = Finding(
            DNSCauses.serverUnreachable, ["servers": server, "server": server, "name": "www.example"])
        finding.side = .network
        let open = ResolverSide.beyond(finding, [server], uplink)
        #expect(open.side == nil && open.advice.contains { $0.contains("198.51.100.1") }, "\(open)")
        // One router over IPv6 is no more than over IPv4, and what was heard a moment ago says nothing.
        var lost = uplink
        lost.packets.removeFirst()
        #expect(ResolverSide.beyond(finding, [server], lost) == finding)
        lost = uplink
        lost.packets[0].isEarlier = true
        #expect(ResolverSide.beyond(finding, [server], lost) == finding)
        // A server elsewhere on the link has a way of its own.
        uplink.queries[0].place = .link
        #expect(ResolverSide.beyond(finding, [server], uplink) == finding)
    }
}
