import Diagnosis
import NetworkModel
import Testing

/// Servers that programs query in turn (resolv.conf(5), `rotate`), one of which denies names that exist.
@Suite("Servers in turn")
struct RotatedServerTests {
    @Test("one that denies every name is an error whether or not the last look-up met it", arguments: [true, false])
    func denial(isInTurn: Bool) throws {
        var observation = MachineDiagnosisTests.healthy()
        let second = Resolver(address: Facts.address("192.0.2.54"), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [MachineDiagnosisTests.resolver, second])
        observation.snapshot.resolvers.rotationLine = isInTurn ? "/etc/resolv.conf:3: options rotate" : nil
        observation.resolvers.append(.init(resolver: second, status: .connectionDown, failure: .nxdomain))
        var resolution = Resolution(name: MachineNames.knownName + ".", answers: [Facts.answer], failures: [])
        resolution.system = SystemLookup(addresses: [Facts.address("198.41.0.4")], duration: .milliseconds(2))
        observation.names = MachineNames(resolution: resolution, nameServices: ["files", "dns"])
        let found = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(found.id == "dns.servers-disagree" && found.severity == (isInTurn ? .error : .warning), "\(found)")
    }
}
