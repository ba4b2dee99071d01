import Testing

@testable import NetworkDiagnostics

@Suite("Queries that begin during a look-up")
struct EarlyTrialTests {
    @Test("they begin unless the look-up has ended, and go on when it ends", arguments: [true, false])
    func decided(first: Bool) {
        let early = EarlyTrial()
        #expect(early.decide(first) == first)
        #expect(early.decide(!first) == first)
    }
}
