import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Another host with this machine's hardware address")
struct HardwareTwinRuleTests {
    private static let twin = LinkHost(
        interface: "eth0", hardwareAddress: "02:00:00:00:00:02", address: Facts.address("192.0.2.77"))

    @Test("it is the cause of silence, of whatever", arguments: [true, false])
    func ofTarget(isHeard: Bool) throws {
        var evidence = try Facts.healthy()
        evidence.link?.carriers[0].hardwareAddress = Self.twin.hardwareAddress
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        #expect(Verdict(on: evidence).followUps.contains(.link(.twin(interface: "eth0"))))
        if isHeard { evidence.address?.twin = Self.twin }
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect((found.id == "address.duplicate") == isHeard && found.severity == .error, "\(found)")
        guard isHeard else { return }
        #expect(found.summary.contains("192.0.2.77") && found.summary.contains("02:00:00:00:00:02"), "\(found.summary)")
        #expect(found.advice.contains { $0.contains("02:00:00:00:00:02") }, "\(found.advice)")
    }

    @Test("beside a target that works, it is a warning; and no host is looked for")
    func beside() throws {
        var evidence = try Facts.healthy()
        evidence.link?.carriers[0].hardwareAddress = Self.twin.hardwareAddress
        #expect(!Verdict(on: evidence).followUps.contains(.link(.twin(interface: "eth0"))))
        evidence.address?.twin = Self.twin
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionUp)
        #expect(
            verdict.findings.map { "\($0.id) \($0.severity)" } == ["address.duplicate warning"], "\(verdict.findings)")
    }

    @Test("it is the cause if look-ups of programs get no answer", arguments: [true, false])
    func ofMachine(hasFailed: Bool) throws {
        var observation = MachineDiagnosisTests.healthy()
        observation.twin = Self.twin
        if hasFailed {
            observation.resolvers = [
                .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .timeout)
            ]
        }
        let verdict = MachineDiagnosis.verdict(on: observation)
        let found = try #require(verdict.findings.first)
        #expect(found.id == "address.duplicate" && found.severity == (hasFailed ? .error : .warning), "\(found)")
        #expect((verdict.status == .connectionUp) != hasFailed)
    }
}
