import Diagnosis
import NetworkModel
import Testing

extension PathVerdictTests {
    private static func hanging(_ sizes: PathEvidence.Sizes...) throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.http = HTTPEvidence(url: "https://www.example/", outcome: .noAnswer)
        evidence.path = PathEvidence()
        evidence.path?.sizes = sizes
        return evidence
    }

    @Test("packet sizes that vanish beyond the gateway are attributed to the path, before it to the link")
    func sizes() throws {
        let narrow = PathEvidence.Sizes(address: Self.target, answered: [576, 1_400], silent: [1_401, 1_500])
        let wide = PathEvidence.Sizes(address: Self.gateway, answered: [576, 1_400, 1_500])
        let path = try #require(Verdict(on: try Self.hanging(narrow, wide)).findings.first)
        #expect(path.id == "path.mtu" && path.severity == .error && path.summary.contains("1400"))
        #expect(path.advice.contains { $0.hasSuffix(": ip link set dev eth0 mtu 1400") }, "\(path.advice)")
        var near = narrow
        near.address = Self.gateway
        let link = try #require(Verdict(on: try Self.hanging(narrow, near)).findings.first)
        #expect(link.id == "link.mtu-mismatch" && link.severity == .error && link.layer == .link)
        #expect(link.summary.contains("1400") && link.summary.contains("1500") && link.summary.contains("eth0"))
        // Larger packets, such as those that were just sent to find out, are dropped because of that.
        for (losses, isNamed) in [
            (LinkLosses(period: .seconds(1), packets: 300, transmitDrops: 146), false),
            (LinkLosses(period: .seconds(1), packets: 300, transmitErrors: 100, transmitDrops: 146), true),
        ] {
            var evidence = try Self.hanging(narrow, near)
            evidence.link?.carriers[0].losses = losses
            let ids = Verdict(on: evidence).findings.map(\.id)
            #expect(ids.contains("link.errors") == isNamed && ids.contains("link.mtu-mismatch"), "\(ids)")
        }
    }

    @Test("packets that are lost whatever their size do not indicate a narrow path")
    func lossySizes() throws {
        let lossy = PathEvidence.Sizes(
            address: Self.target, answered: [576, 1_400, 1_499], silent: [1_280, 1_420, 1_500])
        let found = Verdict(on: try Self.hanging(lossy)).findings
        #expect(found.map(\.id) == ["http.no-answer"], "\(found)")
    }

    @Test("sizes that a host answers at random, since it limits its replies, do not indicate a narrow path")
    func limitedSizes() throws {
        var sizes = PathEvidence.Sizes(address: Self.target, answered: [576, 1_400, 1_485], silent: [1_492, 1_500])
        #expect(Verdict(on: try Self.hanging(sizes)).findings.first?.id == "path.mtu")
        sizes.isDoubtful = true
        #expect(sizes.blackHole == nil)
        #expect(Verdict(on: try Self.hanging(sizes)).findings.map(\.id) == ["http.no-answer"])
        var near = sizes
        near.address = Self.gateway
        #expect(Verdict(on: try Self.hanging(near)).findings.map(\.id) == ["http.no-answer"])
    }

    @Test("a host that drops large pings, but sends a page in larger packets, is not behind a narrow path")
    func filteredPings() throws {
        var evidence = try Self.hanging(.init(address: Self.target, answered: [576], silent: [577, 1_500]))
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "path.mtu")
        // With a smaller MTU than 1280, the interface would lose IPv6.
        let route = "ip route replace 198.51.100.1 via 192.0.2.1 dev eth0 mtu 576"
        #expect(found.advice.contains { $0.hasSuffix(route) }, "\(found.advice)")
        #expect(!found.advice.contains { $0.contains("ip link set") })
        evidence.http = HTTPEvidence(url: "https://www.example/", outcome: .response, status: 200, bodyBytes: 3_014)
        #expect(Verdict(on: evidence).findings.isEmpty)
        // A page that needed repetitions, or is smaller, proves nothing.
        evidence.http?.bodyBytes = 200
        #expect(Verdict(on: evidence).findings.first?.id == "path.mtu")
        evidence.http?.bodyBytes = 3_014
        evidence.http?.isRepeated = true
        #expect(Verdict(on: evidence).findings.first?.id == "path.mtu")
        evidence.http?.isRepeated = nil
        evidence.path?.sizes = [.init(address: Self.target, answered: [576, 1_400], silent: [1_401, 1_500])]
        #expect(Verdict(on: evidence).findings.first?.id == "path.mtu")
    }

    @Test("packet size is not blamed if routers report theirs, if all sizes pass, or if none does")
    func innocentSizes() throws {
        let told = PathEvidence.Sizes(
            address: Self.target, answered: [576, 1_400], silent: [1_500],
            tooBig: ICMPError(family: .ipv4, type: 3, code: 4, reporter: Self.gateway, mtu: 1_400))
        let wide = PathEvidence.Sizes(address: Self.target, answered: [576, 1_500])
        let mute = PathEvidence.Sizes(address: Self.target, silent: [576, 1_500])
        for sizes in [told, wide, mute] {
            #expect(Verdict(on: try Self.hanging(sizes)).findings.first?.id == "http.no-answer")
        }
    }

    @Test("a handshake that continues in small segments shows that larger ones vanish")
    func smallSegments() throws {
        var evidence = try Self.hanging()
        evidence.http = nil
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .timeout)
        #expect(Verdict(on: evidence).findings.first?.id == "tls.handshake-timeout")
        evidence.path?.smallSegments = .init(address: Self.target, port: 443, size: 500, isAnswered: true)
        #expect(Verdict(on: evidence).findings.first?.id == "path.mtu")
        // The limit is anywhere between two sizes that were tried, which is only said if they are far apart.
        evidence.path?.smallSegments?.silent = 1_240
        var summary = try #require(Verdict(on: evidence).findings.first?.summary)
        #expect(summary.contains("up to 540 bytes") && summary.contains("those of 1280 bytes or more"), "\(summary)")
        evidence.path?.smallSegments?.size = 1_360
        evidence.path?.smallSegments?.silent = 1_380
        summary = try #require(Verdict(on: evidence).findings.first?.summary)
        #expect(summary.contains("up to 1400 bytes") && summary.contains("larger ones"), "\(summary)")
        evidence.path?.smallSegments?.isAnswered = false
        #expect(Verdict(on: evidence).findings.first?.id == "tls.handshake-timeout")
        // If full-sized packets pass, the server may only have been slow, unless those that it sends vanish.
        evidence.path?.sizes = [.init(address: Self.target, answered: [576, 1_400, 1_500])]
        evidence.path?.smallSegments = .init(address: Self.target, port: 443, size: 1_452, isAnswered: true)
        #expect(Verdict(on: evidence).findings.first?.id == "tls.handshake-timeout")
        evidence.path?.smallSegments?.size = 1_360
        evidence.path?.smallSegments?.silent = 1_380
        #expect(Verdict(on: evidence).findings.first?.id == "path.mtu")
    }

    @Test("a page that arrives in small segments, after a router reported a smaller MTU, shows that larger ones vanish")
    func pageInSmallSegments() throws {
        let told = PathEvidence.Sizes(
            address: Self.target, answered: [576, 1_400], silent: [1_500],
            tooBig: ICMPError(family: .ipv4, type: 3, code: 4, reporter: Self.gateway, mtu: 1_400))
        var evidence = try Self.hanging(told)
        let peer = SocketAddress(Self.target, port: 443)
        #expect(Verdict(on: evidence).followUps.contains(.path(.pageInSmallSegments(peer))))
        evidence.path?.smallSegments = .init(address: Self.target, port: peer.port, size: 500, isAnswered: false)
        #expect(Verdict(on: evidence).findings.first?.id == "http.no-answer")
        evidence.path?.smallSegments?.isAnswered = true
        #expect(Verdict(on: evidence).findings.first?.id == "path.mtu")
        // If there is no evidence of a smaller MTU, the server may have needed the time.
        evidence.path?.sizes = []
        #expect(Verdict(on: evidence).findings.first?.id == "http.no-answer")
    }

    @Test("without permission to ping, a page that arrives in small segments alone shows that larger packets vanish")
    func pageWithoutPings() throws {
        var evidence = try Self.hanging()
        let peer = SocketAddress(Self.target, port: 443)
        #expect(!Verdict(on: evidence).followUps.contains(.path(.pageInSmallSegments(peer))))
        evidence.gateway?.hops[0].echo?.outcome = .notPermitted
        #expect(Verdict(on: evidence).followUps.contains(.path(.pageInSmallSegments(peer))))
        evidence.path?.smallSegments = .init(address: Self.target, port: 443, size: 1_452, isAnswered: false)
        #expect(Verdict(on: evidence).findings.first?.id == "http.no-answer")
        evidence.path?.smallSegments?.isAnswered = true
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "path.mtu" && found.summary.contains("1492"), "\(found.summary)")
    }

    @Test("if a host replies to no pings, a page that arrives in small segments alone shows that larger packets vanish")
    func pageOfMuteHost() throws {
        var evidence = try Self.hanging(.init(address: Self.target, silent: [576, 1_400, 1_500]))
        let peer = SocketAddress(Self.target, port: 443)
        #expect(Verdict(on: evidence).followUps.contains(.path(.pageInSmallSegments(peer))))
        #expect(Verdict(on: evidence).findings.first?.id == "http.no-answer")
        evidence.path?.smallSegments = .init(address: Self.target, port: 443, size: 1_360, isAnswered: true)
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "path.mtu" && found.severity == .error && found.summary.contains("1400"), "\(found)")
        evidence.path?.smallSegments?.isAnswered = false
        #expect(Verdict(on: evidence).findings.first?.id == "http.no-answer")
        // A host that replies to full-sized packets needs no page.
        evidence.path?.sizes = [.init(address: Self.target, answered: [576, 1_400, 1_500])]
        #expect(!Verdict(on: evidence).followUps.contains(.path(.pageInSmallSegments(peer))))
    }

    @Test("a burst with more loss than single packets is a warning")
    func burst() throws {
        var evidence = try Facts.healthy()
        func verdict(received: Int, longest: Duration) -> Verdict {
            evidence.path = PathEvidence()
            evidence.path?.burst = .init(
                address: Self.target, calm: .init(sent: 4, received: 4, longest: .milliseconds(20)),
                burst: .init(sent: 20, received: received, longest: longest))
            return Verdict(on: evidence)
        }
        #expect(verdict(received: 20, longest: .milliseconds(60)).findings.isEmpty)
        #expect(verdict(received: 14, longest: .milliseconds(90)).findings.first?.id == "path.rate-limited")
        #expect(verdict(received: 20, longest: .milliseconds(400)).findings.first?.id == "path.rate-limited")
        #expect(verdict(received: 14, longest: .milliseconds(90)).status == .connectionUp)
        // A queue delays packets before it drops them, and a policer drops those of TCP as well.
        for received in [0, 1, 5, 14] {
            #expect(verdict(received: received, longest: .milliseconds(21)).findings.isEmpty, "\(received)")
        }
        evidence.tcp?.attempts[0].packets = .init(sent: 9, repeated: 2)
        #expect(verdict(received: 14, longest: .milliseconds(21)).findings.first?.id == "path.rate-limited")
        #expect(verdict(received: 14, longest: .milliseconds(21)).findings.count == 1)
        evidence.path?.burst?.calm.longest = Milliseconds(.microseconds(30))
        let near = try #require(Verdict(on: evidence).findings.first)
        #expect(near.summary.contains("takes 0.03 ms") && near.summary.contains("takes 21 ms"), "\(near.summary)")
    }

    @Test("large packets to the host of a slow page wait for the burst, and are not sent if it meets a queue")
    func burstBeforeSizes() throws {
        var evidence = try Facts.healthy()
        evidence.terms.depth = .thorough
        evidence.http?.phases = .init(
            resolve: .milliseconds(2), connect: .milliseconds(2), request: .zero, firstByte: .milliseconds(9),
            body: .milliseconds(4_000))
        let (sizes, burst) = (FollowUp.path(.sizes(Self.target)), FollowUp.path(.burst(Self.target)))
        let first = Verdict(on: evidence).followUps
        #expect(first.contains(burst) && !first.contains(sizes))
        evidence.path = PathEvidence()
        for (received, areSizesTried) in [(20, true), (8, false)] {
            evidence.path?.burst = .init(
                address: Self.target, calm: .init(sent: 4, received: 4, longest: .milliseconds(20)),
                burst: .init(sent: 20, received: received, longest: .milliseconds(90)))
            #expect(Verdict(on: evidence).followUps.contains(sizes) == areSizesTried, "\(received)")
        }
    }

    @Test("the queue that a burst causes does not make the gateway slow")
    func queue() throws {
        var evidence = try Facts.healthy()
        var series = EchoEvidence(
            address: Facts.address("192.0.2.1"), outcome: .reply, sent: 5, received: 5, roundTrip: .milliseconds(541))
        series.medianRoundTrip = Milliseconds(.milliseconds(541))
        evidence.gateway?.hops[0].series = series
        func causes(calm: Duration) -> [CauseID] {
            evidence.path = PathEvidence()
            evidence.path?.burst = .init(
                address: Self.target, calm: .init(sent: 4, received: 4, longest: calm),
                burst: .init(sent: 20, received: 8, longest: .milliseconds(900)))
            return Verdict(on: evidence).findings.map(\.id)
        }
        #expect(causes(calm: .milliseconds(20)) == ["path.rate-limited"])
        #expect(causes(calm: .milliseconds(520)).first == "gateway.slow")
    }

    @Test("connections that end at a nearer hop than pings are dropped on the path")
    func dropped() throws {
        var evidence = try Self.failed(.timeout)
        // The resolver beyond the gateway answers.
        evidence.dns = Facts.dns(
            answers: [
                .init(
                    address: Self.target, source: .dns, server: "203.0.113.53", ttl: 60, duration: .milliseconds(2))
            ], servers: ["203.0.113.53"])
        let echo = PathDestination(Self.target, .icmp)
        #expect(Verdict(on: evidence).followUps.contains(.path(.trace(echo))))
        func hops(_ count: Int) -> [String?] { (1...count).map { "10.0.\($0).1" } }
        evidence.path = Self.path(
            Self.trace(.silent, hops: hops(2)), Self.trace(.answered, "198.51.100.1", .icmp, hops: hops(4)))
        let cause = Verdict(on: evidence).findings.first
        #expect(cause?.id == "path.dropped" && cause?.facts["router"] == "10.0.2.1", "\(cause as Any)")
        #expect(cause?.facts["next"] == "10.0.3.1" && cause?.side == .upstream)
        evidence.path = Self.path(
            Self.trace(.silent, hops: hops(1)), Self.trace(.silent, "198.51.100.1", .icmp, hops: hops(3)))
        #expect(Verdict(on: evidence).findings.first?.side == .network)
        // A host that drops connections itself; a router that reports seldom; several paths.
        for (first, second) in [(hops(4), hops(4)), (hops(2), hops(3)), (["10.9.9.9"], hops(4))] {
            evidence.path = Self.path(
                Self.trace(.silent, hops: first), Self.trace(.answered, "198.51.100.1", .icmp, hops: second))
            let verdict = Verdict(on: evidence)
            #expect(verdict.findings.first?.id == "tcp.timeout")
            // While a single router decides, more SYNs are sent to it, and neither side is blamed.
            let isOpen = second.count == 3
            let asked = PathFollowUp.hop(PathDestination(Self.target, port: 443, .tcp), limit: 3)
            #expect(verdict.followUps.contains(.path(asked)) == isOpen)
            #expect(verdict.findings.first?.side == (isOpen ? .upstream : .remote))
            guard isOpen else { continue }
            evidence.path?.traces[0].silentAt = 3
            let dropped = Verdict(on: evidence).findings.first
            #expect(dropped?.id == "path.dropped" && dropped?.facts["next"] == "10.0.3.1", "\(dropped as Any)")
        }
        // One router is enough if SYNs to nobody end there as well.
        for (router, id) in [("10.0.2.1", "path.dropped"), ("10.0.9.1", "tcp.timeout")] as [(String, CauseID)] {
            evidence.uplink = UplinkAssessmentTests.uplink(
                .nxdomain,
                packets: [
                    UplinkAssessmentTests.packet(router, as: .tcp), UplinkAssessmentTests.packet(limit: 3, as: .tcp),
                    UplinkAssessmentTests.packet(router), UplinkAssessmentTests.packet("10.0.3.1", limit: 3),
                ])
            evidence.path = Self.path(
                Self.trace(.silent, hops: hops(2)), Self.trace(.answered, "198.51.100.1", .icmp, hops: hops(3)))
            #expect(Verdict(on: evidence).findings.first?.id == id, "\(router)")
        }
    }

    @Test("that many providers drop a port is said of the ports of mail transfer and file sharing alone")
    func filteredPorts() throws {
        for (port, isFiltered) in [(25, true), (445, true), (443, false)] as [(UInt16, Bool)] {
            var evidence = try Self.failed(.timeout)
            evidence.tcp?.attempts[0].port = port
            let finding = Verdict(on: evidence).findings.first
            #expect(finding?.id == "tcp.timeout")
            #expect(finding?.advice.contains { $0.contains("Internet providers drop") } == isFiltered)
        }
    }
}

