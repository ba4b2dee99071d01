import NetworkModel
import Testing

@testable import Diagnosis
@testable import TargetKinds

@Suite("Signs of packet loss, and the follow-up packets that measure it")
struct LossRuleTests {
    private static let target = Facts.address("198.51.100.1")
    private static let server = "192.0.2.53"

    private func questions(_ evidence: Evidence) -> [FollowUp] { Verdict(on: evidence).followUps }

    private func ids(_ evidence: Evidence) -> [String] {
        Verdict(on: evidence).findings.map { "\($0.severity.rawValue) \($0.id)" }
    }

    private func echoes(_ received: Int, to text: String = "198.51.100.1") -> EchoEvidence {
        EchoEvidence(
            address: Facts.address(text), outcome: received > 0 ? .reply : .timeout, sent: 20, received: received)
    }

    /// A port that was connected to, of a host beyond the gateway.
    private func port(_ packets: TCPEvidence.Packets?) throws -> Evidence {
        var evidence = try Facts.healthy("tcp://198.51.100.1:443")
        (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.tcp?.attempts[0].packets = packets
        return evidence
    }

    @Test("retransmitted or missing packets lead to pings of the target and of the gateway")
    func signs() throws {
        #expect(questions(try port(nil)).isEmpty)
        for packets in [
            TCPEvidence.Packets(sent: 5, repeated: 1), .init(sent: 5, repeated: 0, outOfOrder: 2),
        ] {
            let asked = questions(try port(packets))
            #expect(asked.contains(.path(.losses(Self.target))))
            #expect(asked.contains(.link(.series(gateway: Facts.address("192.0.2.1")))))
        }
    }

    @Test("pings decide, and loss on the way to the gateway does not count beyond it")
    func pings() throws {
        var evidence = try port(.init(sent: 5, repeated: 1))
        #expect(ids(evidence) == [])
        for (received, isLoss) in [(20, false), (19, false), (18, true), (8, true), (0, false)] {
            evidence.path = PathEvidence()
            evidence.path?.echoes = echoes(received)
            #expect(ids(evidence) == (isLoss ? ["warning path.loss"] : []), "\(received)")
            #expect(Verdict(on: evidence).status == .connectionUp)
        }
        evidence.path?.echoes = echoes(12)
        #expect(Verdict(on: evidence).findings.first?.summary == "8 of 20 pings to 198.51.100.1 are lost")
        evidence.gateway?.hops[0].series = echoes(11, to: "192.0.2.1")
        #expect(ids(evidence) == ["warning gateway.loss"])
        // A gateway that answers a few pings less does not explain it.
        evidence.path?.echoes = echoes(10)
        evidence.gateway?.hops[0].series = echoes(17, to: "192.0.2.1")
        #expect(ids(evidence) == ["warning gateway.loss", "warning path.loss"])
    }

    @Test("a link that loses a quarter of the packets is to blame, however they are divided by chance")
    func divided() throws {
        var evidence = try port(.init(sent: 5, repeated: 1))
        evidence.path = PathEvidence()
        // The lost ones of 20 pings each: to the gateway, and to the target.
        for (near, far, ids) in [
            (2, 4, ["warning gateway.loss"]), (2, 6, ["warning gateway.loss"]), (3, 7, ["warning gateway.loss"]),
            (0, 4, ["warning path.loss"]), (1, 4, ["warning path.loss"]), (2, 8, ["warning path.loss"]),
            (2, 1, []),
        ] {
            evidence.gateway?.hops[0].series = echoes(20 - near, to: "192.0.2.1")
            evidence.path?.echoes = echoes(20 - far)
            #expect(self.ids(evidence) == ids, "\(near) \(far)")
        }
    }

    @Test("after a check that found loss, pings alone decide, also about a host that answers no SYN")
    func known() throws {
        var evidence = try port(nil)
        evidence.path = PathEvidence()
        evidence.path?.isLossKnown = true
        #expect(questions(evidence).contains(.path(.losses(Self.target))))
        #expect(!evidence.hasSignOfLoss)
        for (received, isLoss) in [(20, false), (19, false), (10, true)] {
            evidence.path?.echoes = echoes(received)
            #expect(ids(evidence) == (isLoss ? ["warning path.loss"] : []), "\(received)")
        }
        var silent = try PathVerdictTests.failed(.timeout)
        silent.path = PathVerdictTests.path(
            PathVerdictTests.trace(.silent, hops: ["192.0.2.1", "10.0.1.1"]),
            PathVerdictTests.trace(
                .answered, "198.51.100.1", .icmp, hops: ["192.0.2.1", "10.0.1.1", "10.0.2.1", "10.0.3.1"]))
        for (isKnown, received, cause) in [
            (true, 10, "error path.loss"), (true, 17, "error path.dropped"), (nil, 10, "error path.dropped"),
        ] as [(Bool?, Int, String)] {
            silent.path?.isLossKnown = isKnown
            silent.path?.echoes = echoes(received)
            #expect(ids(silent).first == cause)
        }
    }

    @Test("a page that hangs on a path which loses a third of the packets says nothing about the server")
    func hanging() throws {
        func cause(_ received: Int, hasLost: Bool = true) throws -> String? {
            var evidence = try Facts.healthy()
            evidence.tcp?.attempts[0].packets = .init(sent: 9, repeated: hasLost ? 3 : 0)
            evidence.http = HTTPEvidence(url: "https://www.example/", outcome: .noAnswer, status: nil, detail: nil)
            evidence.path = PathEvidence()
            evidence.path?.echoes = echoes(received)
            return ids(evidence).first
        }
        #expect(try cause(9) == "error path.loss")
        #expect(try cause(18) == "error http.no-answer")
        // A host may limit its replies to pings.
        #expect(try cause(9, hasLost: false) == "error http.no-answer")
    }

    @Test("if a server acknowledges SYNs only, all packets after the handshake are lost")
    func afterHandshake() throws {
        func evidence(unacknowledged: Bool?, repeated: Int = 5) throws -> Evidence {
            var evidence = try Facts.healthy()
            evidence.http = HTTPEvidence(url: "https://www.example/", outcome: .noAnswer)
            evidence.tcp?.attempts[0].packets = .init(sent: 9, repeated: repeated)
            evidence.tcp?.attempts[0].packets?.isUnacknowledged = unacknowledged
            return evidence
        }
        let probe = FollowUp.path(.packet(PathDestination(Self.target, port: 443, .tcp)))
        #expect(questions(try evidence(unacknowledged: true)).contains(probe))
        #expect(!questions(try evidence(unacknowledged: nil)).contains(probe))
        #expect(!questions(try evidence(unacknowledged: true, repeated: 2)).contains(probe))
        for (outcome, cause) in [
            (PathEvidence.Trace.Outcome.answered, "error path.loss"), (.silent, "error http.no-answer"),
        ] {
            var evidence = try evidence(unacknowledged: true)
            evidence.path = PathEvidence()
            evidence.path?.echoes = echoes(20)
            evidence.path?.traces = [.init(address: Self.target, port: 443, transport: .tcp, outcome: outcome)]
            #expect(ids(evidence).first == cause, "\(outcome)")
            guard outcome == .answered else { continue }
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.summary == "6 of 6 packets after the handshake to 198.51.100.1 are lost")
            #expect(found.advice.first?.contains("-p 443") == true && found.side == nil)
            evidence.tcp?.attempts[0].packets?.isUnacknowledged = nil
            #expect(ids(evidence).first == "error http.no-answer")
        }
    }

