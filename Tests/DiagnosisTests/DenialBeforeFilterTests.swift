import NetworkModel
import Testing

@testable import Diagnosis

/// A DNS server that denies names which exist, beside one to which this machine's packet filter drops the queries.
@Suite("Denials before a filtered server")
struct DenialBeforeFilterTests {
    private static let denying = Resolver(address: Facts.address("192.0.2.54"), source: .resolvConf)
    private static let filtered = Resolver(address: Facts.address("192.0.2.55"), source: .resolvConf)

    private static func findings(_ servers: [Resolver], turns line: String? = nil) -> [String] {
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.resolvers = .init(servers: servers)
        observation.snapshot.resolvers.rotationLine = line
        observation.resolvers = servers.map { server in
            .init(
                resolver: server, status: .connectionDown,
                failure: server.address == denying.address ? .nxdomain : .timeout)
        }
        observation.output.resolvers = [
            .init(address: filtered.address, port: 53, transport: .udp, outcome: .unsent, failure: "EPERM")
        ]
        return MachineDiagnosis.verdict(on: observation).findings.map { "\($0.severity.rawValue) \($0.id)" }
    }

    @Test("programs take the denial of the first server, so that the filter before the second one is a warning")
    func denialFirst() {
        #expect(Self.findings([Self.denying, Self.filtered]) == ["error dns.nxdomain", "warning local.firewall"])
    }

    @Test("the filter is the cause if its server is the first one, or programs query the servers in turn")
    func filterFirst() {
        #expect(Self.findings([Self.filtered, Self.denying]) == ["error local.firewall"])
        let line = "/etc/resolv.conf:3: options rotate"
        #expect(Self.findings([Self.denying, Self.filtered], turns: line) == ["error local.firewall"])
    }
}
