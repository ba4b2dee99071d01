import Diagnosis
import NetworkModel
import Testing

extension PathVerdictTests {
    @Test("the path is not said to work because of packets that a router refuses, or without any observation")
    func unreachedPath() throws {
        func status(_ path: PathEvidence) throws -> ConnectionStatus? {
            var evidence = try Facts.healthy()
            evidence.path = path
            let verdict = Verdict(on: evidence)
            #expect(verdict.findings.isEmpty, "\(verdict.findings)")
            return verdict.layers[.path]
        }
        let refusal = Self.error(3, 13, by: "203.0.113.9")
        #expect(
            try status(Self.path(Self.trace(.refused, "10.9.9.9", error: refusal))) == .connectionIndeterminate)
        #expect(try status(Self.path(Self.trace(.answered, "10.9.9.9"))) == .connectionUp)
        #expect(try status(PathEvidence()) == .noErr)
    }

    /// A check with a failed connection, after further ones with these outcomes.
    private static func failed(
        _ outcome: TCPEvidence.Outcome, then others: [TCPEvidence.Outcome], trace: PathEvidence.Trace.Outcome
    ) throws -> Evidence {
        var evidence = try failed(outcome)
        evidence.tcp?.further = others.map { Facts.attempt($0) }
        evidence.path = path(Self.trace(trace), Self.trace(.answered, "198.51.100.1", .icmp))
        return evidence
    }

    @Test("a port of which a later connection is accepted is neither closed nor silent: some connections fail")
    func someConnections() throws {
        let peer = SocketAddress(Self.target, port: 443)
        for outcome in [TCPEvidence.Outcome.refused, .timeout] {
            #expect(Verdict(on: try Self.failed(outcome)).followUps.contains(.path(.connections(peer))))
            let trace: PathEvidence.Trace.Outcome = outcome == .refused ? .answered : .silent
            let mixed = try Self.failed(
                outcome, then: [.connected, outcome, .connected, .connected, .connected], trace: trace)
            let verdict = Verdict(on: mixed)
            let found = try #require(verdict.findings.first)
            #expect(found.id == "tcp.some-connections-fail" && found.side == .remote, "\(found)")
            #expect(found.summary.hasPrefix("2 of 6 connections to 198.51.100.1:443 fail"), "\(found.summary)")
            #expect(verdict.status == .connectionDown)
            #expect(found.advice.contains { $0.contains("several paths") } == (outcome == .timeout))
            let all = try Self.failed(outcome, then: .init(repeating: outcome, count: 5), trace: trace)
            let same = Verdict(on: all).findings.first?.id
            #expect(same == (outcome == .refused ? "tcp.refused" : "tcp.timeout"), "\(same as Any)")
        }
    }

    @Test("a SYN of a trace that is answered contradicts that none is")
    func answeredTrace() throws {
        let silent: [TCPEvidence.Outcome] = .init(repeating: .timeout, count: 5)
        let found = Verdict(on: try Self.failed(.timeout, then: silent, trace: .answered)).findings.first
        #expect(found?.id == "tcp.some-connections-fail", "\(found as Any)")
        #expect(found?.summary.hasPrefix("6 of 7 connections") == true)
    }

    @Test("SYNs that are lost before a router that reports pings, while one gets further, are lost on the path")
    func lostByRouter() throws {
        var evidence = try Self.failed(.timeout, then: [.connected, .timeout], trace: .answered)
        for (seen, side) in [(nil, Side.upstream), ("203.0.113.9", .remote)] as [(String?, Side)] {
            var syns = Self.trace(.answered, hops: ["192.0.2.1", seen, "203.0.113.10"])
            syns.answeredAt = 4
            let echo = Self.trace(
                .answered, "198.51.100.1", .icmp, hops: ["192.0.2.1", "203.0.113.9", "203.0.113.10"])
            evidence.path = Self.path(syns, echo)
            let found = Verdict(on: evidence).findings.first
            #expect(found?.id == "tcp.some-connections-fail" && found?.side == side, "\(found as Any)")
        }
    }

    @Test("a program on this machine is asked once")
    func ownService() throws {
        var evidence = try Self.failed(.refused)
        evidence.link?.carriers = [Facts.loopback]
        let peer = SocketAddress(Self.target, port: 443)
        #expect(!Verdict(on: evidence).followUps.contains(.path(.connections(peer))))
    }
}