    @Test("large packets wait for the pings, which their queue would delay or drop, and a burst for the large packets")
    func burst() throws {
        let (sizes, burst) = (FollowUp.path(.sizes(Self.target)), FollowUp.path(.burst(Self.target)))
        var evidence = try port(.init(sent: 5, repeated: 1))
        evidence.terms.depth = .thorough
        #expect(!questions(evidence).contains(sizes) && !questions(evidence).contains(burst))
        evidence.path = PathEvidence()
        evidence.path?.echoes = echoes(20)
        #expect(questions(evidence).contains(sizes) && !questions(evidence).contains(burst))
        evidence.path?.sizes = [.init(address: Self.target, answered: [576, 1_500])]
        #expect(questions(evidence).contains(burst))
    }

    @Test("pings that meet the queue which a burst of the check has filled are not lost by the path")
    func queueOfBurst() throws {
        for (calm, burst, isLost) in [(4, 0, false), (4, 5, false), (4, 12, true), (2, 0, true)] {
            var evidence = try port(.init(sent: 5, repeated: 1))
            evidence.path = PathEvidence()
            evidence.path?.echoes = echoes(1)
            #expect(ids(evidence) == ["warning path.loss"])
            evidence.path?.burst = .init(
                address: Self.target, calm: .init(sent: 4, received: calm, longest: .milliseconds(9)),
                burst: .init(sent: 20, received: burst, longest: .milliseconds(9)))
            #expect(ids(evidence).contains("warning path.loss") == isLost, "\(calm) \(burst)")
        }
    }

