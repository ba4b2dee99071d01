import Foundation
import Lab
import Testing

import enum Lab.ExitStatus
import struct NetworkModel.StatusDocument

@Suite("The description of the API", .lab, .tags(.lab))
struct APIDescriptionTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let walk = root.appending(path: "Tests/Support/OpenAPI/walk.py").path
    /// Where the examples of the description are written to.
    private static let examples = root.appending(
        path: "Sources/NetdiagService/OpenAPI/APIExamples+Recorded.swift")

    @Test(
        "what every endpoint answers is as described: status, media type, schema and its name; and so are the examples"
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

    /// Writes the examples as code: they are part of the program.
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
