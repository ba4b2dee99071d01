import NetworkModel
import Testing

@testable import Diagnosis
@testable import TargetKinds

@Suite("Time servers that do not answer")
struct NTPFilterTests {
    @Test("of a server in the Internet, the provider may drop the usual port")
    func dropped() throws {
        let cases: [(address: String, port: UInt16, isNamed: Bool)] = [
            ("198.51.100.1", 123, true), ("198.51.100.1", 1_123, false), ("10.1.0.7", 123, false),
        ]
        for (address, port, isNamed) in cases {
            let server = SocketAddress(Facts.address(address), port: port)
            let ntp = NTPEvidence(
                exchange: DatagramEvidence(server, outcome: .silent), reply: nil,
                maxOffset: Milliseconds(.seconds(1)), maxStratum: 15)
            let found = try #require(NTPRules.findings(ntp, in: try PathVerdictTests.failed(.timeout)).first)
            #expect(found.id == "ntp.no-answer")
            #expect(found.advice.contains { $0.contains("providers drop UDP port 123") } == isNamed, "\(found.advice)")
        }
    }
}
