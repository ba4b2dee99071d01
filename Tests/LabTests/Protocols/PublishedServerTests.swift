import Lab
import Testing

@Suite("Served resources over DNS-SD", .lab, .tags(.lab))
struct PublishedServerTests {
    @Test("netdiag serve --publish is found by avahi-browse of another host, and withdrawn at its end")
    func published() async throws {
        try await Pair.run { pair in
            // Without a bus, let alone avahi-daemon, it is served all the same.
            let early = try pair.server.spawn([Programs.serve, "--echo", "--publish", "Shop, one"])
            try await early.diagnostics.first("why it is not announced") { $0.contains("it is not announced yet: ") }
            try await early.stop()
            for host in [pair.server, pair.client] {
                try await host.startBus()
                try await host.startAvahi()
            }
            let server = try pair.server.spawn([
                Programs.serve, "--echo", "--listen", "0.0.0.0", "--port", "8080", "--publish", "Shop, one", "--json",
            ])
            try await server.output.first("the URL") { $0.contains("\"url\"") }
            let browser = try pair.client.spawn(["avahi-browse", "-p", "-r", "_http._tcp"])
            let line = try await browser.output.first("the service") { $0.hasPrefix("=") && $0.contains(";IPv4;Shop") }
            #expect(line.contains(";\(pair.address);8080;"), "\(line)")
            #expect(server.diagnostics.text.isEmpty)
            try await server.stop()
            try await browser.output.first("its end") { $0.hasPrefix("-") && $0.contains(";IPv4;Shop") }
        }
    }
}
