import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A silent host that answers pings, while the resolver refuses names of the Internet")
struct PingedHostTests {
    /// SYNs to the host get no response, and nothing but the gateway is heard for packets to addresses that nobody has.
    private static func check(_ echo: PathEvidence.Trace) throws -> Evidence {
        var evidence = try PathVerdictTests.failed(.timeout)
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.silent, hops: ["192.0.2.1"]), echo)
        evidence.uplink = UplinkAssessmentTests.uplink(
            .refused,
            packets: [
                UplinkAssessmentTests.packet("192.0.2.1", 3, 0, as: .tcp),
                UplinkAssessmentTests.packet("192.0.2.1", 3, 0, as: .udp),
            ])
        return evidence
    }

    @Test("it is the host that is silent, and not the Internet")
    func host() throws {
        let silent = PathVerdictTests.trace(.silent, "198.51.100.1", .icmp)
        var echo = PathVerdictTests.trace(.answered, "198.51.100.1", .icmp)
        for limit in [nil, 2] as [Int?] {
            echo.answeredAt = limit
            let found = Verdict(on: try Self.check(echo))
            #expect(found.findings.first?.id == "tcp.timeout", "\(found.findings)")
        }
        #expect(Verdict(on: try Self.check(silent)).findings.first?.id == "path.upstream-down")
        // The gateway itself answers.
        echo.answeredAt = 1
        #expect(Verdict(on: try Self.check(echo)).findings.first?.id == "path.upstream-down")
    }
}
