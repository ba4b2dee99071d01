import Testing

@testable import NetdiagService

@Suite("Pauses after long work")
struct RegenerationThrottleTests {
    @Test("a pause is twenty times as long as the work, within its limits")
    func rest() {
        let cycle = RegenerationThrottle(limits: .milliseconds(100) ... .seconds(2))
        #expect(cycle.rest(after: .zero) == .milliseconds(100))
        #expect(cycle.rest(after: .milliseconds(5)) == .milliseconds(100))
        #expect(cycle.rest(after: .milliseconds(20)) == .milliseconds(400))
        #expect(cycle.rest(after: .seconds(60)) == .seconds(2))
    }

    @Test("incidents are written to disk within seconds, and the status is updated sooner")
    func limits() {
        #expect(IncidentPersistence.cycle.limits == .seconds(1) ... .seconds(15))
        #expect(StatusStore.cycle.limits == .milliseconds(100) ... .seconds(2))
    }
}
