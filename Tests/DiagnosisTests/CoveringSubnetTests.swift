import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Netmasks that cover a part of the Internet")
struct CoveringSubnetTests {
    private static func snapshot(_ own: String, _ length: Int, network: String, gateway: String) -> NetworkSnapshot {
        var link = Facts.link(addresses: [
            .init(address: Facts.address(own), prefixLength: length, scope: .global)
        ])
        link.hardwareAddress = "02:00:00:00:00:01"
        return NetworkSnapshot(
            links: [Facts.loopback, link],
            routes: [
                Route(
                    family: .ipv4, destination: Facts.address(network), prefixLength: length, interface: "eth0"),
                Facts.route(gateway),
            ],
            neighbours: [Facts.neighbour(.reachable, gateway)],
            resolvers: .init(servers: [Resolver(address: Facts.address(gateway), source: .resolvConf)]))
    }

    @Test("only a prefix that is shorter than the private network around the address covers a part of the Internet")
    func subnets() {
        for (own, length, network, gateway, other) in [
            ("192.168.1.10", 1, "128.0.0.0", "192.168.1.1", "192.169.1.10"),
            ("192.168.1.10", 8, "192.0.0.0", "192.168.1.1", "192.169.1.10"),
            ("172.16.5.9", 8, "172.0.0.0", "172.16.5.1", "172.0.5.9"),
            ("10.77.1.1", 7, "10.0.0.0", "10.77.1.2", "11.77.1.1"),
            // Flat networks, which exist.
            ("192.168.1.10", 16, "192.168.0.0", "192.168.1.1", nil), ("10.77.1.1", 8, "10.0.0.0", "10.77.1.2", nil),
            ("172.16.5.9", 12, "172.16.0.0", "172.16.5.1", nil),
            ("198.51.100.7", 12, "198.48.0.0", "198.51.100.1", nil),
        ] as [(String, Int, String, String, String?)] {
            let snapshot = Self.snapshot(own, length, network: network, gateway: gateway)
            let found = RouteSelection.coveringSubnet(in: snapshot)
            #expect(found?.destination == other.map(Facts.address), "\(own)/\(length)")
        }
        // A tunnel that all traffic goes into reaches any address.
        var tunnel = Self.snapshot("10.8.0.2", 1, network: "0.0.0.0", gateway: "10.8.0.1")
        tunnel.links[1].hardwareAddress = nil
        #expect(RouteSelection.coveringSubnet(in: tunnel) == nil)
    }

    /// The verdict on a machine with such a netmask, whose gateway is its DNS server.
    ///
    /// - Parameter isUnanswered: Whether nobody answers ARP for an address of the Internet; a gateway may do so for all (proxy ARP).
    private static func verdict(
        _ length: Int, network: String, isUnanswered: Bool = true, echo: EchoEvidence.Outcome = .reply,
        sixth: [UplinkEvidence.Packet] = []
    ) -> MachineVerdict {
        let gateway = "192.168.1.1"
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot = snapshot("192.168.1.10", length, network: network, gateway: gateway)
        observation.gateways = [Facts.hop(.reachable, echo, gateway: gateway)]
        observation.resolvers = observation.snapshot.resolvers.servers.map {
            .init(resolver: $0, status: .connectionUp)
        }
        observation.uplink = UplinkEvidence(
            gateway: Facts.address(gateway), interface: "eth0",
            queries: [UplinkAssessmentTests.query(.nxdomain, server: Facts.address(gateway))],
            packets: [UplinkAssessmentTests.passing] + sixth)
        observation.covering = isUnanswered ? RouteSelection.coveringSubnet(in: observation.snapshot) : nil
        return MachineDiagnosis.verdict(on: observation)
    }

    @Test("a netmask that covers half of the Internet is an error without a target")
    func half() throws {
        let verdict = Self.verdict(1, network: "128.0.0.0")
        let finding = try #require(verdict.findings.first)
        #expect(finding.id == "address.netmask" && finding.severity == .error && finding.side == .machine)
        #expect(finding.summary.contains("192.168.1.10/1 on eth0 is too wide: 128.0.0.0/1"), "\(finding.summary)")
        #expect(verdict.status == .connectionDown)
    }

    @Test("one that covers a small part, or is beside IPv6, is a warning, and none if the gateway may answer for all")
    func part() {
        let verdict = Self.verdict(8, network: "192.0.0.0")
        #expect(verdict.findings.map(\.id) == ["address.netmask"] && verdict.findings.first?.severity == .warning)
        #expect(verdict.status == .connectionUp)
        let sixth = [UplinkFamilyTests.sixth("2a02:91::1", limit: 2)]
        let beside = Self.verdict(1, network: "128.0.0.0", sixth: sixth)
        #expect(beside.findings.first { $0.id == "address.netmask" }?.severity == .warning)
        #expect(Self.verdict(1, network: "128.0.0.0", isUnanswered: false).findings.isEmpty)
        let silent = Self.verdict(1, network: "128.0.0.0", echo: .timeout)
        #expect(!silent.findings.contains { $0.id == "address.netmask" })
    }
}
