import NetworkFaults
import Testing

@testable import NetdiagServe

/// Monitors, as they are started.
struct ChildProcessTests {
    @Test func aProgramHasNothingOfWhatIsOpenHere() async throws {
        try await withFaultyServer(.httpForbidden) { _ in
            let command = "ls /proc/self/fd | tr '\\n' ' '"
            let result = try await ChildProcess.run("sh", ["-c", command], limit: .seconds(60))
            // Its standard streams, and the directory that it reads.
            #expect(String(decoding: result.output, as: UTF8.self) == "0 1 2 3 ")
        }
    }
}
