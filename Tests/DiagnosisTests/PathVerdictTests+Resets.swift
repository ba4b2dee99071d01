import Diagnosis
import NetworkModel
import Testing

extension PathVerdictTests {
    @Test("a connection that a near device accepts and resets is not reset by the host")
    func resetOnceAccepted() throws {
        func verdict(at limit: Int?, _ echoes: [String?]) throws -> Verdict {
            var evidence = try Facts.healthy()
            evidence.http = nil
            evidence.tls = TLSEvidence(serverName: "www.example", outcome: .reset)
            var trace = Self.trace(.answered)
            trace.answeredAt = limit
            evidence.path = Self.path(trace, Self.trace(.answered, "198.51.100.1", .icmp, hops: echoes))
            return Verdict(on: evidence)
        }
        let near = try verdict(at: 1, ["192.0.2.1", "203.0.113.9"])
        #expect(near.findings.first?.id == "path.filtered")
        // Packets are not blocked as such.
        let summary = near.findings.first?.summary
        #expect(summary?.contains("198.51.100.1:443 once a connection is established") == true, "\(summary as Any)")
        let destination = PathDestination(Facts.address("198.51.100.1"), port: 443, .tcp)
        #expect(near.followUps.contains(.path(.origin(destination))))
        // Only the gateway itself accepts what it does not forward. What is behind it may be any device there.
        #expect(near.findings.first?.side == .network)
        let farther = try verdict(at: 2, ["192.0.2.1", "203.0.113.9"]).findings.first
        #expect(farther?.side == .upstream && farther?.facts["router"] == "203.0.113.9", "\(farther as Any)")
        // The host is just as near, or its place is not known.
        #expect(try verdict(at: 1, []).findings.first?.id == "tcp.reset")
        #expect(try verdict(at: nil, ["192.0.2.1", "203.0.113.9"]).findings.first?.id == "tcp.reset")
    }

    @Test("a reset as near as those for an address that nobody has comes from a device before the host")
    func resetForEverybody() throws {
        func finding(_ limits: [Int], expired: Int?, port: UInt16 = 443) throws -> Finding? {
            var evidence = try Self.failed(.refused)
            evidence.tcp?.attempts[0].port = port
            var trace = Self.trace(.answered, port: port, hops: ["192.0.2.1"])
            trace.answeredAt = 2
            evidence.path = Self.path(trace, Self.trace(.answered, "198.51.100.1", .icmp, hops: ["192.0.2.1"]))
            let packets =
                limits.map { UplinkAssessmentTests.packet(limit: $0, as: .tcp, answer: .reset) }
                + (2...4).map { UplinkAssessmentTests.packet($0 == expired ? "100.64.3.1" : nil, limit: $0, as: .udp) }
            evidence.uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
            return Verdict(on: evidence).findings.first { $0.severity == .error }
        }
        let known = try #require(try finding([2, 3, 4], expired: 2))
        #expect(known.id == "path.filtered" && known.side == .network, "\(known)")
        #expect(known.summary.contains("192.0.2.1") && known.summary.contains("100.64.3.1"), "\(known.summary)")
        // Datagrams are only sent later if routers report SYNs.
        var evidence = try Self.failed(.refused)
        var trace = Self.trace(.answered, hops: ["192.0.2.1", "100.64.3.1"])
        trace.answeredAt = 3
        evidence.path = Self.path(
            trace, Self.trace(.answered, "198.51.100.1", .icmp, hops: ["192.0.2.1", "100.64.3.1"]))
        evidence.uplink = UplinkAssessmentTests.uplink(
            .nxdomain,
            packets: [
                UplinkAssessmentTests.packet("100.64.3.1", as: .tcp),
                UplinkAssessmentTests.packet(limit: 3, as: .tcp, answer: .reset),
            ])
        #expect(Verdict(on: evidence).findings.first { $0.severity == .error }?.id == "tcp.refused")
        evidence.uplink?.otherPorts = [UplinkAssessmentTests.packet("100.64.9.1", limit: 3, as: .udp)]
        let farther = Verdict(on: evidence).findings.first { $0.severity == .error }
        #expect(farther?.id == "path.filtered" && farther?.facts["router"] == "100.64.3.1", "\(farther as Any)")
        // A router without a route reports a SYN to port 80 alone, as its limit of errors allows.
        evidence.uplink?.otherPorts = []
        let rejection = ICMPError(family: .ipv4, type: 3, code: 0, reporter: Facts.address("100.64.9.1"))
        evidence.uplink?.interception = .init(
            destination: Facts.address("203.0.113.77"), isAccepted: false, error: rejection)
        #expect(Verdict(on: evidence).findings.first { $0.severity == .error }?.id == "path.filtered")
        // No connection of others is reset there, the router is not known, or the port is another one.
        #expect(try finding([], expired: 2)?.id == "tcp.refused")
        #expect(try finding([3, 4], expired: 3)?.id == "tcp.refused")
        #expect(try finding([2, 3, 4], expired: nil)?.id == "tcp.refused")
        #expect(try finding([2, 3, 4], expired: 2, port: 8_443)?.id == "tcp.refused")
    }

