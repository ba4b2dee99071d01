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
    /// Far longer than a check takes that the flood cannot prolong, also on a busy machine. One that read to its end would not state
    /// the reason.
    private static let limit = Duration.seconds(300)

    /// `openssl s_server`, which sends session tickets as long as the client reads them.
    private final class Server {
        private let path: String
        private(set) var port: UInt16 = 0
        private let process: TestProcess

        /// - Parameter processor: The only processor that it uses; `nil` for all.
        init(on processor: Int? = nil) async throws {
            path = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString).pem").path
            try await LoopbackCertificate.write(to: path)
            let confined = processor.map { ["taskset", "-c", "\($0)"] } ?? []
            process = try TestProcess(
                confined + [
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
        try await check(scheme, server, on: loop)
    }

    /// The server then always has tickets ready, and a single attempt of OpenSSL to receive something would not end.
    @Test("so does it if the server writes faster than the check can read")
    func endsWhileSlow() async throws {
        let processor = try #require(Self.processor)
        let server = try await Server(on: processor)
        let loop = try EventLoop()
        defer { loop.shutdown() }
        try await Self.hinder(loop, on: processor)
        // The limit of the guardian is processor time, of which the loop has little here.
        try await check("smtps", server, on: loop)
    }

    /// A processor that this process may use.
    private static var processor: Int? {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let allowed = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        return allowed?.split { !$0.isNumber }.first.flatMap { Int($0) }
    }

    /// Confines the loop's thread to the server's processor, most of whose time the server gets.
    private static func hinder(_ loop: EventLoop, on processor: Int) async throws {
        let thread = await withCheckedContinuation { continuation in
            loop.execute {
                let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
                continuation.resume(returning: link?.split(separator: "/").last.map(String.init))
            }
        }
        let id = try #require(thread)
        let process = try TestProcess(["sh", "-euc", "taskset -pc \(processor) \(id); renice -n 5 -p \(id); echo done"])
        var last: String?
        for await line in process.lines { last = String(decoding: line, as: UTF8.self) }
        try #require(last == "done")
    }

    private func check(_ scheme: String, _ server: Server, on loop: EventLoop) async throws {
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        let settings = CheckOptions(timeout: Self.limit, certificateAuthorityFile: server.certificate)
        let report = try await engine.check(
            CheckRequest(Target("\(scheme)://localhost:\(server.port)"), settings: settings), on: loop)
        #expect(report.status == .connectionDown)
        #expect(report.cause?.summary.contains(HTTPTransfer.flooded) == true, "\(report.json)")
        #expect(report[TLSEvidence.self]?.outcome == .established, "\(report.json)")
    }
}