extension PathVerdictTests {
    @Test("an address that is silent after its connection, behind a narrow path of its family alone, is not to blame")
    func narrowFamily() throws {
        let other = Facts.address("2001:db8:9::1")
        var evidence = try Facts.healthy()
        evidence.address?.usable.append(Facts.sixthSource)
        evidence.gateway?.hops.append(Facts.hop(gateway: "fe80::1%eth0"))
        var mute = Facts.attempt(.connected, "2001:db8:9::1")
        mute.failure = .init(cause: "tls.handshake-timeout")
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected), mute])
        // It is asked only about the address that became silent.
        let asked = Verdict(on: evidence)
        #expect(asked.findings.map(\.id) == ["tcp.some-addresses-dead"])
        #expect(asked.followUps.contains(.path(.sizes(other))), "\(asked.followUps)")
        evidence.path = PathEvidence()
        evidence.path?.sizes = [.init(address: other, answered: [576, 1_300], silent: [1_301, 1_500])]
        let found = Verdict(on: evidence)
        #expect(found.findings.map(\.id) == ["path.mtu"] && found.status == .connectionUp, "\(found.findings)")
        let finding = try #require(found.findings.first)
        #expect(finding.severity == .warning && finding.summary.contains("1300 bytes to or from 2001:db8:9::1"))
        #expect(finding.advice.contains { $0.hasSuffix(": ip link set dev eth0 mtu 1300") }, "\(finding.advice)")
        // The server itself is silent.
        evidence.path?.sizes = [.init(address: other, answered: [576, 1_300, 1_500])]
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.some-addresses-dead"])
        // One that answers with an error is not silent.
        evidence.path = nil
        evidence.tcp?.attempts[1].failure = .init(cause: "http.gateway-error", status: 503)
        #expect(!Verdict(on: evidence).followUps.contains(.path(.sizes(other))))
    }
}
