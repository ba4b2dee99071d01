import EventLoopKit
import KindTesting
import NetworkModel
import Synchronization
import Testing

@testable import Diagnosis
@testable import NetworkDiagnostics

@Suite("Queries that show losses, in the time that is left")
struct LossTimeTests {
    /// The result of queries to a server that answers some of them, by their number from 1.
    private static func trial(
        within time: Duration, answering isAnswered: @escaping @Sendable (Int) -> Bool
    ) async throws -> (trial: ResponseLossTrial?, queries: Int) {
        let count = Atomic(0)
        let server = BrokenDatagrams { query in
            guard isAnswered(count.wrappingAdd(1, ordering: .relaxed).newValue), query.count > 12 else { return [] }
            var reply = query
            reply[2] |= 0x80
            reply[3] = 0x80
            return [reply]
        }
        defer { withExtendedLifetime(server) {} }
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        let trial = try await engine.trial(of: server.address, until: .now + time)
        return (trial, count.load(ordering: .relaxed))
    }

    @Test("nothing is sent if the responses would count as lost for lack of time")
    func tooLittle() async throws {
        let found = try await Self.trial(within: .milliseconds(500)) { _ in true }
        #expect(found.trial == nil && found.queries == 0)
    }

    @Test("a limit of the rate and losses are told apart, or neither is reported")
    func apart() async throws {
        async let limited = Self.trial(within: .seconds(6)) { $0 <= 4 || $0 > ResponseLossTrial.size }
        async let lossy = Self.trial(within: .seconds(6)) { $0 <= 4 }
        async let undecided = Self.trial(within: .seconds(2)) { $0 <= 4 }
        let (ofLimit, ofLosses) = try await (limited.trial, lossy.trial)
        #expect(ofLimit?.isLimited == true)
        #expect(ofLosses?.isLimited == false && ofLosses?.lost == 6)
        #expect(try await undecided.trial == nil)
    }

    @Test("a status has the time for two of the slower queries, also if the first look-up took all of its time")
    func timeLeft() throws {
        let limit = Duration.seconds(2)
        let end = limit + DiagnosticEngine.timeForQuestions - DiagnosticEngine.timeAfterNames
        let interval = try #require(ResponseLossTrial.interval(within: ResponseLossTrial.limit))
        let begun = limit + interval * ResponseLossTrial.size + ResponseLossTrial.slowDelay
        #expect(begun + ResponseLossTrial.slowInterval * 2 + ResponseLossTrial.slowPatience < end)
    }

    @Test("a server that answers nothing, or everything, needs no further queries")
    func certain() async throws {
        for isAnswering in [true, false] {
            let found = try await Self.trial(within: .seconds(2)) { _ in isAnswering }
            #expect(found.trial?.lost == (isAnswering ? 0 : ResponseLossTrial.size))
            #expect(found.queries == ResponseLossTrial.size)
        }
    }
}
