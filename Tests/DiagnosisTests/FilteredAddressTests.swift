import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The uplink: filters of documentation addresses")
struct FilteredAddressTests {
    /// The answers of a router to SYNs that a filter of bogons keeps back.
    private static let kept: [String: [UplinkEvidence.Packet]] = [
        "prohibited": (2...4).map { UplinkAssessmentTests.packet("192.0.2.1", 3, 13, limit: $0, as: .tcp) },
        "dropped": (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) },
        "reset": (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp, answer: .reset) },
    ]

    private static func elsewhere(_ packets: [UplinkEvidence.Packet]) -> [UplinkEvidence.Packet] {
        packets.map { packet in
            var packet = packet
            packet.destination = Facts.address("198.19.7.9")
            return packet
        }
    }

    @Test(
        "packets elsewhere that get beyond the gateway replace those that a filter keeps back",
        arguments: ["prohibited", "dropped", "reset"])
    func replaced(how: String) throws {
        let packets = try #require(Self.kept[how])
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
        uplink.interception = .init(
            destination: packets[0].destination, isAccepted: false, error: packets[0].error)
        #expect(UplinkProof(uplink) == .unknown && uplink.familiesToTryElsewhere.contains(.ipv4))
        let far = Self.elsewhere(
            UplinkAssessmentTests.far.map { packet in
                var packet = packet
                packet.transport = .tcp
                return packet
            })
        let changed = try #require(uplink.replacingPackets(by: far))
        #expect(UplinkProof(changed) == .works && changed.packets == far)
        #expect(changed.familiesToTryElsewhere.isEmpty)
        // What is kept back as well shows nothing, nor does a device that answers in place of others.
        #expect(uplink.replacingPackets(by: Self.elsewhere(packets)) == nil)
        let device = Self.elsewhere([UplinkAssessmentTests.packet(limit: 4, as: .tcp, answer: .accepted)])
        #expect(uplink.replacingPackets(by: far + device) == nil)
    }

    @Test("SYNs to a host get no further if they are refused, end at the same router, or are silent twice")
    func stopped() {
        func packet(
            _ router: String? = nil, limit: Int, answer: UplinkEvidence.Packet.SYNResponse? = nil
        ) -> UplinkEvidence.Packet {
            UplinkAssessmentTests.packet(router, limit: limit, as: .tcp, answer: answer)
        }
        let silent = [packet(limit: 2), packet(limit: 3)]
        let uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: silent)
        // A router may have used up its limit of errors.
        #expect(uplink.familiesStopping(silent).isEmpty && uplink.familiesStopping([]).isEmpty)
        #expect(uplink.familiesStopping(silent + [packet(limit: 2)]) == [.ipv4])
        #expect(uplink.familiesStopping([packet(limit: 2, answer: .reset), packet(limit: 3)]) == [.ipv4])
        #expect(uplink.familiesStopping([packet(limit: 2, answer: .accepted), packet(limit: 3)]).isEmpty)
        let ending = [packet("198.51.100.7", limit: 2), packet(limit: 3)]
        #expect(uplink.familiesStopping(ending).isEmpty)
        #expect(UplinkAssessmentTests.uplink(.nxdomain, packets: ending).familiesStopping(ending) == [.ipv4])
        let further = [ending[0], packet("198.51.100.8", limit: 3)]
        #expect(UplinkAssessmentTests.uplink(.nxdomain, packets: ending).familiesStopping(further).isEmpty)
    }

    @Test("nothing is tried elsewhere if no resolver reaches the Internet, if the uplink works, or with uplink: off")
    func unneeded() {
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        #expect(UplinkAssessmentTests.uplink(.timeout, packets: silent).familiesToTryElsewhere.isEmpty)
        #expect(
            UplinkAssessmentTests.uplink(
                .nxdomain, packets: [UplinkAssessmentTests.passing] + UplinkAssessmentTests.far
            ).familiesToTryElsewhere.isEmpty)
        var off = UplinkAssessmentTests.uplink(.nxdomain)
        off.isOff = true
        #expect(off.familiesToTryElsewhere.isEmpty)
    }

    @Test(
        "IPv6 that only seems to lead nowhere, since its documentation addresses are filtered, is not said to be down")
    func sixth() throws {
        let refused = (2...4).map { UplinkFamilyTests.sixth("2001:db8:1::1", 1, 0, limit: $0) }
        let uplink = UplinkFamilyTests.uplink(UplinkFamilyTests.fourthHeard + refused)
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.ipv6-down"])
        #expect(uplink.familiesToTryElsewhere == [.ipv6])
        #expect(uplink.replacingPackets(by: refused) == nil)
        let heard = [
            UplinkFamilyTests.sixth("2a02:91::1", limit: 2), UplinkFamilyTests.sixth("2a02:92::1", limit: 3),
        ]
        let changed = try #require(uplink.replacingPackets(by: heard))
        #expect(UplinkAssessment(changed).findings.isEmpty)
    }

    @Test("packets to hosts over IPv4 that end at the router where all others end show no path, and remain in doubt")
    func fourth() throws {
        let ends = [
            UplinkAssessmentTests.packet("198.51.100.1", as: .tcp), UplinkAssessmentTests.packet(limit: 3, as: .tcp),
            UplinkAssessmentTests.packet(limit: 4, as: .tcp),
        ]
        let sixth = [
            UplinkFamilyTests.sixth("2001:db8:91::1", limit: 2), UplinkFamilyTests.sixth("2001:db8:92::1", limit: 3),
        ]
        let uplink = UplinkFamilyTests.uplink(sixth + ends)
        #expect(uplink.seemsToEnd(.ipv4) && !uplink.seemsToEnd(.ipv6) && uplink.familiesToTryElsewhere == [.ipv4])
        #expect(uplink.replacingPackets(by: Self.elsewhere(ends)) == nil)
        #expect(uplink.replacingPackets(by: Array(ends.prefix(2))) == nil)
        #expect(uplink.doubtfulFamilies(isFamilyAlone: true) == [.ipv4])
        // A router behind a silent one reports them.
        let passed = [ends[0], ends[1], UplinkAssessmentTests.packet("198.51.100.3", limit: 4, as: .tcp)]
        let changed = try #require(uplink.replacingPackets(by: passed))
        #expect(UplinkAssessment(changed).findings.isEmpty && !changed.seemsToEnd(.ipv4))
        // IPv4 that is silent altogether ends at no router.
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        #expect(!UplinkFamilyTests.uplink(sixth + silent).seemsToEnd(.ipv4))
    }

    @Test("a router without a route to an address that is in use shows no path to the Internet, in that address family")
    func rejected() {
        let far = Self.elsewhere(UplinkAssessmentTests.far)
        let unrouted = Self.elsewhere([UplinkAssessmentTests.packet("100.64.3.1", 3, 0, limit: 3, as: .tcp)])
        let sixth = [UplinkFamilyTests.sixth("2a02:91::1", limit: 2)]
        #expect(UplinkEvidence.withoutRejected(far + sixth) == far + sixth)
        #expect(UplinkEvidence.withoutRejected(far + unrouted + sixth) == sixth)
        #expect(UplinkEvidence.withoutRejected(Self.elsewhere([UplinkAssessmentTests.packet(as: .tcp)])).count == 1)
    }

    @Test("the host of a connection of this machine is not reported, and no advice names it")
    func hidden() {
        var packet = UplinkAssessmentTests.packet(limit: 2, as: .tcp)
        packet.destination = Facts.address("198.51.100.80")
        packet.hideDestination()
        #expect("\(packet.destination)" == "0.0.0.0" && packet.destination.family == .ipv4)
        for (reporter, isKept) in [("198.51.100.80", false), ("100.64.3.1", true)] {
            var reported = UplinkAssessmentTests.packet(reporter, limit: 3, as: .tcp)
            reported.destination = Facts.address("198.51.100.80")
            reported.hideDestination()
            #expect((reported.error != nil) == isKept, "\(reported)")
        }
        var uplink = UplinkAssessmentTests.uplink(.timeout, packets: [packet])
        #expect(uplink.nobody == nil)
        uplink.packets.append(UplinkAssessmentTests.packet(limit: 3, as: .tcp))
        #expect(UplinkAssessment(uplink).findings.first?.facts["address"] == "203.0.113.9")
    }

    @Test("IPv4 seems to end also at a router that reports a packet to a host alone, and ends once it reports others")
    func endBeforeHost() {
        let sixth = [
            UplinkFamilyTests.sixth("2001:db8:91::1", limit: 2), UplinkFamilyTests.sixth("2001:db8:92::1", limit: 3),
        ]
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        let reported = [UplinkAssessmentTests.packet("198.51.100.1", as: .tcp)]
        let toHost = Self.elsewhere(reported + [UplinkAssessmentTests.packet(limit: 3, as: .tcp)])
        let first = UplinkFamilyTests.uplink(sixth + silent)
        #expect(first.doubtfulFamilies(isFamilyAlone: true) == [.ipv4] && !first.seemsToEnd(.ipv4))
        #expect(first.familiesStopping(toHost).isEmpty)
        let joined = UplinkFamilyTests.uplink(sixth + silent + toHost)
        #expect(joined.seemsToEnd(.ipv4))
        let second = UplinkFamilyTests.uplink(sixth + silent + reported + silent.suffix(2))
        #expect(second.seemsToEnd(.ipv4) && second.familiesStopping(toHost) == [.ipv4])
        // Another router shows that the family goes on.
        let further = UplinkAssessmentTests.packet("198.51.100.2", limit: 3, as: .tcp)
        #expect(!UplinkFamilyTests.uplink(sixth + silent + reported + [further]).seemsToEnd(.ipv4))
    }
}
