import EventLoopKit
import Foundation
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

@testable import Probes

/// A server may request the client's certificate at any time up to the end of a connection: the context of the callback
/// must exist as long. `make sanitize` runs these tests with AddressSanitizer, which detects accesses that would
/// otherwise be invisible.
@Suite("Requests for a certificate after the handshake", .serialized)
struct PostHandshakeTests {
    private func report(_ server: AskingServer, _ script: [ScriptStep]) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        var options = CheckOptions(timeout: .ample, certificateAuthorityFile: server.certificate)
        options.probe.script = script
        return try await engine.check(
            CheckRequest(Target("tcp://localhost:\(server.port)"), settings: options), on: loop)
    }

    @Test("a connection that is kept for a dialogue", arguments: AskingServer.Kind.allCases)
    func kept(kind: AskingServer.Kind) async throws {
        for _ in 0..<3 {
            let server = try await AskingServer(kind)
            async let asked: Void = server.askAndSay("still here")
            let report = try await report(server, [.startTLS, .expect("still here"), .send(Array("bye\n".utf8))])
            try await asked
            #expect(report.tcp?.script?.map(\.hasSucceeded) == [true, true, true], "\(report.json)")
        }
    }

    @Test("a connection that is closed with the request unread", arguments: AskingServer.Kind.allCases)
    func unread(kind: AskingServer.Kind) async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = CurlEngine.make(on: loop)
        let server = try await AskingServer(kind)
        let address = SocketAddress(IPAddress("127.0.0.1")!, port: server.port)
        _ = try await TCPProbe(addresses: [address], loop: loop).observe(until: .now + .ample) { socket in
            var plan = CurlPlan(
                url: "https://localhost:\(server.port)/", socket: socket,
                places: [.init(host: .name("localhost"), port: server.port, address: address.address)],
                limit: .ample)
            plan.tls.certificateAuthorityFile = server.certificate
            let made = plan
            try await engine.withConnection {
                try TLSTransfer($0, made, isKept: true)
            } _: { outcome, channel in
                #expect(outcome.isShaken && channel != nil)
                // The request was sent when this returns; libcurl reads it when it closes the connection.
                try await server.askAndSay("unread")
            }
        }
    }
}
