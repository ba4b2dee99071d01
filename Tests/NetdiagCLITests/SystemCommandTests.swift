import TestProcess
import Testing

@testable import NetdiagCLI

@Suite("Programs of the system")
struct SystemCommandTests {
    @Test("a program that does not end, or leaves one behind that keeps its output open, is given up after the limit")
    func limit() async throws {
        for script in ["exec sleep 60", "sleep 20 & exit 0", "while :; do echo x; done"] {
            await #expect(throws: Failure.self) {
                try await onOwnThread {
                    try SystemCommand.run(["sh", "-c", script], in: .session, limit: .milliseconds(300))
                }
            }
        }
        let (status, output) = try SystemCommand.run(["sh", "-c", "echo a; exit 3"], in: .session)
        #expect(status == 3 && output == "a\n")
    }
}
