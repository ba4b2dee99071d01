import Diagnosis
import NetworkModel
import Testing

@Suite("Verdicts on name resolution")
struct DNSVerdictTests {
    static func answer(
        _ text: String, server: String = "192.0.2.53", source: Resolution.Source = .dns, took: Double = 2
    ) -> Resolution.Answer {
        .init(
            address: Facts.address(text), source: source, server: source == .dns ? server : nil, ttl: 60,
            duration: .milliseconds(took))
    }

    static func followUp(
        _ purpose: DNSEvidence.FollowUp.Purpose, _ name: String = "www.example", type: String = "A",
        server: String = "192.0.2.53", _ addresses: [String] = [], failure: Resolution.FailureReason? = nil
    ) -> DNSEvidence.FollowUp {
        .init(
            purpose, name: name, type: type, server: server, addresses: addresses.map(Facts.address), failure: failure,
            duration: .milliseconds(3))
    }

    /// A check of a page whose name has these answers.
    static func page(
        _ answers: [Resolution.Answer], servers: [String] = ["192.0.2.53", "192.0.2.54"],
        _ change: (inout Evidence) -> Void = { _ in }
    ) throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.dns = Facts.dns(answers: answers, servers: servers)
        change(&evidence)
        return evidence
    }

    func ids(_ evidence: Evidence) -> [String] {
        Verdict(on: evidence).findings.map { "\($0.severity.rawValue) \($0.id)" }
    }

    func names(_ evidence: Evidence) -> [NameFollowUp] {
        Verdict(on: evidence).followUps.compactMap { if case .names(let question) = $0 { question } else { nil } }
    }

    @Test(
        "if a server fails for every name, the fault is on the side of its operator",
        arguments: [
            (UplinkEvidence.Query.Place.own, Side.machine), (.gateway, .network), (.link, .network),
            (.beyond, .upstream),
        ])
    func sideOfServer(_ place: UplinkEvidence.Query.Place, _ side: Side) throws {
        var evidence = try Facts.healthy("http://web.example/")
        (evidence.tcp, evidence.http) = (nil, nil)
        for reason in [Resolution.FailureReason.servfail, .refused] {
            evidence.dns = Facts.dns([Facts.failure(reason)])
            var query = UplinkAssessmentTests.query(
                reason == .servfail ? .servfail : .refused, at: place, server: Facts.address("192.0.2.53"))
            let finding = { Verdict(on: evidence).findings.first { $0.layer == .dns } }
            evidence.uplink = UplinkEvidence(gateway: nil, gateways: [], interface: nil, queries: [query])
            #expect(finding()?.side == side)
            // The server resolved a name that no cache contains, so that only this one name fails. It refuses it by its own rules.
            query.outcome = .nxdomain
            evidence.uplink = UplinkEvidence(gateway: nil, gateways: [], interface: nil, queries: [query])
            #expect(finding()?.side == (reason == .servfail ? .remote : place == .own ? .machine : .network))
        }
    }

    @Test(
        "a dead uplink explains that a name without a dot, which only the system's resolver looks up, is not resolved")
    func shortName() throws {
        var evidence = try Facts.healthy("http://printer/")
        (evidence.tcp, evidence.http) = (nil, nil)
        evidence.dns = Facts.dns([], servers: ["127.0.0.53"])
        evidence.dns?.resolution.name = "printer"
        evidence.dns?.resolution.system = SystemLookup(addresses: [], failure: .servfail, duration: .zero)
        evidence.dns?.followUps = [
            Self.followUp(.written, "printer", server: "127.0.0.53", failure: .timeout)
        ]
        #expect(Verdict(on: evidence).followUps.contains(.path(.uplink)))
        evidence.uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.packet()])
        evidence.uplink?.queries = [
            UplinkAssessmentTests.query(.timeout, at: .own, server: Facts.address("127.0.0.53"))
        ]
        #expect(ids(evidence) == ["error path.upstream-down"])
    }

    @Test(
        "a server of this machine that is not one of its resolvers is not excused by a dead uplink",
        arguments: [Resolution.FailureReason.refused, .servfail, .timeout])
    func ownServer(reason: Resolution.FailureReason) throws {
        var evidence = try Facts.healthy("http://web.example/")
        (evidence.tcp, evidence.http) = (nil, nil)
        evidence.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        for (server, isExplained) in [
            ("192.0.2.53", true), ("127.0.0.1:5353", false), ("[::1]:5353", false), ("127.0.0.53", false),
        ] {
            evidence.dns = Facts.dns([Facts.failure(reason, server: server)], servers: [server])
            #expect(ids(evidence).contains("error path.upstream-down") == isExplained, "\(server)")
        }
        // The stub resolver does query others.
        evidence.uplink?.queries.append(UplinkAssessmentTests.query(.timeout, server: Facts.address("127.0.0.53")))
        #expect(ids(evidence).contains("error path.upstream-down"))
    }

    @Test("a fourth name server is mentioned if three are silent")
    func fourthServer() throws {
        var evidence = try Facts.healthy("http://web.example/")
        (evidence.tcp, evidence.http) = (nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout)])
        evidence.dns?.problems = [
            ResolverProblem(.beyondMax(Facts.address("10.66.1.1")), at: .init(file: "/etc/resolv.conf", line: 4))
        ]
        #expect(ids(evidence) == ["error dns.server-unreachable", "warning dns.misconfigured"])
    }

    @Test("a name that the system's resolver could not look up is not reported as missing")
    func unknownToSystem() throws {
        var evidence = try Facts.healthy("http://printer/")
        (evidence.tcp, evidence.http) = (nil, nil)
        evidence.dns = Facts.dns([])
        for (failure, id) in [
            (Resolution.FailureReason.servfail, "dns.server-unreachable"), (.nxdomain, "dns.nxdomain"),
        ] {
            evidence.dns?.resolution.system = SystemLookup(addresses: [], failure: failure, duration: .zero)
            #expect(ids(evidence) == ["error \(id)"])
        }
        evidence.dns?.resolution.name = "printer"
        let alone = try #require(Verdict(on: evidence).findings.first)
        #expect(alone.side == .machine)
        #expect(alone.summary.contains("no search domain"), "\(alone.summary)")
        #expect(
            alone.advice.contains { $0.contains("resolvectl domain") } && !alone.advice.contains { $0.contains("dig") })
        evidence.dns?.search = ["lan"]
        let searched = try #require(Verdict(on: evidence).findings.first)
        #expect(searched.side == .remote)
        #expect(!searched.summary.contains("search domain"), "\(searched.summary)")
    }

    @Test("a name that works causes no follow-up, whatever address it has", arguments: ["198.51.100.1", "10.0.0.1"])
    func healthy(address: String) throws {
        let evidence = try Self.page([Self.answer(address)])
        #expect(ids(evidence) == [])
        #expect(names(evidence).isEmpty)
    }

    @Test("a private address that does not answer is not a false answer by itself")
    func splitHorizon() throws {
        let evidence = try Self.page([Self.answer("10.0.0.1")]) {
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, "10.0.0.1")])
            $0.tls = nil
            $0.http = nil
        }
        #expect(ids(evidence) == ["error tcp.refused"])
        #expect(names(evidence).contains(.query(.control, name: "invalid", type: .a, server: "192.0.2.53")))
        #expect(names(evidence).contains(.query(.other, name: "www.example", type: .a, server: "192.0.2.54")))
        var other = evidence
        other.dns?.followUps = [Self.followUp(.other, server: "192.0.2.54", ["198.51.100.1"])]
        #expect(ids(other) == ["error dns.blocked-answer"])
        // Within a search domain, the same address is normal.
        other.dns?.search = ["example"]
        #expect(ids(other) == ["error tcp.refused"])
    }

    @Test(
        "a loopback address for a name of a search domain is named, with the domain, unless this machine's server gives it"
    )
    func searchedToLoopback() throws {
        func finding(_ server: String, searched: String? = nil) throws -> Finding? {
            let evidence = try Self.page([Self.answer("127.0.0.1", server: server)], servers: [server]) {
                $0.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, "127.0.0.1")])
                $0.tls = nil
                $0.http = nil
                $0.dns?.search = ["corp", "example"]
                $0.dns?.resolution.searched = searched
            }
            return Verdict(on: evidence).findings.first
        }
        let listed = try finding("192.0.2.53")
        #expect(listed?.id == "dns.blocked-answer")
        #expect(listed?.summary.contains("example is in the search list") == true, "\(String(describing: listed))")
        let completed = try finding("192.0.2.53", searched: "www.example.corp")
        #expect(completed?.id == "dns.blocked-answer")
        #expect(
            completed?.summary.contains("completed to www.example.corp") == true, "\(String(describing: completed))")
        #expect(try finding("127.0.0.1")?.id == "tcp.refused")
    }

    @Test("SERVFAIL is attributed to signatures only if it is repeated, and disappears without validation")
    func bogus() throws {
        var evidence = try Self.page([])
        evidence.dns = Facts.dns([Facts.failure(.servfail)])
        #expect(
            names(evidence).contains(.query(.unchecked, name: "www.example", type: .a, server: "192.0.2.53")))
        let unchecked = Self.followUp(.unchecked, "www.example", ["198.51.100.1"])
        evidence.dns?.followUps = [unchecked, Self.followUp(.again, failure: .servfail)]
        #expect(ids(evidence) == ["error dns.dnssec-bogus"])
        evidence.dns?.followUps = [unchecked, Self.followUp(.again, "www.example", ["198.51.100.1"])]
        #expect(ids(evidence) == ["error dns.servfail"])
        evidence.dns?.followUps = [Self.followUp(.unchecked, failure: .servfail)]
        #expect(ids(evidence) == ["error dns.servfail"])
    }

    @Test("a record type that is answered on a second query was not dropped")
    func dropped() throws {
        let late = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: "AAAA", reason: .timeout, duration: .seconds(1))
        var evidence = try Self.page([Self.answer("198.51.100.1")])
        evidence.dns = Facts.dns([late], answers: [Self.answer("198.51.100.1")])
        #expect(ids(evidence) == ["warning dns.family-dropped"])
        #expect(names(evidence) == [.query(.again, name: "www.example", type: .aaaa, server: "192.0.2.53")])
        evidence.dns?.followUps = [Self.followUp(.again, type: "AAAA", ["2001:db8::1"])]
        #expect(ids(evidence) == [])
        evidence.dns?.followUps = [Self.followUp(.again, type: "AAAA", failure: .timeout)]
        #expect(ids(evidence) == ["warning dns.family-dropped"])
    }

    @Test("programs that find no address are a fault once another lookup finds none either")
    func system() throws {
        func lookup(_ failure: Resolution.FailureReason?, _ addresses: [String] = []) -> SystemLookup {
            SystemLookup(
                addresses: addresses.map(Facts.address), failure: failure,
                duration: failure == nil ? .milliseconds(5) : .seconds(1))
        }
        func page(
            _ first: SystemLookup, again: SystemLookup? = nil, took: Double = 2
        ) throws -> Evidence {
            try Self.page([Self.answer("198.51.100.1", took: took)]) {
                $0.dns?.resolution.system = first
                $0.dns?.systemAgain = again
                $0.dns?.nameServices = ["files"]
            }
        }
        let fine = lookup(nil, ["198.51.100.1"])
        #expect(try ids(page(fine)) == [])
        #expect(try names(page(fine)) == [])
        #expect(try names(page(lookup(.nxdomain))).contains(.system(name: "www.example")))
        #expect(try ids(page(lookup(.nxdomain), again: lookup(.nxdomain))) == ["error dns.system-differs"])
        #expect(try ids(page(lookup(.timeout), again: lookup(.timeout))) == ["error dns.system-differs"])
        // The look-up was not repeated, and the failure may have been temporary.
        #expect(try ids(page(lookup(.nxdomain))) == ["error dns.system-differs"])
        #expect(try ids(page(lookup(.servfail))) == ["warning dns.system-differs"])
        #expect(try ids(page(lookup(.timeout))) == [])
        #expect(try ids(page(lookup(.nxdomain), again: fine)) == [])
        // Both failed, in different ways, for example because TCP is used for one of them, and refused.
        #expect(try ids(page(lookup(.timeout), again: lookup(.nxdomain))) == ["error dns.system-differs"])
        #expect(try ids(page(lookup(.nxdomain), again: lookup(.timeout))) == ["error dns.system-differs"])
        // Programs wait for a slow server, which is reported as such.
        #expect(try ids(page(lookup(.timeout), again: lookup(.timeout), took: 700)) == [])
    }

    @Test("the options that make programs ask in another way are named: TCP always, EDNS where it is not answered")
    func otherQueries() throws {
        func cause(
            _ line: String, took: Double = 2, server: String = "192.0.2.53", isRejected: Bool? = nil
        ) throws -> Finding? {
            let failed = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(4))
            var answer = Self.answer("198.51.100.1", took: took)
            answer.server = server
            answer.isEDNSRejected = isRejected
            return Verdict(
                on: try Self.page([answer]) {
                    $0.dns?.resolution.system = failed
                    $0.dns?.systemAgain = failed
                    $0.dns?.queryLine = "/etc/resolv.conf:2: \(line)"
                }
            ).findings.first
        }
        let overTCP = try #require(try cause("options use-vc"))
        #expect(overTCP.id == "dns.system-differs" && overTCP.summary.hasSuffix("; /etc/resolv.conf:2: options use-vc"))
        #expect(overTCP.advice.contains { $0.contains("/etc/resolv.conf:2: options use-vc") })
        #expect(try cause("options edns0")?.facts["queries"] == nil)
        #expect(try cause("options edns0", took: 520)?.facts["queries"] != nil)
        // The server answers FORMERR at once.
        #expect(try cause("options edns0", isRejected: true)?.facts["queries"] != nil)
        // A stub of this machine is asked in the same way, whatever is behind it.
        #expect(try cause("options use-vc", server: "127.0.0.53")?.facts["queries"] == nil)
    }

    @Test(
        "one answer among three lookups is not proof while answers are being lost", arguments: [0, 1, 4, 5, 9, 10])
    func losses(lost: Int) throws {
        let silent = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        var evidence = try Self.page([Self.answer("198.51.100.1")]) {
            $0.dns?.resolution.system = silent
            $0.dns?.systemAgain = silent
            $0.dns?.nameServices = ["files", "dns"]
        }
        #expect(names(evidence).contains(.losses(name: "www.example", server: "192.0.2.53")))
        evidence.dns?.followUps = (0..<10).map { index -> DNSEvidence.FollowUp in
            let isLost = index < lost
            // A wildcard of the name's owner is not a false answer.
            let addresses: [IPAddress] = isLost ? [] : [Facts.address("198.51.100.1")]
            let failure: Resolution.FailureReason? = isLost ? .timeout : nil
            return DNSEvidence.FollowUp(
                .control, name: "made-up-\(index).www.example", type: "A", server: "192.0.2.53", addresses: addresses,
                failure: failure, duration: isLost ? .seconds(1) : .milliseconds(2))
        }
        let isLoss = lost > 0 && lost < 10
        let loss = lost < 5 ? "warning dns.loss" : "error dns.loss"
        #expect(ids(evidence) == [isLoss ? loss : "error dns.system-differs"])
    }

    @Test("a family that fails while the other is answered causes a warning, unless it was chance")
    func failedFamily() throws {
        let failure = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: "AAAA", reason: .servfail, duration: .milliseconds(2))
        var evidence = try Self.page([Self.answer("198.51.100.1")])
        evidence.dns = Facts.dns([failure], answers: [Self.answer("198.51.100.1")])
        #expect(ids(evidence) == ["warning dns.servfail"])
        #expect(names(evidence) == [.query(.again, name: "www.example", type: .aaaa, server: "192.0.2.53")])
        evidence.dns?.followUps = [Self.followUp(.again, type: "AAAA", ["2001:db8::1"])]
        #expect(ids(evidence) == [])
    }

    @Test("other addresses of another server are no contradiction, only those that alone work")
    func disagreeing() throws {
        var evidence = try Self.page([Self.answer("198.51.100.1")]) {
            $0.terms.depth = .thorough
            $0.dns?.followUps = [Self.followUp(.other, server: "192.0.2.54", ["203.0.113.1"])]
        }
        #expect(ids(evidence) == [])
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        #expect(ids(evidence) == ["error tcp.timeout"])
        evidence.dns?.connections = [Facts.attempt(.connected, "203.0.113.1")]
        #expect(ids(evidence) == ["error dns.servers-disagree"])
        let missing = try Self.page([Self.answer("198.51.100.1")]) {
            $0.dns?.followUps = [Self.followUp(.other, server: "192.0.2.54", failure: .nxdomain)]
        }
        #expect(ids(missing) == ["warning dns.servers-disagree"])
    }

    @Test("the threshold determines what is slow")
    func slow() throws {
        var evidence = try Self.page([Self.answer("198.51.100.1", took: 700)])
        #expect(ids(evidence) == [])
        evidence.terms.thresholds.resolve = Milliseconds(.milliseconds(500))
        #expect(ids(evidence) == ["warning dns.slow"])
    }

    @Test("an alias is distinguished from the name that is missing")
    func alias() throws {
        var failure = Facts.failure(.nxdomain)
        var evidence = try Self.page([])
        evidence.dns = Facts.dns([failure])
        evidence.dns?.followUps = [Self.followUp(.parent, "example", failure: .noData)]
        #expect(Verdict(on: evidence).findings.first?.facts["parent"] == "example")
        failure.aliases = ["gone.\u{1b}example"]
        evidence.dns = Facts.dns([failure])
        let found = Verdict(on: evidence).findings
        #expect(found.map(\.id) == ["dns.cname-broken"])
        #expect(found.first?.summary.unicodeScalars.contains("\u{1b}") == false)
    }

    @Test("a name without a dot that the search domains complete is not the other side's fault")
    func searched() throws {
        func found(_ search: [String]?) throws -> Finding {
            var evidence = try Facts.healthy("http://intranet/")
            evidence.dns = DNSEvidence(
                resolution: Resolution(name: "intranet", answers: [], failures: [Facts.failure(.nxdomain)]),
                servers: ["192.0.2.53"])
            evidence.dns?.search = search
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.id == "dns.nxdomain")
            return found
        }
        let completed = try found(["wrong.example"])
        #expect(completed.side == .machine && completed.summary.contains("intranet.wrong.example"))
        #expect(completed.advice.contains { $0.contains("resolvectl domain") })
        #expect(try found(nil).side == .remote)
    }

    @Test("a thorough check runs follow-up probes on healthy evidence as well")
    func thorough() throws {
        let evidence = try Self.page([Self.answer("198.51.100.1")]) { $0.terms.depth = .thorough }
        #expect(names(evidence).contains(.query(.control, name: "invalid", type: .a, server: "192.0.2.53")))
    }
}
