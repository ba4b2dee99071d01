import EventLoopKit
import Foundation
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import TestProcess
import Testing

@testable import Probes

/// Computing with a large Diffie-Hellman group would block the loop of all checks: the handshake ends before that.
@Suite("Diffie-Hellman groups", .serialized)
struct LargeGroupTests {
    /// `openssl s_server` with a group of this size, whose modulus is any odd number: clients do not look for its factors.
    private final class Server {
        let certificate: String
        let port: UInt16
        private let parameters: String
        private let process: TestProcess

        init(bits: Int) async throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString).pem").path
            certificate = path
            parameters = path + ".dh"
            // The suites of TLS 1.2 with such groups need a key of RSA.
            let made = try await TestProcess.run([
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", path + ".key", "-out", path,
                "-days", "90", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ])
            precondition(made.exitStatus == 0, "openssl: \(String(decoding: made.complaint, as: UTF8.self))")
            try Self.pem(bits: bits).write(to: URL(filePath: parameters))
            process = try TestProcess([
                "stdbuf", "-o0", "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", path, "-key",
                path + ".key",
                "-dhparam", parameters, "-tls1_2", "-cipher", "DHE:@SECLEVEL=0", "-www",
            ])
            var found: UInt16 = 0
            for await line in process.lines {
                let text = String(decoding: line, as: UTF8.self)
                guard text.hasPrefix("ACCEPT 127.0.0.1:") else { continue }
                found = UInt16(text.split(separator: ":")[1]) ?? 0
                break
            }
            port = found
        }

        deinit {
            for file in [certificate, certificate + ".key", parameters] {
                try? FileManager.default.removeItem(atPath: file)
            }
        }

        /// The parameters in DER (RFC 2631, PKCS #3): a sequence of the modulus and the generator 2.
        private static func pem(bits: Int) -> Data {
            func length(_ count: Int) -> [UInt8] {
                count < 128 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
            }
            var modulus = (0..<bits / 8).map { _ in UInt8.random(in: 0...255) }
            modulus[0] |= 0x80
            modulus[modulus.count - 1] |= 1
            let number = [UInt8(2)] + length(modulus.count + 1) + [0] + modulus
            let content = number + [2, 1, 2]
            let der = Data([0x30] + length(content.count) + content)
            let text = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return Data("-----BEGIN DH PARAMETERS-----\n\(text)\n-----END DH PARAMETERS-----\n".utf8)
        }
    }

    private func report(_ server: Server) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        // On a busy machine, or under a sanitizer, the server computes for a long time with its own group.
        let options = CheckOptions(timeout: .seconds(120), certificateAuthorityFile: server.certificate)
        return try await engine.check(
            CheckRequest(Target("tls://localhost:\(server.port)"), settings: options), on: loop)
    }

    @Test("a group of 10,000 bits is refused, and the report names it")
    func tooLarge() async throws {
        let report = try await report(try await Server(bits: 10_000))
        #expect(report.status == .connectionDown)
        #expect(report.cause?.id == "tls.failed", "\(report.json)")
        #expect(report.cause?.summary.contains("Diffie-Hellman group has 10000 bits") == true, "\(report.json)")
    }

    @Test("the largest one in use is accepted")
    func usual() async throws {
        let report = try await report(try await Server(bits: 4_096))
        #expect(report[TLSEvidence.self]?.outcome == .established, "\(report.json)")
        #expect(report[TLSEvidence.self]?.cipher?.contains("DHE") == true)
    }
}
