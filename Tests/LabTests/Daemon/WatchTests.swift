import Glibc
import Lab
import Testing

@Suite("netdiag status --watch", .lab, .tags(.lab))
struct WatchTests {
    @Test("it goes on after the daemon was killed and started again, and says so")
    func restart() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let configuration = "publish: off\nuplink: off\n"
            let first = try await host.startDaemon(configuration)
            let watch = try host.spawn([Programs.command, "status", "--watch", "--json"])
            try await watch.output.first("the status") { $0.hasPrefix("{") }
            first.process.send(SIGKILL)
            try await first.process.exit()
            try await watch.diagnostics.first("the loss") {
                $0 == "netdiag: the connection to the daemon has ended; trying again"
            }
            let second = try await host.startDaemon(configuration + "targets: [tcp://127.0.0.1:9]\n")
            try await watch.diagnostics.first("the return") { $0 == "netdiag: the daemon is back" }
            // It is the status of the new daemon.
            try await watch.output.first("the target") { $0.contains("tcp://127.0.0.1:9") }
            #expect(try await second.stop() == .exited(0))
            watch.send(SIGINT)
            _ = try await watch.exit()
        }
    }
}
