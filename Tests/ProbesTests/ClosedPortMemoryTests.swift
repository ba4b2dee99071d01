import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("DNS servers that do not run")
struct ClosedPortMemoryTests {
    private typealias Outcome = UplinkEvidence.Query.Outcome

    /// An observation: the response of a server, and the seconds since the first one.
    private struct Step {
        var outcome: Outcome
        var seconds: Int
        var server = "192.0.2.53"
        var isTruncated: Bool?
    }

    private let start = ContinuousClock.now

    /// What the responses are taken as.
    private func outcomes(_ steps: [Step], _ known: ClosedPortMemory = ClosedPortMemory()) throws -> [Outcome] {
        var memory = known
        return try steps.map { step in
            let server = try #require(IPAddress(step.server))
            var query = UplinkEvidence.Query(
                server: server, at: .gateway, outcome: step.outcome, name: "random.root-servers.net")
            query.isTruncated = step.isTruncated
            var queries = [query]
            memory.complete(&queries, at: start + .seconds(step.seconds))
            return queries[0].outcome
        }
    }

    @Test("silence is that of a closed port for half a minute after its host has said so")
    func silence() throws {
        let found = try outcomes([
            Step(outcome: .timeout, seconds: 0), Step(outcome: .closed, seconds: 1),
            Step(outcome: .timeout, seconds: 20), Step(outcome: .timeout, seconds: 32),
            Step(outcome: .closed, seconds: 33), Step(outcome: .timeout, seconds: 34, server: "192.0.2.54"),
        ])
        // What is taken as closed does not prolong that, and another server is another one.
        #expect(found == [.timeout, .closed, .closed, .timeout, .closed, .timeout])
    }

    @Test("a host that has just reported a closed port is sent nothing more")
    func answered() async throws {
        let server = SocketAddress(try #require(IPAddress("192.0.2.53")), port: 53)
        let known = try await DiagnosticEngine.traceOfClosedPort(server, isKnown: true) {
            Issue.record("a datagram was sent")
            return .init(address: server.address, port: server.port, transport: .udp, outcome: .silent)
        }
        #expect(known.outcome == .answered && known.transport == .udp && known.address == server.address)
        let asked = try await DiagnosticEngine.traceOfClosedPort(server, isKnown: false) {
            .init(address: server.address, port: server.port, transport: .udp, outcome: .silent)
        }
        #expect(asked.outcome == .silent)
    }

    @Test("a response shows that the server runs")
    func response() throws {
        for heard in [Outcome.nxdomain, .servfail, .refused] {
            let found = try outcomes([
                Step(outcome: .closed, seconds: 0), Step(outcome: heard, seconds: 1),
                Step(outcome: .timeout, seconds: 2),
            ])
            #expect(found == [.closed, heard, .timeout])
        }
    }

    @Test("a truncated response, and the silence of a resolver on this machine, are something else")
    func others() throws {
        let found = try outcomes([
            Step(outcome: .closed, seconds: 0, isTruncated: true), Step(outcome: .timeout, seconds: 1),
            Step(outcome: .closed, seconds: 2, server: "127.0.0.53"),
            Step(outcome: .timeout, seconds: 3, server: "127.0.0.53"),
        ])
        #expect(found == [.closed, .timeout, .closed, .timeout])
    }

    @Test("queries of checks count as well")
    func checks() throws {
        let failure = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: "A", reason: .closed, duration: .milliseconds(1))
        var memory = ClosedPortMemory()
        memory.record(Resolution(name: "www.example", answers: [], failures: [failure]), at: start)
        let closed = try outcomes([Step(outcome: .timeout, seconds: 1)], memory)
        #expect(closed == [.closed])
        let answer = Resolution.Answer(
            address: IPAddress("198.51.100.1"), source: .dns, server: "192.0.2.53", ttl: 60,
            duration: .milliseconds(2))
        memory.record(Resolution(name: "www.example", answers: [answer], failures: []), at: start)
        let running = try outcomes([Step(outcome: .timeout, seconds: 1)], memory)
        #expect(running == [.timeout])
        // It started between the queries.
        memory.record(Resolution(name: "www.example", answers: [answer], failures: [failure]), at: start)
        let started = try outcomes([Step(outcome: .timeout, seconds: 1)], memory)
        #expect(started == [.timeout])
    }

    @Test("what the queries of a check show holds while that check still runs")
    func duringCheck() throws {
        let server = try #require(IPAddress("192.0.2.53"))
        let failure = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: "A", reason: .closed, duration: .milliseconds(1))
        let memory = UplinkMemory()
        let silent = UplinkEvidence.Query(
            server: server, at: .gateway, outcome: .timeout, name: "random.root-servers.net")
        #expect(memory.completed([silent]).map(\.outcome) == [.timeout])
        memory.recordClosedPorts(in: Resolution(name: "www.example", answers: [], failures: [failure]))
        #expect(memory.completed([silent]).map(\.outcome) == [.closed])
    }
}
