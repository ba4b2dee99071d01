import Foundation
import NetworkModel
import TestProcess

/// A loopback `openssl s_server` that requests a client certificate after the handshake, when a test triggers it.
final class AskingServer: Sendable {
    /// The way in which the certificate is requested.
    enum Kind: CaseIterable {
        /// By a CertificateRequest after the handshake (RFC 8446 section 4.6.2).
        case postHandshake
        /// By a HelloRequest, and a CertificateRequest in the following handshake (RFC 5246 section 7.4.1.1).
        case renegotiation

        fileprivate var options: [String] { self == .postHandshake ? ["-tls1_3"] : ["-tls1_2"] }
        /// The command for s_server (openssl-s_server(1), CONNECTED COMMANDS).
        fileprivate var command: String { self == .postHandshake ? "c\n" : "R\n" }
    }

    /// Another name in its certificate besides `localhost`.
    static let otherName = "other.localhost"

    let kind: Kind
    let certificate: String
    let port: UInt16
    private let process: TestProcess

    /// - Parameter asksAtOnce: Whether the certificate is already requested in the handshake, without being required.
    init(_ kind: Kind, asksAtOnce: Bool = false) async throws {
        self.kind = kind
        certificate = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString).pem").path
        let made = try await TestProcess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", certificate + ".key", "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,DNS:\(Self.otherName),IP:127.0.0.1",
        ])
        precondition(made.exitStatus == 0, "openssl: \(String(decoding: made.complaint, as: UTF8.self))")
        // With a second certificate, it prints the name in SNI.
        let names = ["-servername", Self.otherName, "-cert2", certificate, "-key2", certificate + ".key"]
        // Its lines are needed at once, but s_server does not flush all of them.
        process = try TestProcess(
            [
                "stdbuf", "-o0", "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key",
                certificate + ".key",
            ] + kind.options + (asksAtOnce ? ["-verify", "1"] + names : []))
        port = UInt16(await Self.line(of: process) { $0.hasPrefix("ACCEPT 127.0.0.1:") }.split(separator: ":")[1]) ?? 0
        precondition(port != 0, "openssl s_server does not say its port")
    }

    deinit {
        for file in [certificate, certificate + ".key"] { try? FileManager.default.removeItem(atPath: file) }
    }

    /// When a client is connected, requests its certificate, and then sends a text to show that both sides still work.
    func askAndSay(_ text: String) async throws {
        _ = await Self.line(of: process) { $0.hasPrefix("CIPHER is ") }
        try process.write(kind.command)
        // Each command must be read separately.
        _ = await Self.line(of: process) { $0.hasPrefix("SSL_do_handshake -> ") }
        try process.write(text + "\n")
    }

    /// When a client is connected, returns the name in SNI, and whether the client sent a certificate.
    func shown() async -> (name: String?, hasCertificate: Bool) {
        var shown: (name: String?, hasCertificate: Bool) = (nil, false)
        _ = await Self.line(of: process) { line in
            let words = line.split(separator: "\"")
            if line.hasPrefix("Hostname in TLS extension: "), words.count > 1 { shown.name = String(words[1]) }
            if line == "Client certificate" { shown.hasCertificate = true }
            return line.hasPrefix("CIPHER is ")
        }
        return shown
    }

    /// - Returns: The first line that meets the condition.
    private static func line(of process: TestProcess, _ isMeant: (String) -> Bool) async -> String {
        for await line in process.lines {
            let text = String(decoding: line, as: UTF8.self)
            if isMeant(text) { return text }
        }
        return ""
    }
}
