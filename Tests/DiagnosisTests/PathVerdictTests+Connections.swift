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
            #expect(found.id == "tcp.some-connections-fail", "\(found)")
            // A refusal comes from the host. Whoever loses some connections may be anywhere.
            #expect(found.side == (outcome == .refused ? .remote : nil), "\(found)")
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

    @Test("if only SYNs with a greater hop limit than this machine's reach the host, that limit is too small")
    func ownHopLimit() throws {
        let silent: [TCPEvidence.Outcome] = .init(repeating: .timeout, count: 5)
        let causes: [(Int, CauseID)] = [
            (3, "local.hop-limit"), (4, "tcp.some-connections-fail"), (64, "tcp.some-connections-fail"),
        ]
        for (limit, cause) in causes {
            var evidence = try Self.failed(.timeout, then: silent, trace: .answered)
            evidence.path?.traces[0].answeredAt = 4
            evidence.path?.hopLimit = limit
            let found = Verdict(on: evidence).findings.first
            #expect(found?.id == cause, "\(limit): \(found as Any)")
        }
        // A router reports that they expire, and has reported too many packets to appear among the hops.
        var evidence = try Self.failed(.hostUnreachable)
        var trace = Self.trace(
            .refused, error: Self.error(11, 0, by: "203.0.113.9"), hops: ["192.0.2.1", "203.0.113.8"])
        trace.answeredAt = 4
        for (limit, cause) in [(3, "local.hop-limit"), (nil, "path.hop-limit")] as [(Int?, CauseID)] {
            evidence.path = Self.path(trace)
            evidence.path?.hopLimit = limit
            let found = Verdict(on: evidence).findings.first
            #expect(found?.id == cause, "\(found as Any)")
        }
        // No hop is known, as of the path to a DNS server.
        for (limit, cause) in [(1, "local.hop-limit"), (64, "path.loop")] as [(Int, CauseID)] {
            evidence.path = Self.path(Self.trace(.refused, error: Self.error(11, 0, by: "192.0.2.1")))
            evidence.path?.hopLimit = limit
            #expect(Verdict(on: evidence).findings.first?.id == cause, "\(limit)")
        }
    }

    @Test("a connection that expires because of this machine's own hop limit is no loop if a trace gets there")
    func ownHopLimitBesideAnswer() throws {
        for (limit, cause) in [(2, "local.hop-limit"), (64, "path.loop")] as [(Int, CauseID)] {
            var evidence = try Self.failed(.hostUnreachable)
            evidence.tcp?.attempts[0].refusal = Self.error(11, 0, by: "203.0.113.8")
            var trace = Self.trace(.answered, hops: ["192.0.2.1", nil, "203.0.113.9"])
            trace.answeredAt = 4
            evidence.path = Self.path(trace)
            evidence.path?.hopLimit = limit
            let found = Verdict(on: evidence).findings.first
            #expect(found?.id == cause && found?.severity == .error, "\(found as Any)")
        }
    }

    @Test("connections to the Internet without an answer may lack a port of a NAT, and SYNs of a trace show no place")
    func lostByNAT() throws {
        var evidence = try Self.failed(.timeout, then: [.connected, .timeout], trace: .answered)
        for seen in [nil, "203.0.113.9"] as [String?] {
            var syns = Self.trace(.answered, hops: ["192.0.2.1", seen, "203.0.113.10"])
            syns.answeredAt = 4
            let echo = Self.trace(
                .answered, "198.51.100.1", .icmp, hops: ["192.0.2.1", "203.0.113.9", "203.0.113.10"])
            evidence.path = Self.path(syns, echo)
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.id == "tcp.some-connections-fail" && found.side == nil, "\(found)")
        }
        func advice(to text: String) throws -> [String] {
            var evidence = try Self.failed(.timeout)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, text)])
            let outcomes: [TCPEvidence.Outcome] = [.connected, .timeout, .connected]
            evidence.tcp?.further = outcomes.map { Facts.attempt($0, text) }
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.id == "tcp.some-connections-fail", "\(found)")
            return found.advice.filter { $0.contains("CGNAT") }
        }
        #expect(try advice(to: "93.184.216.34").count == 1)
        #expect(try advice(to: "10.9.9.9") == [])
    }

    @Test("a program on this machine is asked once")
    func ownService() throws {
        var evidence = try Self.failed(.refused)
        evidence.link?.carriers = [Facts.loopback]
        let peer = SocketAddress(Self.target, port: 443)
        #expect(!Verdict(on: evidence).followUps.contains(.path(.connections(peer))))
    }

    @Test("a port that the gateway drops while it passes another one to the same host is dropped on the path")
    func droppedPort() throws {
        var evidence = try Self.failed(.timeout)
        func hops(_ count: Int) -> [String?] { ["192.0.2.1", "203.0.114.1", "203.0.115.1"].prefix(count).map { $0 } }
        let other = PathDestination(Self.target, port: 80, .tcp)
        func asks() -> Bool { Verdict(on: evidence).followUps.contains(.path(.trace(other))) }
        let silent = Self.trace(.silent, "198.51.100.1", .icmp)
        evidence.path = Self.path(Self.trace(.silent, hops: hops(1)), silent)
        #expect(!asks())
        // Routers behind the gateway report packets to nobody.
        evidence.uplink = UplinkAssessmentTests.uplink(
            .nxdomain,
            packets: [
                UplinkAssessmentTests.packet("203.0.114.1"), UplinkAssessmentTests.packet("203.0.115.1", limit: 3),
            ])
        #expect(asks() && Verdict(on: evidence).findings.first?.id == "tcp.timeout")
        // The gateway drops everything but port 80.
        let heard = evidence.uplink
        evidence.uplink?.packets = []
        #expect(!asks())
        evidence.uplink?.interception = .init(
            destination: Facts.address("203.0.113.9"), isAccepted: false,
            error: UplinkAssessmentTests.packet("203.0.115.1").error)
        #expect(asks())
        evidence.uplink = heard
        evidence.path = Self.path(
            Self.trace(.silent, hops: hops(1)), silent, Self.trace(.answered, port: 80, hops: hops(3)))
        let cause = try #require(Verdict(on: evidence).findings.first)
        #expect(cause.id == "path.dropped" && cause.side == .network && cause.facts["router"] == "192.0.2.1")
        #expect(cause.summary.hasSuffix(": connections to port 80 get further, to 203.0.114.1"), "\(cause.summary)")
        #expect(cause.advice.contains { $0.hasSuffix("traceroute -n -T -p 80 198.51.100.1") }, "\(cause.advice)")
        #expect(!cause.advice.contains { $0.contains("-I") })
        // A router that reports few packets; a host that drops the port itself.
        for (first, second) in [(1, 2), (3, 3)] {
            evidence.path = Self.path(
                Self.trace(.silent, hops: hops(first)), silent, Self.trace(.answered, port: 80, hops: hops(second)))
            #expect(Verdict(on: evidence).findings.first?.id == "tcp.timeout")
        }
    }
}
