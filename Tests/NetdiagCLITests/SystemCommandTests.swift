import Testing

@testable import NetdiagCLI

@Suite("Programs of the system")
struct SystemCommandTests {
    @Test("a program that does not end, or leaves one behind that keeps its output open, is given up after the limit")
    func limit() throws {
        for script in ["exec sleep 60", "sleep 2 & exit 0", "while :; do echo x; done"] {
            let start = ContinuousClock.now
            #expect(throws: Failure.self) {
                try SystemCommand.run(["sh", "-c", script], in: .session, limit: .milliseconds(300))
            }
            #expect(start.duration(to: .now) < .seconds(30))
        }
        let (status, output) = try SystemCommand.run(["sh", "-c", "echo a; exit 3"], in: .session)
        #expect(status == 3 && output == "a\n")
    }
}
