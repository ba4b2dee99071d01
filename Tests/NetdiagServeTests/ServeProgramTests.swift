import Testing

@testable import NetdiagServe

/// The program, as it is started by others.
@Suite(.serialized)
struct ServeProgramTests {
    private func run(_ arguments: String..., limit: Duration = .seconds(60)) async throws -> ChildProcess {
        try await ChildProcess.run(ProgramPaths.serve, arguments, limit: limit)
    }

    @Test(arguments: [
        [], ["--fault", "http.nothing"], ["--fault", "tcp.host-down"], ["--fault", "http.forbidden=1"],
        ["/nonexistent"],
        ["--fault", "http.forbidden", "--listen", "somewhere"], ["--echo", "--text", "x"],
    ])
    func wrongUsageServesNothing(_ arguments: [String]) async throws {
        let result = try await ChildProcess.run(ProgramPaths.serve, arguments, limit: .seconds(20))
        #expect(!result.hasTimedOut)
        #expect(result.status == 64 || result.status == 1, "\(result.status)")
        #expect(result.output.isEmpty)
    }

    @Test func endsWhenNobodyAsks() async throws {
        let result = try await run("--echo", "--json", "--idle-timeout", "100ms", limit: .seconds(20))
        #expect(!result.hasTimedOut && result.status == 0)
        #expect(String(decoding: result.output, as: UTF8.self).contains(#""url":"http://127.0.0.1:"#))
    }
}
