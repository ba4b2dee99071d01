import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A target that refuses connections behind a path that loses packets")
struct RefusalBesideLossTests {
    private static func ids(_ evidence: Evidence) -> [String] {
        Verdict(on: evidence).findings.map { "\($0.severity.rawValue) \($0.id)" }
    }

    /// A check during which programs waited in vain for the name, since queries and answers are lost.
    private static func lookUpLost(
        pings: Int, queries: Int, _ outcome: TCPEvidence.Outcome, later: TCPEvidence.Outcome? = nil
    ) throws -> Evidence {
        var evidence = try LossOnLinkTests.check(lostPings: pings, lostQueries: queries)
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(outcome)])
        evidence.tcp?.further = later.map { [Facts.attempt($0), Facts.attempt(.timeout)] }
        let silent = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        evidence.dns?.resolution.system = silent
        evidence.dns?.systemAgain = silent
        evidence.dns?.nameServices = ["files", "dns"]
        return evidence
    }

    @Test("the refusal is the cause, and lost pings and queries are a warning beside it")
    func link() throws {
        for queries in [3, 6] {
            let refused = try Self.ids(Self.lookUpLost(pings: 7, queries: queries, .refused))
            #expect(refused.prefix(2) == ["error tcp.refused", "warning gateway.loss"], "\(queries)")
            let later = try Self.ids(Self.lookUpLost(pings: 7, queries: queries, .timeout, later: .refused))
            #expect(later.prefix(2) == ["error tcp.refused", "warning gateway.loss"], "\(queries)")
        }
        let queries = try Self.ids(Self.lookUpLost(pings: 0, queries: 6, .refused))
        #expect(queries.first == "error tcp.refused" && queries.contains("warning dns.loss"), "\(queries)")
    }

    @Test("without a refusal, the loss is the cause")
    func withoutRefusal() throws {
        for outcome in [TCPEvidence.Outcome.connected, .timeout] {
            let link = try Self.ids(Self.lookUpLost(pings: 7, queries: 3, outcome))
            #expect(link.first == "error gateway.loss", "\(outcome)")
        }
        let queries = try Self.ids(Self.lookUpLost(pings: 0, queries: 6, .connected))
        #expect(queries.first == "error dns.loss", "\(queries)")
    }

    @Test("a refusal of a later connection shows that only the first SYNs were lost on the path")
    func path() throws {
        for (later, isRefused) in [(TCPEvidence.Outcome.refused, true), (.timeout, false)] {
            for trace in [PathEvidence.Trace.Outcome.answered, .silent] where isRefused || trace == .answered {
                var evidence = try PathVerdictTests.failed(.timeout)
                evidence.tcp?.further = [Facts.attempt(later), Facts.attempt(.timeout)]
                evidence.path = PathVerdictTests.path(PathVerdictTests.trace(trace))
                evidence.path?.isLossKnown = true
                evidence.path?.echoes = EchoEvidence(
                    address: Facts.address("198.51.100.1"), outcome: .reply, sent: 20, received: 11)
                let ids = Self.ids(evidence)
                #expect(ids.first == (isRefused ? "error tcp.refused" : "error path.loss"), "\(later) \(trace)")
                #expect(ids.contains("warning path.loss") == isRefused, "\(later) \(trace)")
            }
        }
    }
}
