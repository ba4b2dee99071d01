import EventLoopKit
import Foundation
import NetworkModel
import TestProcess
import Testing

@testable import Probes

/// libcurl closes a connection whose certificates it refuses, and the next one may lead to another server: what is said of the
/// certificates must be of the connection that was refused.
@Suite("Refused certificates")
struct RefusedCertificateTests {
    /// A server as behind a load balancer: each connection gets the next one of several certificates.
    private final class Balancer: Sendable {
        let port: UInt16
        /// The certificates that are trusted.
        let trusted: String
        private let directory: URL
        private let process: TestProcess

        private static let program = """
            import socket, ssl, sys
            contexts = []
            for path in sys.argv[1:]:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(path)
                contexts.append(context)
            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)
            turn = 0
            while True:
                connection, _ = listener.accept()
                context = contexts[turn % len(contexts)]
                turn += 1
                try:
                    with context.wrap_socket(connection, server_side=True) as stream:
                        stream.recv(1)
                except OSError:
                    pass
            """

        /// - Parameter servers: The name in each certificate, whether it is trusted, and its extended key usage.
        init(_ servers: [(name: String, isTrusted: Bool, use: String)]) async throws {
            directory = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            trusted = directory.path + "/trusted.pem"
            var (files, authorities) = ([String](), Data())
            for (number, server) in servers.enumerated() {
                let file = "\(directory.path)/\(number).pem"
                let made = try await TestProcess.run([
                    "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", file, "-out", file + ".crt", "-days", "90", "-subj", "/CN=\(number)",
                    "-addext", "subjectAltName=DNS:\(server.name)", "-addext", "extendedKeyUsage=\(server.use)",
                ])
                precondition(made.exitStatus == 0, "openssl: \(String(decoding: made.complaint, as: UTF8.self))")
                let certificate = try Data(contentsOf: URL(filePath: file + ".crt"))
                try (try Data(contentsOf: URL(filePath: file)) + certificate).write(to: URL(filePath: file))
                if server.isTrusted { authorities += certificate }
                files.append(file)
            }
            try authorities.write(to: URL(filePath: trusted))
            process = try TestProcess(["/usr/bin/python3", "-c", Self.program] + files)
            var found: UInt16 = 0
            for await line in process.lines {
                found = UInt16(String(decoding: line, as: UTF8.self)) ?? 0
                break
            }
            port = found
            precondition(port != 0, "the server does not say its port")
        }

        deinit { try? FileManager.default.removeItem(at: directory) }
    }

    @Test("the certificates in the evidence are those of the connection that was refused")
    func ofSameConnection() async throws {
        let server = try await Balancer([
            ("other.example", true, "serverAuth"), ("localhost", false, "serverAuth"),
            ("localhost", true, "clientAuth"), ("localhost", true, "serverAuth"),
        ])
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = CurlEngine.make(on: loop)
        let address = SocketAddress(IPAddress("127.0.0.1")!, port: server.port)
        let probe = TLSProbe(
            engine: engine, host: .name("localhost"), port: server.port,
            settings: TLSSettings(certificateAuthorityFile: server.trusted))
        let expected: [(outcome: TLSEvidence.Outcome, problem: TLSEvidence.CertificateProblem?, name: String)] = [
            (.certificate, .wrongHost, "other.example"), (.certificate, .selfSigned, "localhost"),
            (.certificate, .wrongPurpose, "localhost"), (.established, nil, "localhost"),
        ]
        for turn in 0..<8 {
            let seen = try await TCPProbe(addresses: [address], loop: loop).observe(until: .now + .ample) {
                try await probe.observe(over: $0, within: .ample)
            }
            let tls = try #require(seen.upper?.tls)
            let (outcome, problem, name) = expected[turn % 4]
            #expect(tls.outcome == outcome && tls.problem == problem, "\(turn): \(tls.summary)")
            #expect(
                tls.chain.map(\.subject) == ["CN=\(turn % 4)"] && tls.chain.first?.names == [name], "\(tls.summary)")
            #expect(tls.version == "TLSv1.3" && tls.cipher?.isEmpty == false && tls.daysLeft == 89, "\(tls.summary)")
        }
        withExtendedLifetime(server) {}
    }
}
