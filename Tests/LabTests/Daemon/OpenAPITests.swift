import Foundation
import Lab
import NetworkModel
import Testing

@Suite("The description of the API", .lab, .tags(.lab))
struct APIDescriptionTests {
    private static let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Support/OpenAPI/walk.py").path

    @Test("what every endpoint answers is as described: status, media type and schema")
    func walk() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            let daemon = try await host.startDaemon(
                """
                publish: off
                uplink: off
                interval: 1s
                targets:
                - { target: "tcp://127.0.0.1:9", name: Shop, group: Web, labels: {team: a} }
                - { target: "127.0.0.1", name: Ping }
                """)
            try await daemon.status("an incident") { status in
                status.targets.allSatisfy { $0.last != nil }
                    && status.incidents.contains { $0.cause.id == "tcp.refused" }
            }
            let result = try await host.result(
                of: ["/usr/bin/python3", "-W", "ignore", Self.walk, RunningDaemon.socket], within: .seconds(120))
            #expect(result.status == .exited(0), "\(result.output)\n\(result.diagnostics)")
            #expect(try await daemon.stop() == .exited(0))
        }
    }
}
