import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Interfaces that explain the silence of DNS servers")
struct ServerLinksTests {
    private static let server = "172.17.0.53"

    private static func snapshot(_ neighbour: Neighbour? = nil) -> NetworkSnapshot {
        var snapshot = MachineDiagnosisTests.healthy().snapshot
        var bridge = Facts.link("docker0", addresses: [])
        (bridge.kind, bridge.index) = ("bridge", 8)
        snapshot.links.append(bridge)
        snapshot.routes.append(
            Route(family: .ipv4, destination: Facts.address("172.17.0.0"), prefixLength: 16, interface: "docker0"))
        snapshot.neighbours += [neighbour].compactMap(\.self)
        return snapshot
    }

    @Test("a check says that a silent server lies in the subnet of a bridge, as the machine's status does")
    func bridge() throws {
        let links = ServerLinks.found(for: Self.server, in: Self.snapshot())
        #expect(links == [.init(to: Facts.address(Self.server), .bridge, "docker0", subnet: "172.17.0.0/16")])
        let container = Neighbour(
            address: Facts.address(Self.server), interface: "docker0", hardwareAddress: "02:42:ac:11:00:35",
            state: .reachable)
        #expect(ServerLinks.found(for: Self.server, in: Self.snapshot(container)).isEmpty)
        #expect(ServerLinks.found(for: "192.0.2.53", in: Self.snapshot()).isEmpty)

        var evidence = try Facts.healthy()
        evidence.dns = Facts.dns(
            [Facts.failure(.timeout, server: Self.server)], answers: [Facts.answer],
            servers: [Self.server, "192.0.2.53"])
        for (known, isNamed) in [(nil, false), (links, true)] as [([DNSEvidence.ServerLink]?, Bool)] {
            evidence.dns?.serverLinks = known
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "dns.some-servers-dead", "\(finding)")
            #expect(
                finding.advice.contains { $0.contains("lies in 172.17.0.0/16, the subnet of docker0") } == isNamed,
                "\(finding)")
        }
        let dns = try #require(evidence.dns)
        let read = try JSON.decode(DNSEvidence.self, from: JSON.line(dns))
        #expect(read == dns)
    }
}
