import EventLoopKit
import Foundation
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import TestProcess
import Testing

@testable import Probes

/// Session tickets never become data: without a limit, a check would read them until its deadline, and use half of the time
/// of the loop that it shares with all other checks.
@Suite("Servers that send session tickets without end", .serialized)
struct TicketFloodTests {
    private static let limit = Duration.seconds(90)

    /// `openssl s_server`, which sends session tickets as long as the client reads them.
    private final class Server {
        private let path: String
        private(set) var port: UInt16 = 0
        private let process: TestProcess

        init() async throws {
            path = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString).pem").path
            try LoopbackCertificate.write(to: path)
            process = try TestProcess([
                "stdbuf", "-o0", "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", path, "-tls1_3",
                "-num_tickets", "2000000000",
            ])
            for await line in process.lines {
                let text = String(decoding: line, as: UTF8.self)
                guard text.hasPrefix("ACCEPT 127.0.0.1:") else { continue }
                port = UInt16(text.split(separator: ":")[1]) ?? 0
                break
            }
        }

        var certificate: String { path + ".crt" }

        deinit { LoopbackCertificate.remove(path) }
    }

    @Test("the check ends long before its deadline, and the report states why", arguments: ["imaps", "ldaps", "smtps"])
    func ends(scheme: String) async throws {
        let server = try await Server()
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        let settings = CheckOptions(timeout: Self.limit, certificateAuthorityFile: server.certificate)
        let begun = ContinuousClock.now
        let report = try await engine.check(
            CheckRequest(Target("\(scheme)://localhost:\(server.port)"), settings: settings))
        #expect(begun.duration(to: .now) < Self.limit / 2, "\(report.json)")
        #expect(report.status == .connectionDown)
        #expect(report.cause?.summary.contains(HTTPTransfer.flooded) == true, "\(report.json)")
        #expect(report[TLSEvidence.self]?.outcome == .established, "\(report.json)")
    }
}
