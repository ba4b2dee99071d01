import Diagnosis
import NetworkModel
import Testing

/// What dead, filtered and filtering servers show, and what programs can do without.
extension DNSVerdictTests {
    @Test("programs can do without dropped AAAA queries, and not without those for A", arguments: ["AAAA", "A"])
    func adviceOnDropped(_ type: String) throws {
        let late = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: type, reason: .timeout, duration: .seconds(1))
        var evidence = try Self.page([])
        evidence.dns = Facts.dns(
            [late], answers: [Self.answer(type == "A" ? "2600:1::10" : "198.51.100.1")])
        let found = try #require(Verdict(on: evidence).findings.first { $0.id == "dns.family-dropped" })
        #expect(found.advice.contains { $0.contains("options no-aaaa") } == (type == "AAAA"), "\(found.advice)")
        evidence.dns?.patience = Milliseconds(.seconds(5))
        let summary = Verdict(on: evidence).findings.first { $0.id == "dns.family-dropped" }?.summary ?? ""
        #expect(summary.hasSuffix("wait 5000 ms (with glibc's defaults 15000 ms) or longer"), "\(summary)")
    }

    @Test(
        "a router without its provider knows the names of its own network, and ignores queries that it has to forward")
    func forwarderWithoutProvider() throws {
        let late = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: "AAAA", reason: .timeout, duration: .seconds(1))
        var evidence = try Self.page([])
        evidence.dns = Facts.dns([late], answers: [Self.answer("192.0.2.53")])
        evidence.dns?.followUps = [Self.followUp(.again, type: "AAAA", failure: .timeout)]
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "192.0.2.53")])
        evidence.gateway = GatewayEvidence(hops: [], isOnLink: true)
        #expect(ids(evidence) == ["warning dns.family-dropped"])
        #expect(Verdict(on: evidence).followUps.contains(.path(.uplink)))
        for (outcome, id) in [
            (UplinkEvidence.Query.Outcome.timeout, "warning path.upstream-down"),
            (.nxdomain, "warning dns.family-dropped"),
        ] {
            evidence.uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.packet()])
            evidence.uplink?.queries = [UplinkAssessmentTests.query(outcome, server: Facts.address("192.0.2.53"))]
            #expect(ids(evidence) == [id])
        }
    }

    @Test("a dead server delays look-ups only if it is asked before the one that answers")
    func deadSecondServer() throws {
        let dead = Resolution.Failure(
            source: .dns, server: "192.0.2.54", type: "A", reason: .timeout, duration: .seconds(1))
        for (servers, isDelay) in [(["192.0.2.53", "192.0.2.54"], false), (["192.0.2.54", "192.0.2.53"], true)] {
            var evidence = try Self.page([])
            evidence.dns = Facts.dns([dead], answers: [Self.answer("198.51.100.1")], servers: servers)
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.id == "dns.some-servers-dead")
            #expect(found.summary.contains("delays look-ups by up to") == isDelay, "\(found.summary)")
        }
    }

    @Test("a truncated response is one cause, whatever is received over TCP in place of the whole one")
    func truncated() throws {
        for reason in [Resolution.FailureReason.timeout, .closed, .malformed] {
            var failure = Facts.failure(reason)
            failure.isTruncated = true
            var evidence = try Self.page([])
            evidence.dns = Facts.dns([failure])
            #expect(ids(evidence) == ["error dns.tcp-blocked"], "\(reason)")
        }
        var evidence = try Self.page([])
        evidence.dns = Facts.dns([Facts.failure(.malformed)])
        #expect(ids(evidence) == ["error dns.malformed"])
    }

    /// Queries for random names, with the milliseconds until each response.
    private static func trial(_ times: [Int?]) -> [DNSEvidence.FollowUp] {
        times.enumerated().map { index, time in
            DNSEvidence.FollowUp(
                .control, name: "random-\(index).www.example", type: "A", server: "192.0.2.53",
                failure: time == nil ? .timeout : .nxdomain, duration: .milliseconds(time ?? 1_000))
        }
    }

    @Test("a type without a response is chance if the server loses other queries as well")
    func droppedByChance() throws {
        let silent = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: "AAAA", reason: .timeout, duration: .seconds(1))
        let lossy: [Int?] = [nil, nil, nil, 3, 3, 3, 3, 3, 3, 3]
        let prompt: [Int?] = Array(repeating: 3, count: 10)
        for (times, id) in [(lossy, "dns.loss"), (prompt, "dns.family-dropped")] {
            var evidence = try Self.page([])
            evidence.dns = Facts.dns([silent], answers: [Self.answer("198.51.100.1")])
            evidence.dns?.followUps = [Self.followUp(.again, type: "AAAA", failure: .timeout)] + Self.trial(times)
            #expect(ids(evidence) == ["warning \(id)"])
        }
    }

    @Test("the same where the answered type has no route, so that the name has no address that programs can use")
    func droppedByChanceWithoutRoute() throws {
        let silent = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: "A", reason: .timeout, duration: .seconds(1))
        let source = AddressEvidence.Source(
            interface: "eth0", address: .init(address: Facts.address("192.0.2.7"), prefixLength: 24, scope: .global))
        let lossy: [Int?] = [nil, nil, nil, 3, 3, 3, 3, 3, 3, 3]
        let prompt: [Int?] = Array(repeating: 3, count: 10)
        for (times, id) in [(lossy, "dns.loss"), (prompt, "dns.family-dropped")] {
            var evidence = try Facts.healthy("http://www.example/")
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.dns = Facts.dns([silent], answers: [Self.answer("2001:db8:9::1")])
            evidence.dns?.followUps = [Self.followUp(.again, type: "A", failure: .timeout)] + Self.trial(times)
            evidence.gateway = GatewayEvidence(hops: [], isOnLink: false, familiesWithoutRoute: [.ipv6])
            evidence.address?.usable = [source]
            #expect(ids(evidence) == ["error \(id)"])
        }
    }

    @Test("a late response to a repeated query shows loss, and not a slow server, if the server answers others at once")
    func repeated() throws {
        func ids(isRepeated: Bool, times: [Int?]) throws -> [String] {
            var answer = Self.answer("198.51.100.1", took: 2_816)
            answer.isRepeated = isRepeated ? true : nil
            return self.ids(try Self.page([answer]) { $0.dns?.followUps = Self.trial(times) })
        }
        #expect(try ids(isRepeated: true, times: Array(repeating: 3, count: 10)) == [])
        let lossy: [Int?] = [nil, nil, nil, 3, 3, 3, 3, 3, 3, 3]
        #expect(try ids(isRepeated: true, times: lossy) == ["warning dns.loss"])
        // A server that always needs that long.
        #expect(try ids(isRepeated: false, times: []) == ["warning dns.slow"])
        #expect(try ids(isRepeated: true, times: Array(repeating: nil, count: 10)) == ["warning dns.slow"])
        #expect(try ids(isRepeated: true, times: Array(repeating: 900, count: 10)) == ["warning dns.slow"])
    }

    private static func late(_ type: String, server: String = "192.0.2.53") -> DNSEvidence.FollowUp {
        .init(.late, name: "www.example", type: type, server: server, failure: .noData, duration: .seconds(3))
    }

    @Test("a server that answers late for one type does not ignore it")
    func lateType() throws {
        let silent = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: "AAAA", reason: .timeout, duration: .seconds(1))
        var evidence = try Self.page([])
        evidence.dns = Facts.dns([silent], answers: [Self.answer("198.51.100.1")])
        evidence.dns?.followUps = [Self.followUp(.again, type: "AAAA", failure: .timeout)]
        #expect(evidence.silenceBesideAnswers.failures == [silent] && evidence.silenceBesideAnswers.areHeard)
        evidence.dns?.followUps?.append(Self.late("AAAA"))
        #expect(ids(evidence) == ["warning dns.slow"])
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(
            found.facts["took"] == "3000 ms" && found.facts["name"] == "the AAAA records of www.example", "\(found)")
        #expect(evidence.silenceBesideAnswers.failures.isEmpty)
        #expect(names(evidence).isEmpty)
    }

    @Test("a first server that answers late is slow, and not dead", arguments: [true, false])
    func lateServer(isFirst: Bool) throws {
        let silent = Resolution.Failure(
            source: .dns, server: "192.0.2.54", type: "A", reason: .timeout, duration: .seconds(2))
        var evidence = try Self.page([])
        evidence.dns = Facts.dns(
            [silent], answers: [Self.answer("198.51.100.1")],
            servers: isFirst ? ["192.0.2.54", "192.0.2.53"] : ["192.0.2.53", "192.0.2.54"])
        // Programs do not wait for a server behind the one that answers.
        #expect(evidence.silenceBesideAnswers.failures == (isFirst ? [silent] : []))
        #expect(!evidence.silenceBesideAnswers.areHeard)
        evidence.dns?.followUps = [Self.late("A", server: "192.0.2.54")]
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "dns.slow" && found.severity == .warning && found.facts["server"] == "192.0.2.54")
        #expect(found.facts["name"] == "www.example", "\(found.facts)")
    }

    @Test("queries that this machine itself blocks do not make the server dead")
    func withheldQueries() throws {
        var dead = Resolution.Failure(
            source: .dns, server: "192.0.2.54", type: "A", reason: .timeout, duration: .milliseconds(1))
        dead.isWithheld = true
        var evidence = try Self.page([])
        evidence.dns = Facts.dns([dead], answers: [Self.answer("198.51.100.1")], servers: ["192.0.2.54", "192.0.2.53"])
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "local.firewall" && found.severity == .warning)
        #expect(found.summary.contains("192.0.2.54:53"))
    }

    @Test("the reason of a server is not repeated if its text only has the name of its code")
    func repeatedReason() {
        let repeated = ExtendedDNSError(code: 22, text: "no reachable authority")
        #expect("\(repeated)" == "No Reachable Authority")
        #expect("\(ExtendedDNSError(code: 22, text: "at example"))" == "No Reachable Authority (at example)")
    }

    @Test("a server without the IPv6 address of a name that has one filters them, if the network has IPv6")
    func filteredSixth() throws {
        var evidence = try Self.page([])
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        var filtered = Facts.failure(.noData, type: "AAAA")
        filtered.extendedErrors = [ExtendedDNSError(code: 17)]
        evidence.dns = Facts.dns([Facts.failure(.noData), filtered])
        let query = UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: Facts.address("192.0.2.53"))
        evidence.uplink = UplinkEvidence(
            gateway: Facts.address("192.0.2.1"), gateways: [Facts.address("192.0.2.1")], interface: "eth0",
            queries: [query])
        let asked = FollowUp.names(
            .query(.known, name: "a.root-servers.net", type: .aaaa, server: "192.0.2.53"))
        #expect(!Verdict(on: evidence).followUps.contains(asked))
        evidence.uplink?.gateways.append(Facts.address("2001:db8:1::1"))
        #expect(Verdict(on: evidence).followUps.contains(asked))
        for (addresses, failure, side) in [
            (["2001:503:ba3e::2:30"], nil, Side.remote), ([], .timeout, .remote), ([], .noData, .network),
        ] as [([String], Resolution.FailureReason?, Side)] {
            evidence.dns?.followUps = [
                Self.followUp(.known, "a.root-servers.net", type: "AAAA", addresses, failure: failure)
            ]
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.id == "dns.no-address" && found.side == side, "\(found)")
            #expect(found.advice.contains { $0.contains("filter-AAAA") } == (side == .network))
            #expect(found.advice.contains { $0.contains("Add the record") } == (side == .remote))
        }
    }

    @Test("ICANN's mark of a name collision is no filter's", arguments: ["127.0.53.53", "127.0.0.1"])
    func collision(address: String) throws {
        let evidence = try Self.page([Self.answer(address)]) {
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, address)])
            ($0.tls, $0.http) = (nil, nil)
        }
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "dns.blocked-answer")
        let isCollision = address == "127.0.53.53"
        #expect(found.summary.contains("collide with a new top-level domain") == isCollision, "\(found.summary)")
        #expect(found.advice.contains { $0.contains("private name") } == isCollision, "\(found.advice)")
        #expect(found.advice.contains { $0.contains("filter lists") } != isCollision, "\(found.advice)")
    }

    @Test("a name that its server says it blocks does not lack an address")
    func saidToBeBlocked() throws {
        var evidence = try Self.page([])
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        var failure = Facts.failure(.noData)
        evidence.dns = Facts.dns([failure])
        #expect(ids(evidence) == ["error dns.no-address"])
        failure.extendedErrors = [ExtendedDNSError(code: 15)]
        evidence.dns = Facts.dns([failure])
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "dns.blocked-answer" && found.summary.contains("no address"))
        #expect(found.advice.contains { $0.contains("rebind-domain-ok") })
    }

    @Test("a server to which no route leads is named, and not the target, to which the other address family may lead")
    func unrouted() throws {
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        var failure = Facts.failure(.timeout)
        failure.isUnsent = true
        evidence.dns = Facts.dns([failure])
        evidence.gateway = GatewayEvidence(hops: [], isOnLink: false, familiesWithoutRoute: [.ipv4])
        evidence.address?.usable = []
        #expect(Verdict(on: evidence).findings.first?.summary != "no route leads to the DNS server 192.0.2.53")
        evidence.address?.usable = [Facts.sixthSource]
        #expect(Verdict(on: evidence).findings.first?.summary == "no route leads to the DNS server 192.0.2.53")
        evidence.dns?.resolution.failures[0].isUnsent = nil
        #expect(Verdict(on: evidence).findings.first?.summary == "no route leads to www.example")
    }

    @Test("without a default route, a name of the Internet that the server on the link cannot resolve is not reached")
    func linksOnly() throws {
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.servfail), Facts.failure(.timeout, type: "AAAA")])
        let server = Facts.address("192.0.2.53")
        evidence.gateway = GatewayEvidence(hops: [.init(route: Facts.onLink, nextHop: server)], isOnLink: true)
        #expect(ids(evidence) == ["error dns.servfail"])
        #expect(Verdict(on: evidence).followUps.contains(.link(.gateways)))
        evidence.gateway?.isLinksOnly = true
        #expect(ids(evidence) == ["error gateway.none"])
        #expect(Verdict(on: evidence).findings[0].summary == "no route leads to www.example")
        #expect(evidence.gateway?.summary == "no default route")
        // The server knows names of its own, or the local network's, or does not.
        for name in ["printer", "printer.lan", "host.office.example"] {
            evidence.dns?.resolution.name = name
            evidence.dns?.search = ["office.example"]
            #expect(ids(evidence) == ["error dns.servfail"], "\(name)")
        }
        evidence.dns = Facts.dns([Facts.failure(.nxdomain)])
        #expect(ids(evidence) == ["error dns.nxdomain"])
    }

    @Test(
        "a server whose host reports a closed port is closed, although it reports that for a part of the queries only")
    func closedOnce() throws {
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        let silent = Facts.failure(.timeout, type: "AAAA")
        evidence.dns = Facts.dns([Facts.failure(.closed), silent])
        #expect(ids(evidence) == ["error dns.server-closed"])
        evidence.dns = Facts.dns([Facts.failure(.timeout), silent])
        #expect(ids(evidence) == ["error dns.server-unreachable"])
        let query = UplinkAssessmentTests.query(.closed, at: .link, server: Facts.address("192.0.2.53"))
        evidence.uplink = UplinkEvidence(gateway: nil, gateways: [], interface: nil, queries: [query])
        #expect(ids(evidence) == ["error dns.server-closed"])
        // Another server is silent.
        evidence.dns = Facts.dns([Facts.failure(.closed), Facts.failure(.timeout, server: "192.0.2.54")])
        evidence.uplink = nil
        #expect(ids(evidence) == ["error dns.server-unreachable"])
        // A stub closes a connection on which it has no answer.
        evidence.dns = Facts.dns(
            [
                Facts.failure(.closed, server: "127.0.0.53"),
                Facts.failure(.timeout, server: "127.0.0.53", type: "AAAA"),
            ],
            servers: ["127.0.0.53"])
        #expect(ids(evidence) == ["error dns.server-unreachable"])
    }

    @Test(
        "a server that resolves nonexistent names causes a warning while the target works, and is the cause if the target has its address"
    )
    func hijacked() throws {
        let control = Self.followUp(.control, "xxxxxxxxxxxxxxxxxxxx.invalid", ["198.51.100.1"])
        var evidence = try Self.page([Self.answer("198.51.100.1")]) {
            $0.terms.depth = .thorough
            $0.dns?.followUps = [control]
        }
        #expect(ids(evidence) == ["warning dns.hijacked"])
        func isDoubted() -> Bool {
            let advice = Verdict(on: evidence).findings.first?.advice ?? []
            return advice.first?.hasPrefix("www.example has such an address, so it probably does not exist") == true
        }
        #expect(!isDoubted())
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        #expect(ids(evidence) == ["error dns.hijacked"])
        #expect(isDoubted())
        // The server leads all names there.
        var query = UplinkAssessmentTests.query(
            .address, server: Facts.address("192.0.2.53"), addresses: ["198.51.100.1"])
        query.control = .denied
        evidence.uplink = UplinkEvidence(gateway: nil, gateways: [], interface: nil, queries: [query])
        #expect(!isDoubted())
        evidence.uplink = nil
        evidence.dns?.followUps = [Self.followUp(.control, "xxxxxxxxxxxxxxxxxxxx.invalid", ["203.0.113.9"])]
        #expect(ids(evidence) == ["error tcp.timeout", "warning dns.hijacked"])
        // A wildcard next to the name's domain may be from its owner.
        evidence.dns?.followUps = [Self.followUp(.control, "xxxxxxxxxxxxxxxxxxxx.example", ["198.51.100.1"])]
        #expect(ids(evidence) == ["error tcp.timeout", "warning dns.hijacked"])
    }
}
