import Lab
import Testing

@Suite("Served resources over DNS-SD", .lab, .tags(.lab))
struct PublishedServerTests {
    @Test(
        "services of netdiag serve --publish are found, resolved, fetched and checked by another host, until it ends")
    func published() async throws {
        try await Pair.run { pair in
            // The server runs without a bus and thus without avahi-daemon.
            let early = try pair.server.spawn([Programs.serve, "--echo", "--publish", "Shop, one"])
            try await early.diagnostics.first("who cannot reach it") {
                $0.contains("other hosts cannot reach 127.0.0.1:")
            }
            try await early.diagnostics.first("why it is not announced") { $0.contains("it is not announced yet: ") }
            try await early.stop()
            for host in [pair.server, pair.client] {
                try await host.startBus()
                try await host.startAvahi()
            }
            let server = try pair.server.spawn([
                Programs.serve, "--echo", "--listen", "::", "--port", "8080", "--publish", "Shop, one", "--json",
            ])
            try await server.output.first("the URL") { $0.contains("\"url\"") }
            let browser = try pair.client.spawn(["avahi-browse", "-p", "-r", "_http._tcp"])
            let line = try await browser.output.first("the service") { $0.hasPrefix("=") && $0.contains(";IPv4;Shop") }
            #expect(line.contains(";\(pair.address);8080;"), "\(line)")
            // Host, address and port are the seventh to ninth fields.
            let fields = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count > 8, "\(line)")
            let page = "http://\(fields[6]):\(fields[8])/orders?a=1"
            let address = try await pair.client.run(["avahi-resolve", "-4", "-n", fields[6]])
            #expect(address == "\(fields[6])\t\(pair.address)")
            let body = try await pair.client.curl("--resolve", "\(fields[6]):\(fields[8]):\(fields[7])", page)
            #expect(body.contains(#""path":"/orders""#), "\(body)")
            let check = try await pair.client.result(of: [
                Programs.command, "check", "--no-daemon", "Shop, one._http._tcp.local",
            ])
            #expect(check.status == .exited(0), "\(check)")
            #expect(server.diagnostics.text.isEmpty)
            // Without a name, it is announced with that of the machine; the word after --publish is the directory.
            try await pair.server.run(["mkdir", "/run/site"])
            let site = try pair.server.spawn([
                Programs.serve, "--listen", "::", "--port", "8081", "--json", "--publish", "/run/site",
            ])
            try await browser.output.first("the directory") {
                $0.hasPrefix("=") && $0.contains(";IPv4;server;") && $0.contains(";8081;")
            }
            try await site.stop()
            try await server.stop()
            try await browser.output.first("its end") { $0.hasPrefix("-") && $0.contains(";IPv4;Shop") }
        }
    }
}
