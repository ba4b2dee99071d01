import ArgumentParser
import NetworkDiagnostics
import NetworkModel
import Testing

@testable import NetdiagCLI

@Suite("Checks by the names of targets")
struct NamedCheckTests {
    private func settings(_ arguments: [String], on configured: ProbeSettings) throws -> ProbeSettings {
        try CheckCommand.parse(["--no-daemon"] + arguments + ["Shop"]).probe.settings(on: configured)
    }

    @Test("a configured body uses its own method; one from the command line is sent with POST unless a method is given")
    func methods() throws {
        var configured = ProbeSettings()
        (configured.http.method, configured.http.body) = ("PUT", .bytes(Array("{}".utf8)))
        #expect(try settings([], on: configured).http.method == "PUT")
        #expect(try settings(["--data", "x"], on: configured).http.method == "PUT")
        #expect(try settings(["--data", "x", "-X", "PATCH"], on: configured).http.method == "PATCH")
        #expect(try settings(["--data", "x"], on: ProbeSettings()).http.method == "POST")
        (configured.http.method, configured.http.body) = ("GET", .bytes(Array("{}".utf8)))
        #expect(try settings([], on: configured).http.method == "GET")
    }

    @Test("a word that may be the name of a target is not refused because of its form; one that cannot be is")
    func proxies() throws {
        func plain(_ text: String) throws -> [String] {
            try CheckCommand.parse(["--proxy", "http://p.example:3128", text]).plain().map(\.text)
        }
        #expect(try plain("Shop").isEmpty)
        #expect(try plain("icmp://Shop") == ["icmp://Shop"])
        #expect(try plain("192.0.2.1") == ["192.0.2.1"])
        #expect(try CheckCommand.parse(["Shop"]).plain().map(\.text) == ["Shop"])
    }
}
