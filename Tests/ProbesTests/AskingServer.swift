import Foundation
import NetworkModel
import TestProcess

/// `openssl s_server` on loopback, which asks its client for a certificate whenever a test wants it to: behind the handshake.
final class AskingServer: Sendable {
    /// How it asks.
    enum Kind: CaseIterable {
        /// A CertificateRequest behind the handshake (RFC 8446 section 4.6.2).
        case postHandshake
        /// A HelloRequest, and a CertificateRequest in the handshake that follows (RFC 5246 section 7.4.1.1).
        case renegotiation

        fileprivate var options: [String] { self == .postHandshake ? ["-tls1_3"] : ["-tls1_2"] }
        /// What s_server is told (openssl-s_server(1), CONNECTED COMMANDS).
        fileprivate var command: String { self == .postHandshake ? "c\n" : "R\n" }
    }

    let kind: Kind
    let certificate: String
    let port: UInt16
    private let process: TestProcess

    init(_ kind: Kind) async throws {
        self.kind = kind
        certificate = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString).pem").path
        let made = try TestProcess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", certificate + ".key", "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        ])
        precondition(made.exitStatus == 0, "openssl: \(String(decoding: made.complaint, as: UTF8.self))")
        // Its lines are needed when they come, and s_server does not flush all of them.
        process = try TestProcess(
            [
                "stdbuf", "-o0", "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key",
                certificate + ".key",
            ] + kind.options)
        port = UInt16(await Self.line(of: process) { $0.hasPrefix("ACCEPT 127.0.0.1:") }.split(separator: ":")[1]) ?? 0
        precondition(port != 0, "openssl s_server does not say its port")
    }

    deinit {
        for file in [certificate, certificate + ".key"] { try? FileManager.default.removeItem(atPath: file) }
    }

    /// Once a client is there: asks for its certificate, and then says something that shows that both sides still live.
    func askAndSay(_ text: String) async throws {
        _ = await Self.line(of: process) { $0.hasPrefix("CIPHER is ") }
        try process.write(kind.command)
        // Each command is a read of its own.
        _ = await Self.line(of: process) { $0.hasPrefix("SSL_do_handshake -> ") }
        try process.write(text + "\n")
    }

    /// - Returns: What follows the words in which the line that is looked for begins.
    private static func line(of process: TestProcess, _ isMeant: (String) -> Bool) async -> String {
        for await line in process.lines {
            let text = String(decoding: line, as: UTF8.self)
            if isMeant(text) { return text }
        }
        return ""
    }
}
