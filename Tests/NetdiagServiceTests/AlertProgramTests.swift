import Testing

@testable import NetdiagService

@Suite("Programs that receive alerts")
struct AlertProgramTests {
    private struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    @Test("whether processes can be watched is tested until it works, and not again")
    func watching() {
        var watching = AlertProgram.ProcessWatchSupport()
        #expect(watching.reason { throw Refused(description: "too many open files") } == "too many open files")
        #expect(watching.reason {} == nil)
        #expect(watching.reason { throw Refused(description: "not asked again") } == nil)
        var real = AlertProgram.ProcessWatchSupport()
        #expect(real.reason() == nil)
    }
}