    @Test("requests that are lost one by one as well as in a burst are lost packets")
    func lossyBurst() throws {
        for (calm, burst, ids) in [
            (3, 6, ["warning path.loss"]), (0, 13, ["warning path.loss"]), (4, 6, []),
            (3, 20, []), (0, 0, []),
        ] {
            var evidence = try port(nil)
            evidence.path = PathEvidence()
            evidence.path?.burst = .init(
                address: Self.target, calm: .init(sent: 4, received: calm, longest: .milliseconds(9)),
                burst: .init(sent: 20, received: burst, longest: .milliseconds(9)))
            #expect(self.ids(evidence) == ids, "\(calm) \(burst)")
            if ids.contains("warning path.loss") {
                let lost = 24 - calm - burst
                let summary = Verdict(on: evidence).findings.first?.summary
                #expect(summary == "\(lost) of 24 pings to 198.51.100.1 are lost")
            }
            evidence.ownDelay = .milliseconds(400)
            #expect(self.ids(evidence).isEmpty)
        }
    }

    @Test("a host that answers only the first requests of a burst limits its replies")
    func limitedBurst() throws {
        // The number of replies, and of those to the first requests.
        for (burst, leading, ids) in [
            (6, 6, []), (6, 2, ["warning path.loss"]), (1, 0, []), (5, 1, []), (13, 13, []),
            (13, 0, ["warning path.loss"]),
        ] {
            var evidence = try port(nil)
            evidence.path = PathEvidence()
            evidence.path?.burst = .init(
                address: Self.target, calm: .init(sent: 4, received: 3, longest: .milliseconds(9)),
                burst: .init(sent: 20, received: burst, longest: .milliseconds(9)))
            evidence.path?.burst?.burst.leading = leading
            #expect(self.ids(evidence) == ids, "\(burst) \(leading)")
        }
    }

    @Test("retransmissions of a busy process do not count as loss, but later measurements do")
    func busy() throws {
        var evidence = try port(.init(sent: 9, repeated: 3))
        evidence.path = PathEvidence()
        evidence.path?.echoes = echoes(0)
        evidence.ownDelay = .milliseconds(400)
        #expect(ids(evidence) == [])
        evidence.path?.echoes = echoes(10)
        #expect(ids(evidence) == ["warning path.loss"])
    }

    @Test("if a host does not answer pings, three lost packets count as loss")
    func withoutPings() throws {
        for (packets, isLoss) in [
            (TCPEvidence.Packets(sent: 9, repeated: 2), false), (.init(sent: 9, repeated: 3), true),
            // The peer says that it had them already.
            (.init(sent: 9, repeated: 4, duplicates: 2), false), (.init(sent: 9, repeated: 0, outOfOrder: 5), false),
        ] {
            var evidence = try port(packets)
            evidence.path = PathEvidence()
            evidence.path?.echoes = echoes(0)
            #expect(ids(evidence) == (isLoss ? ["warning path.loss"] : []), "\(packets)")
            // Its pings, where it answers any, say more.
            evidence.path?.echoes = echoes(20)
            #expect(ids(evidence) == [])
        }
        var evidence = try port(.init(sent: 9, repeated: 3))
        evidence.path = PathEvidence()
        evidence.path?.echoes = echoes(0)
        #expect(Verdict(on: evidence).findings.first?.summary == "3 of 9 packets to 198.51.100.1 are lost")
    }

