import EventLoopKit
import Glibc
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

    @Test("a program inherits the standard streams, and no other descriptor of the daemon")
    func inheritance() async throws {
        let loop = try EventLoop(name: "alert-test")
        defer { loop.shutdown() }
        // As SwiftNIO's sockets, it is not closed on exec.
        let open = fcntl(STDERR_FILENO, F_DUPFD, 100)
        try #require(open >= 100 && fcntl(open, F_GETFD) == 0)
        defer { close(open) }
        let script = "[ -e /proc/$$/fd/2 ] || exit 4; [ ! -e /proc/$$/fd/\(open) ] || exit 3"
        let outcome = try await AlertProgram(loop: loop).run(
            ["/bin/sh", "-c", script], input: [], environment: [:], within: .seconds(120))
        guard case .delivered = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }
}
