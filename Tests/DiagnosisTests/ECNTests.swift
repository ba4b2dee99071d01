import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Connection attempts that request ECN")
struct ECNTests {
    @Test("a lost SYN leads to advice about ECN only if this machine requests it", arguments: [true, nil])
    func advice(_ isRequested: Bool?) throws {
        func isNamed(_ evidence: Evidence, _ id: CauseID) throws -> Bool {
            let finding = try #require(Verdict(on: evidence).findings.first { $0.id == id })
            return finding.advice.contains { $0.hasSuffix("sysctl -w net.ipv4.tcp_ecn=2") }
        }
        var silent = try PathVerdictTests.failed(.timeout)
        silent.tcp?.attempts[0].isECNRequested = isRequested
        #expect(try isNamed(silent, "tcp.timeout") == (isRequested == true))
        var slow = try Facts.healthy()
        slow.tcp?.attempts[0].duration = Milliseconds(.milliseconds(1_025))
        slow.tcp?.attempts[0].isECNRequested = isRequested
        #expect(try isNamed(slow, "tcp.slow") == (isRequested == true))
    }
}
