import Testing

@testable import NetdiagService

@Suite("The health gate of a declared service")
struct ServiceHealthReducerTests {
    /// The states of the gate after checks that began at these seconds, each of which took 10 ms.
    private func states(_ checks: (at: Double, isUp: Bool)...) -> [Bool] {
        var gate = ServiceHealthReducer()
        let start = ContinuousClock.now
        return checks.map { check in
            let begun = start + .milliseconds(Int64(check.at * 1_000))
            gate.record(isUp: check.isUp, from: begun, to: begun + .milliseconds(10))
            return gate.isOpen
        }
    }

    @Test("a service is published at its first successful check, and not before")
    func opening() {
        #expect(!ServiceHealthReducer().isOpen && !ServiceHealthReducer().isDoubtful)
        #expect(states((0, false), (1, false), (2, true)) == [false, false, true])
        #expect(states((0, true)) == [true])
    }

    @Test("one failure is checked again, and the second one withdraws the service")
    func closing() {
        #expect(
            states((0, true), (10, false), (11, false), (12, false), (13, true)) == [true, true, false, false, true])
    }

    @Test("a single lost packet withdraws nothing, however often it happens")
    func oneFailure() {
        #expect(states((0, true), (10, false), (11, true), (20, false), (21, true)) == [true, true, true, true, true])
    }

    @Test("failures at the same moment count as one, as for incidents")
    func burst() {
        #expect(
            states((0, true), (10, false), (10.1, false), (10.3, false), (11, false)) == [
                true, true, true, true, false,
            ])
    }

    @Test("an uncertain result is checked again soon, a certain one is not")
    func doubt() {
        var gate = ServiceHealthReducer()
        let now = ContinuousClock.now
        gate.record(isUp: true, from: now, to: now)
        #expect(!gate.isDoubtful)
        gate.record(isUp: false, from: now + .seconds(1), to: now + .seconds(1))
        #expect(gate.isDoubtful)
        gate.record(isUp: false, from: now + .seconds(2), to: now + .seconds(2))
        #expect(!gate.isDoubtful && !gate.isOpen)
    }
}
