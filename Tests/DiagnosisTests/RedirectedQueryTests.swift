import NetworkModel
import Testing

@testable import Diagnosis

@Suite("DNS queries that a router leads to its own server")
struct RedirectedQueryTests {
    /// A check whose server, behind the gateway, refuses, and accepts connections to its port so many hops away.
    private static func check(
        _ reason: Resolution.FailureReason = .refused, at hops: Int?, echoAt: Int? = 3, server: String = "203.0.113.53"
    ) throws -> Evidence {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(reason, server: server)], servers: [server])
        evidence.uplink = UplinkAssessmentTests.uplink(packets: UplinkAssessmentTests.far)
        var accepted = PathVerdictTests.trace(hops == nil ? .silent : .answered, server, port: 53)
        accepted.answeredAt = hops
        var echo = PathVerdictTests.trace(echoAt == nil ? .silent : .answered, server, .icmp)
        echo.answeredAt = echoAt
        evidence.path = PathVerdictTests.path(accepted, echo)
        return evidence
    }

    private static func first(_ evidence: Evidence) throws -> Finding {
        try #require(Verdict(on: evidence).findings.first)
    }

    @Test("a refusal from the first hop is the router's", arguments: [Resolution.FailureReason.refused, .servfail])
    func redirected(reason: Resolution.FailureReason) throws {
        var evidence = try Self.check(reason, at: 1)
        let found = try Self.first(evidence)
        #expect(found.id.rawValue == "dns.\(reason.rawValue)" && found.side == .network, "\(found)")
        #expect(found.summary.hasSuffix(": the router 192.0.2.1 answers in its place"), "\(found.summary)")
        #expect(found.advice.first?.hasPrefix("192.0.2.1 answers queries to 203.0.113.53 itself") == true)
        evidence.path = nil
        let server = PathDestination(Facts.address("203.0.113.53"), port: 53, .tcp)
        #expect(Verdict(on: evidence).followUps.contains(.path(.origin(server))))
    }

    @Test("the server itself refuses if it accepts connections, or none shows who does")
    func ownRefusal() throws {
        func isRouter(_ evidence: Evidence) throws -> Bool { try Self.first(evidence).facts["redirecting"] != nil }
        #expect(try !isRouter(Self.check(at: 3)))
        #expect(try !isRouter(Self.check(at: nil)))
        // It is an address of the router.
        #expect(try !isRouter(Self.check(at: 1, echoAt: 1)))
        // A device on the path accepts all connections, which says nothing about queries over UDP.
        var evidence = try Self.check(at: 1)
        #expect(try isRouter(evidence))
        evidence.path?.traces[0].isAnsweredHere = true
        #expect(try !isRouter(evidence))
    }
}
