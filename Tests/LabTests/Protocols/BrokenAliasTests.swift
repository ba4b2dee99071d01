import Lab
import Testing

@Suite("CNAME chains without an address", .lab, .tags(.lab))
struct BrokenAliasTests {
    /// A zone, and what `netdiag resolve` has to report about the name `www.lab.example` in it.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var zone: [DNSScript.Rule]
        var lines: [String]
    }

    private static let cases = [
        Case(
            testDescription: "an end that does not exist", zone: [.init("www.lab.example", .alias("gone.example"))],
            lines: ["alias of gone.example, which does not exist", "no A: nxdomain"]),
        Case(
            testDescription: "two aliases, and an end that does not exist",
            zone: [
                .init("www.lab.example", .alias("a.lab.example")), .init("a.lab.example", .alias("gone.example")),
            ], lines: ["alias of a.lab.example\n", "alias of gone.example, which does not exist"]),
        Case(
            testDescription: "aliases alone, which the server does not follow",
            zone: [
                .init("www.lab.example", .aliasAlone("a.lab.example")),
                .init("a.lab.example", .aliasAlone("gone.example")),
            ], lines: ["alias of a.lab.example\n", "alias of gone.example, which does not exist"]),
        Case(
            testDescription: "an end without an address",
            zone: [.init("www.lab.example", .alias("text.lab.example")), .init("text.lab.example", .addresses([]))],
            lines: ["alias of text.lab.example, which has no A record"]),
        Case(
            testDescription: "aliases alone, in a circle",
            zone: [
                .init("www.lab.example", .aliasAlone("a.lab.example")),
                .init("a.lab.example", .aliasAlone("www.lab.example")),
            ], lines: ["alias of a.lab.example\n", "alias of www.lab.example, which is a loop"]),
        Case(
            testDescription: "a circle that the server follows",
            zone: [
                .init("www.lab.example", .alias("a.lab.example")), .init("a.lab.example", .alias("www.lab.example")),
            ], lines: ["which is a loop"]),
    ]

    @Test("resolve reports the last name of a chain, and what is wrong with it", arguments: cases)
    func resolve(item: Case) async throws {
        try await Lab.run { lab in
            let office = try await lab.office()
            try await office.names.startDNS(item.zone)
            try await office.client.useDNS(["10.77.3.1"])
            let result = try await office.client.result(
                of: [Programs.command, "resolve", "www.lab.example"], environment: ["HOME": "/run/home"])
            for line in item.lines {
                #expect(result.output.contains(line), "\(result.output)\(result.diagnostics)")
            }
        }
    }
}
