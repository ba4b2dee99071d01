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

extension RedirectedQueryTests {
    /// The machine with such a server, which refuses or fails.
    private static func machine(_ reason: Resolution.FailureReason, at hops: Int?) -> MachineObservation {
        var observation = MachineDiagnosisTests.healthy()
        let resolver = Resolver(address: Facts.address("203.0.113.53"), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [resolver])
        observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: reason)]
        var uplink = UplinkAssessmentTests.uplink(packets: UplinkAssessmentTests.far)
        uplink.queries = [
            UplinkAssessmentTests.query(
                reason == .refused ? .refused : .servfail, at: .beyond, server: resolver.address)
        ]
        uplink.queries[0].control = reason == .refused ? .denied : nil
        observation.uplink = uplink
        var accepted = PathVerdictTests.trace(.answered, "203.0.113.53", port: 53)
        accepted.answeredAt = hops
        observation.output.origins = [accepted, PathVerdictTests.trace(.answered, "203.0.113.53", .icmp)]
        return observation
    }

    @Test(
        "the machine's status names the router that answers in place of its server, as a check does",
        arguments: [Resolution.FailureReason.refused, .servfail])
    func status(reason: Resolution.FailureReason) throws {
        let verdict = MachineDiagnosis.verdict(on: Self.machine(reason, at: 1))
        let found = try #require(verdict.findings.first)
        #expect(verdict.status == .connectionDown && verdict.findings.count == 1, "\(verdict.findings)")
        #expect(found.id.rawValue == "dns.\(reason.rawValue)" && found.side == .network, "\(found)")
        #expect(found.summary.hasSuffix(": the router 192.0.2.1 answers in its place"), "\(found.summary)")
        #expect(found.advice.first?.hasPrefix("192.0.2.1 answers queries to 203.0.113.53 itself") == true)
        // In a network whose routers report nothing, a server that refuses may be one of a closed network.
        var quiet = Self.machine(reason, at: 1)
        quiet.uplink?.packets = (2...4).map { UplinkAssessmentTests.packet(limit: $0) }
        #expect(MachineDiagnosis.verdict(on: quiet).findings.first?.severity == .error)
    }

    @Test("the machine's server itself refuses if a connection to it gets further, or this machine leads it elsewhere")
    func ownRefusalInStatus() {
        func redirecting(_ observation: MachineObservation) -> String? {
            MachineDiagnosis.verdict(on: observation).findings.first?.facts["redirecting"]
        }
        #expect(redirecting(Self.machine(.refused, at: nil)) == nil)
        var observation = Self.machine(.refused, at: 1)
        #expect(redirecting(observation) == "192.0.2.1")
        observation.output.origins[0].isAnsweredHere = true
        #expect(redirecting(observation) == nil)
        observation.output.origins[0].isAnsweredHere = nil
        // It is an address of the router.
        observation.output.origins[1].answeredAt = 1
        #expect(redirecting(observation) == nil)
    }
}
