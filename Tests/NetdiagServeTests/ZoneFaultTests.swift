import NetdiagConfiguration
import Testing

@testable import NetdiagServe
@testable import NetworkFaults

/// Faults of DNS queries, from the file to the bytes of replies.
struct ZoneFaultTests {
    private func responder(_ faults: String) throws -> DNSResponder {
        let text = """
            zone:
              - www.example.test A 192.0.2.1
              - alias.example.test CNAME www.example.test
            faults:
            \(faults)
            """
        let (plan, problems) = try ServeFile.plan(of: Array(text.utf8), file: "serve.yaml")
        #expect(problems.error == nil)
        let listener = try #require(plan.listeners.first)
        guard case .zone(let zone) = listener.content else { throw FaultError.usage("no zone") }
        return DNSResponder(zone, plan: PlanResponder(listener, log: RequestLog(), seed: plan.seed))
    }

    /// The response code and the numbers of answers and additional records; `nil` if there is no reply.
    private func reply(_ responder: DNSResponder, _ name: String, type: UInt8 = 1, isUnchecked: Bool = false) throws
        -> [UInt8]?
    {
        let labels = name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        let head: [UInt8] = [7, 7, 1, isUnchecked ? 0x10 : 0, 0, 1, 0, 0, 0, 0, 0, 0]
        let query = try #require(DNSQuery(head + labels + [0, 0, type, 0, 1]))
        let bytes = responder.reply(to: query, from: "192.0.2.9:53", isStream: false)?.bytes
        return bytes.map { [$0[3] & 0x0f, $0[7], $0[11]] }
    }

    @Test("the first fault that applies determines the reply")
    func order() throws {
        let responder = try responder(
            """
              - {fault: none, when: {match: {name: www.example.test}}}
              - {fault: dns.nxdomain, when: {match: {name: "*.example.test", type: AAAA}}}
              - {fault: dns.cname-broken, when: {match: {name: alias.example.test}}}
              - {fault: dns.blocked-answer, when: {match: {name: ads.test}}}
              - dns.servfail=reason=22 lame
            """)
        #expect(try reply(responder, "www.example.test") == [0, 1, 0])
        #expect(try reply(responder, "WWW.example.test", type: 28) == [0, 0, 0])
        #expect(try reply(responder, "alias.example.test", type: 28) == [3, 0, 0])
        #expect(try reply(responder, "alias.example.test") == [0, 1, 0])
        #expect(try reply(responder, "ads.test") == [0, 1, 1])
        #expect(try reply(responder, "example.test", type: 28) == [2, 0, 1])
        let log = try #require(responder.plan).log.entries
        #expect(log.map { "\($0.method) \($0.path)" }.first == "A www.example.test")
        #expect(log.map(\.faults).suffix(2) == [["dns.blocked-answer"], ["dns.servfail"]])
    }

    @Test("faults apply if their conditions hold, and not while they are off or the server is paused")
    func conditions() throws {
        let responder = try responder(
            """
              - {fault: dns.refused, when: {first: 2, match: {name: www.example.test}}}
              - {fault: dns.server-unreachable, when: {every: 2, match: {type: MX}}}
              - {fault: dns.dnssec-bogus, when: {match: {name: alias.example.test}}}
            """)
        let plan = try #require(responder.plan)
        #expect(try (1...3).map { _ in try reply(responder, "www.example.test")?.first } == [5, 5, 0])
        #expect(try (1...4).map { _ in try reply(responder, "a.test", type: 15)?.first } == [3, nil, 3, nil])
        #expect(try reply(responder, "alias.example.test") == [2, 0, 0])
        #expect(try reply(responder, "alias.example.test", isUnchecked: true) == [0, 2, 0])
        plan.reset()
        plan.set(PlanResponder.FaultState.off)
        #expect(try reply(responder, "www.example.test") == [0, 1, 0])
        plan.set(PlanResponder.FaultState.asPlanned)
        #expect(try reply(responder, "www.example.test") == [5, 0, 0])
        plan.set(PlanResponder.Availability.paused)
        #expect(try reply(responder, "alias.example.test", isUnchecked: true) == [2, 0, 0])
    }

    @Test(
        "faults that are reached only sometimes are accepted",
        arguments: [
            // The first three queries are counted over all names, so that the first one of a name may be the fourth.
            "{fault: none, when: {first: 3}}\n  - {fault: dns.refused, when: {first: 1, match: {name: a.test}}}",
            "{fault: none, when: {first: 3}}\n  - {fault: dns.refused, when: {first: 4}}",
            "{fault: none, when: {every: 2}}\n  - dns.refused",
            "{fault: none, when: {match: {name: '*.test'}}}\n  - {fault: dns.refused, when: {match: {name: test}}}",
            "{fault: none, when: {match: {type: A}}}\n  - dns.refused",
        ])
    func reached(faults: String) throws {
        let text = "zone: [www.example.test A 192.0.2.1]\nfaults:\n  - \(faults)\n"
        let (_, problems) = try ServeFile.plan(of: Array(text.utf8), file: "serve.yaml")
        #expect(problems.error == nil, "\(String(describing: problems.error))")
    }

    @Test(
        "errors in them are reported with their line",
        arguments: [
            ("tls.expired", "faults: \"tls.expired\" is not a fault of a zone; expected none, dns.servfail"),
            ("dns.servfail=reason=x", "reason cannot be \"x\"; write 0 to 65535"),
            ("{fault: dns.slow=4h}", "dns.slow cannot take \"4h\" as delay"),
            ("{when: {first: 3}}", "needs a fault"),
            ("{fault: dns.refused, when: {match: {path: /a}}}", "allowed here: name, type"),
            ("{fault: dns.refused, when: {match: {type: FOO}}}", "\"FOO\" is not a type that zones have"),
            ("{fault: dns.refused, when: {match: {name: a..b}}}", "\"a..b\" is not a valid name"),
            (
                "dns.refused\n  - dns.servfail",
                "serve.yaml:4: this fault never applies: the fault in line 3 takes all its queries; move this one before it"
            ),
            (
                "{fault: none, when: {first: 3}}\n  - {fault: dns.refused, when: {first: 3}}",
                "serve.yaml:4: this fault never applies: the fault in line 3 takes the same first 3 queries; move this one before it"
            ),
            (
                "{fault: none, when: {first: 3, match: {type: A}}}\n  - {fault: dns.refused, when: {between: 2..3, match: {type: A}}}",
                "serve.yaml:4: this fault never applies"
            ),
            (
                "{fault: none, when: {match: {name: '*.test'}}}\n  - {fault: dns.refused, when: {after: 1, match: {name: a.b.test}}}",
                "serve.yaml:4: this fault never applies"
            ),
        ])
    func problems(fault: String, problem: String) throws {
        let text = "zone: [www.example.test A 192.0.2.1]\nfaults:\n  - \(fault)\n"
        let (_, problems) = try ServeFile.plan(of: Array(text.utf8), file: "serve.yaml")
        #expect(problems.error?.description.contains(problem) == true, "\(String(describing: problems.error))")
    }
}
