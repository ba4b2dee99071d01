import Diagnosis
import NetworkModel
import Testing

@Suite("Verdicts on the path")
struct PathVerdictTests {
    static let target = Facts.address("198.51.100.1")
    static let gateway = Facts.address("192.0.2.1")

    /// A check of a port behind a responding gateway, with the given outcome of its SYN.
    static func failed(_ outcome: TCPEvidence.Outcome) throws -> Evidence {
        var evidence = try Facts.healthy("tcp://198.51.100.1:443")
        (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(outcome)])
        return evidence
    }

    static func error(
        _ type: UInt8, _ code: UInt8, by reporter: String, family: AddressFamily = .ipv4, isOwn: Bool = false
    ) -> ICMPError {
        ICMPError(family: family, type: type, code: code, reporter: Facts.address(reporter), isOwn: isOwn)
    }

    static func trace(
        _ outcome: PathEvidence.Trace.Outcome, _ address: String = "198.51.100.1", port: UInt16 = 443,
        _ transport: PathEvidence.Transport = .tcp, error: ICMPError? = nil, failure: String? = nil,
        hops: [String?] = []
    ) -> PathEvidence.Trace {
        .init(
            address: Facts.address(address), port: transport == .icmp ? 0 : port, transport: transport,
            outcome: outcome, error: error, failure: failure,
            hops: hops.enumerated().map { .init(limit: $0 + 1, address: $1.map(Facts.address)) })
    }

    static func path(_ traces: PathEvidence.Trace...) -> PathEvidence {
        var path = PathEvidence()
        path.traces = traces
        return path
    }

    struct Word: Sendable, CustomTestStringConvertible {
        let cause: CauseID
        let facts: [String]
        let outcome: TCPEvidence.Outcome
        let error: ICMPError
        var testDescription: String { "\(cause.rawValue): type \(error.type), code \(error.code)" }
    }

    static let words: [Word] = [
        Word(
            cause: "path.no-route", facts: ["the gateway 192.0.2.1", "198.51.100.1:443", "network unreachable"],
            outcome: .networkUnreachable, error: error(3, 0, by: "192.0.2.1")),
        Word(
            cause: "path.no-route", facts: ["the router 203.0.113.9", "host unreachable"], outcome: .hostUnreachable,
            error: error(3, 1, by: "203.0.113.9")),
        Word(
            cause: "path.filtered", facts: ["the router 203.0.113.9", "prohibited"], outcome: .hostUnreachable,
            error: error(3, 13, by: "203.0.113.9")),
        Word(
            cause: "path.filtered", facts: ["the host itself"], outcome: .hostUnreachable,
            error: error(3, 10, by: "198.51.100.1")),
        Word(
            cause: "path.filtered", facts: ["the gateway 192.0.2.1", "port unreachable"], outcome: .refused,
            error: error(3, 3, by: "192.0.2.1")),
        // EACCES, which without the ICMP error would indicate the policy of this machine.
        Word(
            cause: "path.filtered", facts: ["the router 203.0.113.9"], outcome: .notPermitted,
            error: error(3, 9, by: "203.0.113.9")),
        Word(
            cause: "local.firewall", facts: ["its own answer", "198.51.100.1:443"], outcome: .hostUnreachable,
            error: error(3, 13, by: "192.0.2.2", isOwn: true)),
    ]

    @Test("a reset from fewer hops away than the host comes from a device on the path")
    func reset() throws {
        func verdict(at limit: Int?, _ echoes: [String?]) throws -> [String] {
            var evidence = try Self.failed(.refused)
            var trace = Self.trace(.answered, hops: ["192.0.2.1"])
            trace.answeredAt = limit
            evidence.path = Self.path(trace, Self.trace(.answered, "198.51.100.1", .icmp, hops: echoes))
            return Verdict(on: evidence).findings.map(\.id.rawValue)
        }
        #expect(try verdict(at: 2, ["192.0.2.1", "203.0.113.9"]) == ["path.filtered"])
        // The host is just as near, its place is not known, or it may be a distant load balancer.
        #expect(try verdict(at: 2, ["192.0.2.1"]) == ["tcp.refused"])
        #expect(try verdict(at: 3, ["192.0.2.1", nil, nil]) == ["tcp.refused"])
        #expect(try verdict(at: nil, ["192.0.2.1", "203.0.113.9"]) == ["tcp.refused"])
        #expect(try verdict(at: 4, ["192.0.2.1", "203.0.113.9", "203.0.113.10", "203.0.113.11"]) == ["tcp.refused"])
    }

    @Test("answers that arrive damaged are neither silence nor a firewall; a single damaged packet means nothing")
    func corrupted() throws {
        func verdict(_ damaged: Int?, isSeen: Bool) throws -> Verdict {
            var evidence = try Self.failed(.timeout)
            var trace = Self.trace(.silent)
            trace.damaged = damaged
            if isSeen { trace.arrival = .init(interface: "eth0") }
            evidence.path = Self.path(trace)
            return Verdict(on: evidence)
        }
        for isSeen in [true, false] {
            let found = try verdict(3, isSeen: isSeen)
            let cause = try #require(found.findings.first)
            #expect(cause.id == "path.corrupted" && cause.side == .network && cause.facts["interface"] == "eth0")
            #expect(found.findings.count == 1 && cause.summary.contains("198.51.100.1:443"), "\(found.findings)")
            // Packets arrive, so that the uplink is not to blame.
            #expect(found.layers[.uplink] != .connectionDown)
        }
        var evidence = try Self.failed(.timeout)
        var dropped = Self.trace(.silent)
        (dropped.damaged, dropped.arrival) = (5, .init(interface: "eth0"))
        dropped.arrival?.isIntact = true
        evidence.path = Self.path(dropped)
        #expect(Verdict(on: evidence).findings.first?.id == "local.firewall")
        for damaged in [nil, 1] {
            #expect(try verdict(damaged, isSeen: true).findings.first?.id == "local.firewall")
            #expect(try verdict(damaged, isSeen: false).findings.first?.id != "path.corrupted")
        }
    }

    @Test("a port that the network's own router forwards, without an answer, is not the other side's")
    func hairpin() throws {
        func cause(_ hops: [String?], answeredAt: Int?) throws -> Finding? {
            var evidence = try Self.failed(.timeout)
            var echo = Self.trace(.answered, "198.51.100.1", .icmp)
            echo.answeredAt = answeredAt
            evidence.path = Self.path(Self.trace(.silent, hops: hops), echo)
            return Verdict(on: evidence).findings.first
        }
        let found = try #require(try cause(["192.0.2.1"], answeredAt: 1))
        #expect(found.id == "path.hairpin" && found.side == .network)
        #expect(found.facts["gateway"] == "192.0.2.1" && found.facts["port"] == "443")
        // Another host responds, or the router drops the connection itself.
        #expect(try cause(["192.0.2.1"], answeredAt: 2)?.id == "tcp.timeout")
        #expect(try cause(["192.0.2.1"], answeredAt: nil)?.id == "tcp.timeout")
        #expect(try cause([], answeredAt: 1)?.id == "tcp.timeout")
    }

    @Test("what this machine keeps back is not the silence of the target", arguments: ["XfrmOutNoStates", "ENOBUFS"])
    func withheld(_ failure: String) throws {
        var evidence = try Self.failed(.timeout)
        let kept = Self.trace(.unsent, "198.51.100.1", port: 9, .udp, failure: failure)
        evidence.path = Self.path(Self.trace(.silent), kept)
        let cause = Verdict(on: evidence).findings.first?.id.rawValue
        #expect(cause == (failure == "ENOBUFS" ? "local.queue" : "local.ipsec"))
    }

    @Test("an ICMP error says who refuses, and why", arguments: words)
    func word(word: Word) throws {
        var evidence = try Self.failed(word.outcome)
        evidence.path = Self.path(Self.trace(.refused, error: word.error))
        let verdict = Verdict(on: evidence)
        let cause = try #require(verdict.findings.first)
        #expect(cause.id == word.cause)
        for fact in word.facts { #expect(cause.summary.contains(fact), "\(cause.summary)") }
        #expect(verdict.findings.filter { $0.severity == .error }.count == 1)
        // What the host itself rejects is not a fault of the way to it.
        if word.facts == ["the host itself"] { #expect(cause.side == .remote) }
    }

    @Test("the ICMP codes of both families have the same meaning")
    func meanings() {
        func meaning(_ family: AddressFamily, _ type: UInt8, _ code: UInt8) -> ICMPError.Meaning {
            ICMPError(family: family, type: type, code: code, reporter: nil).meaning
        }
        #expect([9, 10, 13].allSatisfy { meaning(.ipv4, 3, $0) == .prohibited })
        #expect([1, 5, 6].allSatisfy { meaning(.ipv6, 1, $0) == .prohibited })
        #expect(meaning(.ipv4, 11, 0) == .timeExceeded && meaning(.ipv6, 3, 0) == .timeExceeded)
        #expect(meaning(.ipv4, 3, 4) == .tooBig && meaning(.ipv6, 2, 0) == .tooBig)
        #expect(meaning(.ipv4, 3, 0) == .networkUnreachable && meaning(.ipv6, 1, 0) == .networkUnreachable)
        #expect(meaning(.ipv4, 3, 1) == .hostUnreachable && meaning(.ipv6, 1, 3) == .hostUnreachable)
        #expect(meaning(.ipv4, 3, 3) == .portUnreachable && meaning(.ipv6, 1, 4) == .portUnreachable)
        #expect(meaning(.ipv4, 12, 0) == .other && meaning(.ipv6, 4, 0) == .other)
    }

    @Test("a loop is reported with its routers, whose hops are looked up first")
    func loop() throws {
        var evidence = try Self.failed(.hostUnreachable)
        let expired = Self.error(11, 0, by: "203.0.113.9")
        evidence.path = Self.path(Self.trace(.refused, error: expired))
        let first = Verdict(on: evidence)
        #expect(first.findings.first?.id == "path.loop")
        #expect(first.followUps.contains(.path(.trace(.init(Self.target, port: 443, .tcp)))))
        let hops: [String?] = ["192.0.2.1", "203.0.113.8", "203.0.113.9", "203.0.113.8", "203.0.113.9"]
        evidence.path = Self.path(Self.trace(.refused, error: expired, hops: hops))
        let cause = try #require(Verdict(on: evidence).findings.first)
        #expect(cause.summary.contains("203.0.113.8 → 203.0.113.9 → 203.0.113.8"), "\(cause.summary)")
    }

    @Test(
        "a single repeated router, or none, is not a loop: the hop limit is lowered, or is this machine's own"
    )
    func hopLimit() throws {
        var evidence = try Self.failed(.hostUnreachable)
        let expired = Self.error(11, 0, by: "203.0.113.9")
        for end: [String?] in [["203.0.113.9", "203.0.113.9"], ["203.0.113.9", nil, "203.0.113.9", "203.0.113.9"]] {
            evidence.path = Self.path(Self.trace(.refused, error: expired, hops: ["192.0.2.1"] + end))
            let cause = try #require(Verdict(on: evidence).findings.first)
            #expect(cause.id == "path.hop-limit")
            #expect(cause.summary.contains("192.0.2.1 lowers it"), "\(cause.summary)")
        }
        evidence.path = Self.path(
            Self.trace(
                .refused, error: expired, hops: ["192.0.2.1", "203.0.113.9", "203.0.113.10", "203.0.113.11"]))
        #expect(Verdict(on: evidence).findings.first?.id == "path.hop-limit")
        let own = try #require(Verdict(on: evidence).findings.first)
        #expect(own.summary.contains("packets with a greater one get further"), "\(own.summary)")
        #expect(own.advice.contains { $0.contains("sysctl net.ipv4.ip_default_ttl") })
        // Both are possible. Mostly, it is a loop, in which routers only report some of the packets.
        for hops: [String?] in [
            ["192.0.2.1", "203.0.113.9", "203.0.113.10"], ["192.0.2.1", "203.0.113.9"], ["192.0.2.1"],
        ] {
            evidence.path = Self.path(Self.trace(.refused, error: expired, hops: hops))
            #expect(Verdict(on: evidence).findings.first?.id == "path.loop", "\(hops)")
        }
        // A loop behind a router that does not always respond.
        evidence.path = Self.path(
            Self.trace(.refused, error: expired, hops: ["192.0.2.1", "203.0.113.9", nil, "203.0.113.9", nil]))
        #expect(Verdict(on: evidence).findings.first?.id == "path.loop")
    }

    @Test("an ICMP error for the connection itself counts, whatever the trace finds")
    func refusedConnection() throws {
        var evidence = try Self.failed(.hostUnreachable)
        evidence.tcp?.attempts[0].refusal = Self.error(11, 0, by: "203.0.113.9")
        // A trace would give more information, and is requested in addition.
        #expect(Verdict(on: evidence).followUps.contains(.path(.trace(.init(Self.target, port: 443, .tcp)))))
        for path in [nil, Self.path(Self.trace(.silent)), Self.path(Self.trace(.silent, hops: ["192.0.2.1"]))] {
            evidence.path = path
            #expect(Verdict(on: evidence).findings.first?.id == "path.loop")
        }
        let hops: [String?] = ["192.0.2.1", "203.0.113.8", "203.0.113.9", "203.0.113.8"]
        evidence.path = Self.path(Self.trace(.silent, hops: hops))
        let loop = try #require(Verdict(on: evidence).findings.first)
        #expect(loop.summary.contains("203.0.113.8 → 203.0.113.9 → 203.0.113.8"), "\(loop.summary)")
        #expect(loop.facts["router"] == "203.0.113.9")
        evidence.tcp?.attempts[0].refusal = Self.error(3, 1, by: "203.0.113.9")
        evidence.path = Self.path(Self.trace(.silent))
        let unknown = try #require(Verdict(on: evidence).findings.first)
        #expect(unknown.id == "path.no-route")
        #expect(unknown.summary.contains("the router 203.0.113.9"), "\(unknown.summary)")
    }

    @Test("a loop seen twice needs no ICMP error; seen once, it may be two paths to one host")
    func silentLoop() throws {
        var evidence = try Self.failed(.timeout)
        let twice: [String?] = [
            "192.0.2.1", "203.0.113.8", "203.0.113.9", "203.0.113.8", "203.0.113.9", "203.0.113.8",
        ]
        evidence.path = Self.path(Self.trace(.silent, hops: twice))
        let loop = try #require(Verdict(on: evidence).findings.first)
        #expect(loop.id == "path.loop")
        // With a hop limit of 64, packets end at the router with the even hop counts.
        #expect(loop.facts["router"] == "203.0.113.8")
        evidence.path = Self.path(Self.trace(.silent, hops: Array(twice.prefix(5))))
        #expect(Verdict(on: evidence).findings.first?.id != "path.loop")
    }

    @Test("if the search list expanded a name, the original name is queried although the path is broken")
    func searched() throws {
        var evidence = try Self.failed(.hostUnreachable)
        evidence.path = Self.path(Self.trace(.refused, error: Self.error(3, 1, by: "203.0.113.9")))
        var dns = DNSEvidence(
            resolution: Resolution(name: "www.shop.example", answers: [Facts.answer], failures: []),
            servers: ["192.0.2.53"])
        dns.resolution.system = SystemLookup(addresses: [Self.target], failure: nil, duration: .milliseconds(2))
        evidence.dns = dns
        #expect(!Verdict(on: evidence).followUps.contains { if case .names = $0 { true } else { false } })
        dns.resolution.searched = "www.shop.example.corp.example"
        evidence.dns = dns
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.first?.id == "path.no-route")
        #expect(verdict.followUps.contains { if case .names(.query(.written, _, _, _)) = $0 { true } else { false } })
    }

    // MARK: - Silence

    /// All the evidence that can be had about a destination that stays silent.
    static func silence(hops: [String?], resolver: PathEvidence.Trace.Outcome?) throws -> Evidence {
        var evidence = try failed(.timeout)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "10.9.0.1")])
        evidence.path = path(trace(.silent, "10.9.0.1", hops: hops), trace(.silent, "10.9.0.1", .icmp))
        if let resolver {
            evidence.path?.traces += [
                trace(resolver, "10.8.0.53", port: 53, .udp), trace(.silent, "10.8.0.53", .icmp),
            ]
        }
        return evidence
    }

    @Test("if nothing beyond the gateway answers, its uplink is the cause")
    func upstream() throws {
        let verdict = Verdict(on: try Self.silence(hops: ["192.0.2.1"], resolver: .silent))
        let cause = try #require(verdict.findings.first)
        #expect(cause.id == "path.upstream-down")
        #expect(cause.summary.contains("192.0.2.1") && cause.summary.contains("10.8.0.53"))
        // A gateway that does not decrement the hop limit does not forward packets.
        #expect(Verdict(on: try Self.silence(hops: [], resolver: nil)).findings.first?.id == "path.upstream-down")
    }

    @Test(
        "a silent host of a private network does not prove that its gateway forwards nothing, if that forwards to others"
    )
    func forwarding() throws {
        var evidence = try Self.silence(hops: [], resolver: nil)
        evidence.uplink = UplinkEvidence(gateway: Facts.address("192.0.2.1"), interface: "eth0")
        #expect(Verdict(on: evidence).findings.first?.id == "path.upstream-down")
        evidence.uplink?.forwarders = [Facts.address("192.0.2.99")]
        #expect(Verdict(on: evidence).findings.first?.id == "path.upstream-down")
        evidence.uplink?.forwarders = [Facts.address("192.0.2.1")]
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.timeout")
    }

    @Test("the router of another link that answers as the resolver shows nothing beyond this gateway")
    func resolverOfOtherLink() throws {
        var evidence = try Self.silence(hops: [], resolver: nil)
        evidence.dns = Facts.dns(answers: [
            Resolution.Answer(
                address: Facts.address("10.9.0.1"), source: .dns, server: "10.4.0.1", ttl: 60,
                duration: .milliseconds(2))
        ])
        #expect(!Verdict(on: evidence).findings.contains { $0.id == "path.upstream-down" })
        let other = Route(family: .ipv4, gateway: Facts.address("10.4.0.1"), interface: "eth1", metric: 600)
        evidence.gateway?.rivals = [.init(route: other, neighbour: nil)]
        #expect(Verdict(on: evidence).findings.first?.id == "path.upstream-down")
    }

    @Test("a gateway is not blamed where the kernel may have taken another, as good one, that may be dead")
    func sharedWay() throws {
        var evidence = try Self.silence(hops: [], resolver: nil)
        let other = Facts.route("192.0.2.99")
        evidence.gateway?.rivals = [.init(route: other, neighbour: nil)]
        #expect(!Verdict(on: evidence).findings.contains { $0.id == "path.upstream-down" })
        evidence.gateway?.rivals = [.init(route: other, neighbour: Facts.neighbour(.reachable))]
        #expect(Verdict(on: evidence).findings.first?.id == "path.upstream-down")
        evidence.gateway?.rivals = [.init(route: Facts.route("192.0.2.99", metric: 500), neighbour: nil)]
        #expect(Verdict(on: evidence).findings.first?.id == "path.upstream-down")
    }

    @Test("if anything beyond the gateway answers, or nothing else was checked, the target is the cause")
    func notUpstream() throws {
        let heard = try Self.silence(hops: ["192.0.2.1"], resolver: .answered)
        #expect(Verdict(on: heard).findings.first?.id == "tcp.timeout")
        let far = try Self.silence(hops: ["192.0.2.1", nil, "203.0.113.9"], resolver: .silent)
        #expect(Verdict(on: far).findings.first?.id == "tcp.timeout")
        let alone = try Self.silence(hops: ["192.0.2.1"], resolver: nil)
        #expect(Verdict(on: alone).findings.first?.id == "tcp.timeout")
        var pinged = try Self.silence(hops: ["192.0.2.1"], resolver: .silent)
        pinged.path?.traces[1].outcome = .answered
        #expect(Verdict(on: pinged).findings.first?.id == "tcp.timeout")
        var unasked = try Self.failed(.timeout)
        #expect(Verdict(on: unasked).findings.first?.id == "tcp.timeout")
        // The name was just resolved by a server beyond the gateway.
        unasked.dns = Facts.dns(answers: [
            .init(
                address: Self.target, source: .dns, server: "203.0.113.53", ttl: 60, duration: .milliseconds(2))
        ])
        #expect(!Verdict(on: unasked).followUps.contains(.path(.resolvers)))
    }

    @Test("a healthy target causes no follow-up, except in a thorough check")
    func healthy() throws {
        var evidence = try Facts.healthy()
        #expect(Verdict(on: evidence).followUps.filter(Self.isOfThePath).isEmpty)
        evidence.terms.depth = .thorough
        let asked = Verdict(on: evidence).followUps.filter(Self.isOfThePath)
        #expect(asked.contains(.path(.sizes(Self.target))) && !asked.contains(.path(.burst(Self.target))))
        #expect(asked.contains(.path(.offers(interface: "eth0"))))
    }

    static func isOfThePath(_ question: FollowUp) -> Bool {
        if case .path = question { return true }
        return false
    }

    @Test("two offers of different gateways are a warning, or an error if the gateway in use is dead")
    func rogue() throws {
        func offers(_ routers: String...) -> DHCPOffers {
            .init(
                interface: "eth0", outcome: .asked,
                offers: routers.map { .init(server: Facts.address($0), routers: [Facts.address($0)]) })
        }
        var evidence = try Facts.healthy()
        evidence.address?.offers = [offers("192.0.2.1")]
        #expect(Verdict(on: evidence).findings.isEmpty)
        evidence.address?.offers = [offers("192.0.2.1", "192.0.2.66")]
        let warned = Verdict(on: evidence)
        #expect(warned.status == .connectionUp && warned.findings.first?.id == "address.rogue-router")
        var failed = try Self.failed(.timeout)
        failed.address?.offers = evidence.address?.offers
        let cause = try #require(Verdict(on: failed).findings.first)
        #expect(cause.id == "address.rogue-router" && cause.severity == .error)
    }
}
