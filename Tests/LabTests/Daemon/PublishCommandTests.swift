import FoundationEssentials
import Glibc
import Lab
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.Publication
import struct NetworkModel.ServiceEvent

/// `netdiag publish` through a daemon, beyond the daemon's end, and without a daemon.
@Suite("Publishing from the command line in the lab", .lab, .tags(.lab))
struct PublishCommandTests {
    private func withTwoHosts(_ body: @Sendable (_ host: Host, _ laptop: Host) async throws -> Void) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("host"), laptop = try await lab.host("laptop")
            _ = try await lab.segment([host, laptop])
            async let one: Void = host.startDiscovery()
            async let two: Void = laptop.startDiscovery()
            _ = try await (one, two)
            try await body(host, laptop)
        }
    }

    private func publish(_ arguments: String..., on host: Host) throws -> HostProcess {
        try host.spawn(
            [Programs.command, "publish"] + arguments,
            environment: ["LANG": "C.UTF-8"])
    }

    /// The events that another host sees for services of this name.
    private func events(_ name: String, on laptop: Host) throws -> HostProcess {
        try laptop.spawn(
            [Programs.command, "browse", "_http._tcp", "--resolve", "--json"])
    }

    private static func isEvent(_ kind: ServiceEvent.Kind, _ name: String) -> @Sendable (String) -> Bool {
        { line in
            let event = try? JSON.decode(ServiceEvent.self, from: Data(line.utf8))
            return event?.event == kind && event?.instance.name == name
        }
    }

    @Test("a service has all given options, survives a restart of the daemon, and is withdrawn on SIGTERM")
    func throughDaemon() async throws {
        try await withTwoHosts { host, laptop in
            let daemon = try await host.startDaemon()
            let browser = try events("Web. one", on: laptop)
            let publisher = try publish(
                "Web. one", "_http._tcp", "8080", "path=/", #"raw=\x00\xff"#, "flag", "--subtype", "_printer", on: host)
            try await publisher.output.first("its publication") {
                $0 == #"✓ published "Web. one" as _http._tcp on port 8080"#
            }
            let line = try await browser.output.first("the service", where: Self.isEvent(.resolved, "Web. one"))
            let found = try JSON.decode(ServiceEvent.self, from: Data(line.utf8)).instance
            #expect(found.port == 8080)
            #expect(found.txt == ["path": .text("/"), "raw": .bytes([0, 0xff]), "flag": .flag])
            let subtype = try await laptop.netdiag("browse", "_printer._sub._http._tcp", "--once")
            #expect(subtype.output.contains("Web. one"))

            _ = try await daemon.stop()
            try await publisher.diagnostics.first("the daemon's end") { $0.contains("the daemon has gone") }
            _ = try await host.startDaemon()
            try await withLimit(.seconds(20), "the second publication") {
                var count = 0
                for await line in publisher.output.lines where line.hasPrefix("✓ published") {
                    count += 1
                    if count == 2 { return }
                }
            }
            publisher.send(SIGTERM)
            #expect(try await publisher.exit() == .exited(0))
            try await withLimit(.seconds(20), "the end of the service") {
                var count = 0
                // One removal for the daemon's end, one for the command's.
                for await line in browser.output.lines where Self.isEvent(.removed, "Web. one")(line) {
                    count += 1
                    if count == 2 { return }
                }
            }
        }
    }

    @Test("without a daemon, a process publishes it that ends with the command", arguments: [SIGINT, SIGKILL])
    func withoutDaemon(signal: CInt) async throws {
        try await withTwoHosts { host, laptop in
            let browser = try events("Web", on: laptop)
            let publisher = try publish("Web", "_http._tcp", "80", on: host)
            try await publisher.output.first("its publication") { $0.hasPrefix("✓ published") }
            try await browser.output.first("the service", where: Self.isEvent(.resolved, "Web"))
            publisher.send(signal)
            #expect(try await publisher.exit() == (signal == SIGINT ? .exited(0) : .killed(SIGKILL)))
            try await browser.output.first("its end", where: Self.isEvent(.removed, "Web"))
        }
    }
}
