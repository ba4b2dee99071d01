import NetworkModel
import Testing

@testable import Diagnosis

@Suite("IPv6 that leads nowhere beside this machine's own filter")
struct IPv6BesideFilterTests {
    private static let provider = "2001:db8:91::1"
    private static let filter = Finding(LocalCauses.firewall, severity: .error, ["destination": "198.51.100.1:443"])

    private static func sixth(
        _ reporter: String? = nil, as transport: PathEvidence.Transport = .tcp, limit: Int
    ) -> UplinkEvidence.Packet {
        let error = reporter.map { ICMPError(family: .ipv6, type: 3, code: 0, reporter: Facts.address($0)) }
        return .init(destination: Facts.address("2001:db8:9::9"), transport: transport, limit: limit, error: error)
    }

    /// SYNs over IPv4 that this machine resets, while two routers report datagrams; and these packets over IPv6.
    private static func uplink(_ packets: [UplinkEvidence.Packet]) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain,
            packets: [
                UplinkAssessmentTests.packet("198.51.100.1", as: .udp),
                UplinkAssessmentTests.packet("198.51.100.2", limit: 3, as: .udp),
                UplinkAssessmentTests.packet(as: .tcp, answer: .reset),
            ] + packets)
        uplink.gateways.append(Facts.address("2001:db8:1::1"))
        uplink.familiesUnreached = [.ipv4, .ipv6]
        return uplink
    }

    private static let ending = [sixth(provider, limit: 2), sixth(limit: 3), sixth(limit: 4)]

    @Test("it is a warning of the status if SYNs leave this machine, and end at the only router that reports them")
    func named() {
        let found = SecondFaultRule.lostIPv6(beside: [Self.filter], Self.uplink(Self.ending))
        #expect(found.map(\.id) == ["path.ipv6-down"] && found.first?.severity == .warning, "\(found)")
        #expect(found.first?.facts["gateway"] == "2001:db8:1::1")
        // Each fault is named once, and without the filter other rules decide.
        #expect(SecondFaultRule.lostIPv6(beside: [Self.filter] + found, Self.uplink(Self.ending)).isEmpty)
        #expect(SecondFaultRule.lostIPv6(beside: [], Self.uplink(Self.ending)).isEmpty)
    }

    @Test("it is not if hosts are reached, if several routers report packets, or if the filter may keep SYNs back")
    func unnamed() {
        var reached = Self.uplink(Self.ending)
        reached.familiesUnreached = [.ipv4]
        #expect(SecondFaultRule.lostIPv6(beside: [Self.filter], reached).isEmpty)
        let further = Self.uplink(Self.ending + [Self.sixth("2001:db8:92::1", limit: 3)])
        #expect(SecondFaultRule.lostIPv6(beside: [Self.filter], further).isEmpty)
        let kept = Self.uplink([Self.sixth(Self.provider, as: .udp, limit: 2), Self.sixth(limit: 3)])
        #expect(SecondFaultRule.lostIPv6(beside: [Self.filter], kept).isEmpty)
        #expect(SecondFaultRule.lostIPv6(beside: [Self.filter], nil).isEmpty)
    }
}
