import Foundation
import Lab
import Testing

import enum Lab.ExitStatus
import struct NetworkModel.StatusDocument

private let schemathesis = ProcessInfo.processInfo.environment["NETDIAG_SCHEMATHESIS"]

@Suite("The description of the API", .lab, .tags(.lab))
struct APIDescriptionTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let walk = root.appending(path: "Tests/Support/OpenAPI/walk.py").path
    /// The folder that the examples of the description are written to.
    private static let examples = root.appending(
        path: "Sources/NetdiagService/OpenAPI/APIExamples+Recorded.swift")

    @Test(
        "responses of every endpoint match the description: status, media type, schema; so do the examples"
    )
    func walk() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server"), printer = try await lab.host("printer")
            _ = try await lab.segment([host, printer])
            try await host.startDiscovery()
            try await printer.startDiscovery()
            let announcement = try printer.spawn([
                "avahi-publish", "-s", "Office printer", "_ipp._tcp", "631", "rp=printers/office",
            ])
            try await announcement.diagnostics.first("the announcement") { $0.contains("Established") }
            let daemon = try await host.startDaemon(
                """
                publish: { name: server }
                uplink: off
                interval: 1s
                discovery: { types: [_ipp._tcp] }
                targets:
                - { target: "tcp://127.0.0.1:9", name: Shop, group: Web, labels: {team: a} }
                - { target: "127.0.0.1", name: Ping }
                alerts:
                  receivers:
                  - { name: log, exec: [/usr/bin/true] }
                """)
            try await daemon.status("an incident") { status in
                status.targets.allSatisfy { $0.last != nil }
                    && status.incidents.contains { $0.cause.id == "tcp.refused" }
                    && status.publication.state == .published
            }
            let result = try await host.result(
                of: ["/usr/bin/python3", "-W", "ignore", Self.walk, RunningDaemon.socket, "/run/examples.json"],
                within: .seconds(120))
            if ProcessInfo.processInfo.environment["NETDIAG_WRITE_DOCS"] != nil {
                try Self.write(try await host.run(["cat", "/run/examples.json"]))
            } else {
                #expect(
                    result.status == .exited(0),
                    "\(result.output.split(separator: "\n").filter { !$0.hasSuffix(" as described") }.joined(separator: "\n"))\n\(result.diagnostics)"
                )
            }
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    /// Runs if schemathesis is installed (from PyPI); NETDIAG_SCHEMATHESIS is the path of schemathesis 4. Streams are
    /// left out, since they have no end that it could wait for. With the token, it does not sign in: after the wrong
    /// tokens that it would send, the daemon would refuse the right one, and few requests would be carried out.
    @Test(
        "schemathesis finds no undocumented response, with and without the token",
        .enabled(if: schemathesis != nil))
    func cases() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            _ = try await lab.segment([host])
            try await host.startDiscovery()
            let token = "0123456789abcdef0123456789abcdef"
            let daemon = try await host.startDaemon(
                """
                listen: { http: ["127.0.0.1:8053"] }
                publish: off
                uplink: off
                interval: 5s
                access: { token: \(token) }
                targets:
                - { target: "tcp://127.0.0.1:9", name: Shop, group: Web, labels: {team: a} }
                """)
            try await daemon.status("a report") { $0.targets.allSatisfy { $0.last != nil } }
            for (login, others) in [(["--header", "Authorization: Bearer \(token)"], "|login"), ([], "")] {
                let result = try await host.result(
                    of: [
                        schemathesis ?? "", "run", "http://127.0.0.1:8053/openapi.json", "--exclude-path-regex",
                        "^/(v1/events|v1/socket|page/live|v1/services\(others))$", "--checks",
                        "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
                            + "response_schema_conformance,unsupported_method,allow_header_conformance",
                        "--phases", "examples,coverage,fuzzing", "--max-examples", "100", "--request-timeout", "20",
                        "--continue-on-failure", "--seed", "7",
                    ] + login, within: .seconds(600))
                #expect(result.status == .exited(0), "\(result.output.suffix(8_000))\n\(result.diagnostics)")
                #expect(
                    login.isEmpty || !result.output.contains("429 Too Many Requests"),
                    "\(result.output.suffix(8_000))")
            }
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    /// Writes the examples as source code: they are part of the program.
    private static func write(_ json: String) throws {
        let recorded = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [String: Any]])
        var text =
            "// Written by `make golden` from the answers of a netdiagd in the lab: not to be edited.\nextension APIExamples {\n"
        for (name, key) in [("recordedBodies", "bodies"), ("recordedAnswers", "answers")] {
            text += "    static let \(name): [String: String] = [\n"
            for (operation, value) in (recorded[key] ?? [:]).sorted(by: { $0.key < $1.key }) {
                let line = try JSONSerialization.data(
                    withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
                text +=
                    "        \"\(operation)\": ##\"\"\"\n        \(String(decoding: line, as: UTF8.self))\n        \"\"\"##,\n"
            }
            text += "    ]\n"
        }
        try Data((text + "}\n").utf8).write(to: examples)
    }
}
