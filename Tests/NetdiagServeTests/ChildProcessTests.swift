import NetworkFaults
import Testing

@testable import NetdiagServe

/// Child processes, such as monitors.
struct ChildProcessTests {
    @Test func aProgramHasNothingOfWhatIsOpenHere() async throws {
        try await withFaultyServer(.httpForbidden) { _ in
            let command = "ls /proc/self/fd | tr '\\n' ' '"
            let result = try await ChildProcess.run("sh", ["-c", command], limit: ProgramPaths.limit)
            // The standard streams, and the directory that is read.
            #expect(String(decoding: result.output, as: UTF8.self) == "0 1 2 3 ")
        }
    }
}