    @Test("a target on this machine has no packet loss on a path")
    func ownTarget() throws {
        var evidence = try port(.init(sent: 5, repeated: 1))
        evidence.link = LinkEvidence(carriers: [Facts.loopback], others: [])
        evidence.gateway = GatewayEvidence(hops: [], isOnLink: true)
        #expect(!questions(evidence).contains(.path(.losses(Self.target))))
    }

    @Test("loss to a host on the link is measured as well")
    func onLink() throws {
        var evidence = try port(.init(sent: 5, repeated: 1))
        evidence.tcp?.attempts[0].address = Facts.address("192.0.2.9")
        evidence.gateway = GatewayEvidence(hops: [.init(route: Facts.onLink)], isOnLink: true)
        #expect(questions(evidence).contains(.path(.losses(Facts.address("192.0.2.9")))))
    }

    @Test("a repeated datagram leads to pings, and two repeated ones count without them")
    func datagrams() throws {
        func evidence(sent: Int, strays: Int = 0, took: Double = 3) throws -> Evidence {
            var evidence = try Facts.healthy("udp://198.51.100.1:5000")
            (evidence.dns, evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil, nil)
            var exchange = DatagramEvidence(SocketAddress(Self.target, port: 5_000), outcome: .answered)
            (exchange.sent, exchange.strays) = (sent, strays)
            exchange.roundTrip = Milliseconds(.milliseconds(took))
            evidence.observed[UDPEvidence.self] = UDPEvidence(exchange: exchange)
            return evidence
        }
        #expect(questions(try evidence(sent: 1)).isEmpty)
        #expect(questions(try evidence(sent: 2)).contains(.path(.losses(Self.target))))
        // What came late is not a response to a repetition.
        #expect(!questions(try evidence(sent: 2, strays: 1)).contains(.path(.losses(Self.target))))
        for (sent, took, isLoss) in [(2, 3.0, false), (3, 3.0, true), (3, 700.0, false)] {
            var evidence = try evidence(sent: sent, took: took)
            evidence.path = PathEvidence()
            evidence.path?.echoes = echoes(0)
            #expect(ids(evidence) == (isLoss ? ["warning path.loss"] : []), "\(sent) \(took)")
            evidence.path?.echoes = echoes(10)
            #expect(ids(evidence) == ["warning path.loss"])
        }
    }

    // MARK: DNS

