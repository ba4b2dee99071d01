import NetdiagConfiguration
import NetworkFaults
import Testing

@testable import NetdiagServe

/// Runs the servers of a file, and ends them after the body.
func withRun(
    of file: String, _ body: (RunningServers, ControlResponder) async throws -> Void
) async throws {
    let (plan, problems) = try ServeFile.plan(of: Array(file.utf8), file: "serve.yaml")
    #expect(problems.error == nil)
    let directory = try RunDirectory()
    defer { directory.remove() }
    let servers = RunningServers(directory: directory, plan: plan)
    for listener in plan.listeners { try await servers.start(listener, limits: plan.limits) }
    for server in plan.faultServers { try await servers.start(server) }
    do {
        try await body(servers, ControlResponder(name: "test", servers: servers, stop: {}))
    } catch {
        await servers.close()
        throw error
    }
    await servers.close()
}
