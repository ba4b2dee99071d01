import Foundation
import Lab
import Testing

import enum Lab.ExitStatus
import struct NetworkModel.StatusDocument

@Suite("Documents of the command line", .lab, .tags(.lab))
struct CommandDocumentTests {
    /// Commands that use a daemon if one is running and otherwise do the work themselves.
    private static let commands: [[String]] = [
        ["status"], ["status", "--socket", "/nonexistent"], ["check", "Shop"],
        ["check", "--no-daemon", "tcp://127.0.0.1:9"],
        ["diagnose", "Shop"], ["resolve", "localhost"], ["resolve", "--socket", "/nonexistent", "localhost"], ["links"],
        ["links", "--socket", "/nonexistent"], ["incidents"], ["history"], ["history", "Shop"], ["peers"], ["alerts"],
        ["alerts", "test", "log"], ["explain", "tcp.refused"], ["explain"], ["doctor"],
        ["browse", "_ipp._tcp", "--once"], ["browse", "_ipp._tcp", "--once", "--resolve", "--socket", "/nonexistent"],
        ["report", "--bundle", "/run/bundle.tar"],
    ]

    @Test("each line of --json names its schema")
    func schemas() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            try await host.startDiscovery()
            let daemon = try await host.startDaemon(
                """
                publish: off
                uplink: off
                interval: 1s
                targets:
                - { target: "tcp://127.0.0.1:9", name: Shop }
                services: [{ name: Printer, type: _ipp._tcp, port: 631, check: off }]
                alerts:
                  receivers:
                  - { name: log, exec: [/usr/bin/true] }
                """)
            try await daemon.status("an incident and a service") { status in
                status.incidents.contains { $0.cause.id == "tcp.refused" }
                    && status.services.contains { $0.publication.state == .published }
            }
            for arguments in Self.commands {
                let result = try await host.result(of: [Programs.command] + arguments + ["--json"])
                let lines = result.output.split(separator: "\n")
                #expect(!lines.isEmpty, "\(arguments): \(result.diagnostics)")
                for line in lines { try Self.expectSchema(String(line), of: arguments) }
            }
            let publisher = try host.spawn([Programs.command, "publish", "Own", "_http._tcp", "8080", "--json"])
            let state = try await publisher.output.first("a state") { $0.contains("published") }
            try Self.expectSchema(state, of: ["publish"])
            publisher.killGroup()
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    private static func expectSchema(_ line: String, of arguments: [String]) throws {
        let document = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let schema = document?["schema"] as? String ?? ""
        #expect(schema.wholeMatch(of: /netdiag\.[a-z-]+\/[1-9]/) != nil, "\(arguments): \(line.prefix(300))")
    }
}