    private func page(repeated: Bool) throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.dns?.resolution.answers[0].isRepeated = repeated ? true : nil
        return evidence
    }

    private func trial(lost: Int, took: Double = 3) -> [DNSEvidence.FollowUp] {
        (0..<ResponseLossTrial.size).map { index in
            DNSEvidence.FollowUp(
                .control, name: "abcdefghijklmnopqrst.www.example", type: "A", server: Self.server,
                failure: index < lost ? .timeout : .nxdomain, duration: .milliseconds(index < lost ? 1_000 : took))
        }
    }

    @Test("an answer to a repeated query leads to ten more queries, of which two unanswered ones are a warning")
    func repeatedQuery() throws {
        let losses = FollowUp.names(.losses(name: "www.example", server: Self.server))
        #expect(questions(try page(repeated: false)).isEmpty)
        #expect(questions(try page(repeated: true)).contains(losses))
        #expect(ids(try page(repeated: true)) == [])
        for (lost, isLoss) in [(0, false), (1, false), (2, true), (3, true), (9, true), (10, false)] {
            var evidence = try page(repeated: true)
            evidence.dns?.followUps = trial(lost: lost)
            #expect(ids(evidence) == (isLoss ? ["warning dns.loss"] : []), "\(lost)")
            #expect(Verdict(on: evidence).status == .connectionUp)
        }
        var evidence = try page(repeated: true)
        evidence.dns?.followUps = trial(lost: 3)
        let summary = Verdict(on: evidence).findings.first?.summary ?? ""
        #expect(summary.hasPrefix("3 of 10 queries to the DNS server 192.0.2.53 were not answered"))
        // A server that takes long for some may take longer for the others.
        evidence.dns?.followUps = trial(lost: 3, took: 800)
        #expect(ids(evidence) == [])
        evidence.dns?.followUps = trial(lost: 3)
        evidence.gateway?.hops[0].series = echoes(12, to: "192.0.2.1")
        #expect(ids(evidence) == ["warning gateway.loss"])
    }

    @Test(
        "programs that waited although the server had answered at once lead to ten queries, unless the server is on this machine"
    )
    func waitingPrograms() throws {
        let losses = FollowUp.names(.losses(name: "www.example", server: Self.server))
        var evidence = try page(repeated: false)
        evidence.dns?.resolution.system = SystemLookup(
            addresses: [Self.target], failure: nil, duration: .milliseconds(1_020))
        #expect(questions(evidence).contains(losses))
        evidence.dns?.resolution.system?.duration = Milliseconds(.milliseconds(40))
        #expect(!questions(evidence).contains(losses))
        evidence = try page(repeated: true)
        evidence.dns?.resolution.answers[0].server = "127.0.0.53"
        #expect(!questions(evidence).contains { if case .names(.losses) = $0 { true } else { false } })
    }

    @Test("loss is measured for a target that is a DNS server, as for the server of a name")
    func dnsTarget() throws {
        var evidence = try Facts.healthy("dns://192.0.2.53/www.example")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns?.resolution.answers[0].isRepeated = true
        #expect(questions(evidence).contains(.names(.losses(name: "www.example", server: Self.server))))
        evidence.dns?.followUps = trial(lost: 4)
        #expect(ids(evidence) == ["warning dns.loss"])
    }

    @Test("a record type that was answered the second time leads to ten queries")
    func lateType() throws {
        var evidence = try page(repeated: false)
        var silent = Facts.failure(.timeout, type: "AAAA")
        silent.duration = Milliseconds(.seconds(1))
        evidence.dns?.resolution.failures = [silent]
        let losses = FollowUp.names(.losses(name: "www.example", server: Self.server))
        let again = DNSVerdictTests.followUp(.again, type: "AAAA", failure: .noData)
        evidence.dns?.followUps = [again]
        #expect(questions(evidence).contains(losses))
        evidence.dns?.followUps = [again] + trial(lost: 2)
        #expect(ids(evidence) == ["warning dns.loss"])
    }

    @Test("an address that the server has, but whose answer was lost each time, is not a missing address")
    func lostAddress() throws {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout), Facts.failure(.noData, type: "AAAA")])
        #expect(questions(evidence).contains(.names(.losses(name: "www.example", server: Self.server))))
        let again = DNSVerdictTests.followUp(.again, type: "A", ["198.51.100.1"])
        evidence.dns?.followUps = [again]
        #expect(ids(evidence) == ["error dns.server-unreachable"])
        evidence.dns?.followUps = [again] + trial(lost: 3)
        #expect(ids(evidence) == ["error dns.loss"])
        evidence.dns?.followUps = [DNSVerdictTests.followUp(.again, failure: .timeout)] + trial(lost: 3)
        #expect(ids(evidence) == ["error dns.loss"])
    }

    @Test("an alias to a name without an address is reported as such")
    func aliasWithoutAddress() throws {
        var evidence = try Facts.healthy()
        var failure = Facts.failure(.noData)
        failure.aliases = ["a.example", "text.example"]
        evidence.dns = Facts.dns([failure])
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns?.followUps = [DNSVerdictTests.followUp(.end, "text.example", failure: .noData)]
        let found = Verdict(on: evidence).findings.first
        #expect(found?.id == "dns.no-address")
        #expect(
            found?.summary.contains(
                "it is an alias of text.example, which has none (www.example → a.example → text.example)") == true)
    }
}