    @Test("an address behind the gateway that answers pings with hop limit 1 is the router's own, in this network")
    func routerAddress() throws {
        func finding(_ outcome: TCPEvidence.Outcome, answeredAt limit: Int?) throws -> Finding? {
            var evidence = try Facts.healthy()
            (evidence.tls, evidence.http) = (nil, nil)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(outcome)])
            var echo = Self.trace(.answered, "198.51.100.1", .icmp)
            echo.answeredAt = limit
            evidence.path = Self.path(Self.trace(outcome == .refused ? .answered : .silent), echo)
            return Verdict(on: evidence).findings.first
        }
        for (outcome, cause) in [(TCPEvidence.Outcome.refused, "tcp.refused"), (.timeout, "tcp.timeout")] {
            let own = try finding(outcome, answeredAt: 1)
            #expect(own?.id.rawValue == cause && own?.side == .network, "\(own as Any)")
            #expect(own?.advice.first?.contains("198.51.100.1 is an address of the router 192.0.2.1 itself") == true)
            let other = try finding(outcome, answeredAt: 2)
            #expect(other?.id.rawValue == cause && other?.side != .network, "\(other as Any)")
        }
    }

    @Test("a silent resolver in the Internet is not a dead uplink, if the provider's router answered a moment ago")
    func silentResolver() throws {
        let server = "9.9.9.9"
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout, server: server)], servers: [server])
        evidence.path = Self.path(
            Self.trace(.silent, server, port: 53, .udp), Self.trace(.silent, server, .icmp))
        var uplink = UplinkAssessmentTests.uplink()
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .beyond, server: Facts.address(server))]
        evidence.uplink = uplink
        #expect(Verdict(on: evidence).findings.first?.id == "path.upstream-down")
        var router = UplinkAssessmentTests.packet("100.66.2.1", as: .tcp)
        router.isEarlier = true
        evidence.uplink?.packets = [router]
        #expect(Verdict(on: evidence).findings.first?.id == "dns.server-unreachable")
        // One that responds now shows that the server is not in this network, and the trace that the gateway passes queries.
        evidence.uplink?.packets = [UplinkAssessmentTests.packet("100.66.2.1", as: .tcp)]
        evidence.path?.traces[1].outcome = .answered
        let cases: [([String], Side?)] = [(["192.0.2.1"], nil), (["192.0.2.1", "100.66.2.1"], .upstream)]
        for (hops, side) in cases {
            evidence.path?.traces[0].hops = Self.trace(.silent, hops: hops).hops
            let found = try #require(Verdict(on: evidence).findings.first { $0.severity == .error })
            #expect(found.id == "dns.server-unreachable" && found.side == side, "\(found)")
            let isNamed = found.advice.contains { $0.contains("past 100.66.2.1") }
            #expect(isNamed == (side == .upstream), "\(found.advice)")
        }
        // A closed one was reached; the resolver of the gateway is in this network.
        evidence.dns = Facts.dns([Facts.failure(.closed, server: server)], servers: [server])
        evidence.path = nil
        evidence.uplink?.queries = [UplinkAssessmentTests.query(.closed, at: .beyond, server: Facts.address(server))]
        let closed = try #require(Verdict(on: evidence).findings.first)
        #expect(closed.id == "dns.server-closed" && closed.side == .upstream, "\(closed)")
        evidence.uplink?.packets = [UplinkAssessmentTests.packet()]
        #expect(Verdict(on: evidence).findings.first { $0.id == "dns.server-closed" }?.side == .network)
    }
}
