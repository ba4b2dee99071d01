import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.ServiceEvent
import struct NetworkModel.ServiceName
import enum NetworkModel.TXTValue

@Suite("Browsing in the lab", .lab, .tags(.lab))
struct BrowseTests {
    private static func event(_ line: String) -> ServiceEvent? {
        try? JSON.decode(ServiceEvent.self, from: Data(line.utf8))
    }

    /// A printer that publishes services and a laptop that browses without a daemon.
    private func withTwoHosts(_ body: @Sendable (_ printer: Host, _ laptop: Host) async throws -> Void) async throws {
        try await Lab.run { lab in
            let printer = try await lab.host("printer"), laptop = try await lab.host("laptop")
            _ = try await lab.segment([printer, laptop])
            async let one: Void = printer.startDiscovery()
            async let two: Void = laptop.startDiscovery()
            _ = try await (one, two)
            try await body(printer, laptop)
        }
    }

    private func publish(_ arguments: String..., on host: Host) async throws -> HostProcess {
        let publisher = try host.spawn(["avahi-publish", "-s"] + arguments)
        try await publisher.diagnostics.first("publication") { $0.contains("Established under name") }
        return publisher
    }

    @Test("names with dots, commas, quotes and emoji, and TXT records of all kinds arrive unchanged")
    func oddNames() async throws {
        try await withTwoHosts { printer, laptop in
            let name = "Drucker: \"3. Stock\", Büro \\ 🖨"
            _ = try await publish(name, "_ipp._tcp", "631", "flag", "empty=", "a=b=c", "ü=ö", on: printer)
            let result = try await laptop.netdiag("browse", "_ipp._tcp", "--once", "--resolve", "--json")
            let found = try #require(Self.event(result.output)?.instance)
            #expect(result.status == .exited(0))
            #expect(found.name == name && found.port == 631 && found.host == "printer.local")
            #expect(found.txt?["flag"] == .flag && found.txt?["empty"] == .text("") && found.txt?["a"] == .text("b=c"))
            #expect(Set(found.addresses?.map(\.family) ?? []) == [.ipv4, .ipv6])
        }
    }

    @Test("a hostile name cannot send control sequences to the terminal")
    func hostileName() async throws {
        try await withTwoHosts { printer, laptop in
            _ = try await publish("evil\u{202e}name", "_http._tcp", "80", "x=\u{1b}[31mred", on: printer)
            for options in [["--json"], []] {
                let result = try await laptop.result(
                    of: [Programs.command, "browse", "_http._tcp", "--once", "--resolve"] + options)
                #expect(result.output.contains("evil"))
                #expect(!result.output.contains("\u{202e}") && !result.output.contains("\u{1b}"))
            }
        }
    }

    @Test("services appear, change and disappear, and all types are found")
    func comingAndGoing() async throws {
        try await withTwoHosts { printer, laptop in
            let browser = try laptop.spawn(
                [Programs.command, "browse", "--json"])
            func event(_ kind: ServiceEvent.Kind, _ name: String) async throws {
                try await browser.output.first("\(kind) \(name)") { line in
                    Self.event(line).map { $0.event == kind && $0.instance.name == name && $0.instance.host == nil }
                        ?? false
                }
            }
            let web = try await publish("web", "_http._tcp", "80", on: printer)
            let files = try await publish("files", "_sftp-ssh._tcp", "22", on: printer)
            try await event(.added, "web")
            try await event(.added, "files")
            _ = try await web.stop()
            try await event(.removed, "web")
            #expect(files.status == nil)
        }
    }

    @Test("an instance name is a target, which is resolved and checked")
    func instanceAsTarget() async throws {
        try await withTwoHosts { printer, laptop in
            try await printer.startNginx()
            for name in ["Web, one", #"v1.2 \ "Büro" 🖨"#, "see: http://x"] {
                _ = try await publish(name, "_http._tcp", "80", on: printer)
                let target = ServiceName(instance: name, type: "_http._tcp", domain: "local").description
                let report = try await laptop.check(target)
                #expect(report.status == .connectionUp, "\(target)")
            }
            let missing = try await laptop.check("nobody._http._tcp.local")
            #expect(missing.status == .connectionDown)
        }
    }

    @Test("without avahi-daemon, the command says so and how to fix it")
    func withoutAvahi() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let result = try await host.netdiag("browse", "--once")
            #expect(result.status == .exited(3))
            #expect(result.diagnostics.contains("service dbus start"))
        }
    }

    @Test(
        "an invalid service type is refused",
        arguments: ["http", "_http", "_http._sctp", "_a+b._tcp", "._tcp", "_._udp"])
    func badType(type: String) async throws {
        try await Lab.run { lab in
            let result = try await lab.host("h1").netdiag("browse", type)
            #expect(result.status == .exited(64) && result.diagnostics.contains("_http._tcp"))
        }
    }
}
