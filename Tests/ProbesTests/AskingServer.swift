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

    /// A name that its certificate has beside `localhost`.
    static let otherName = "other.localhost"

    let kind: Kind
    let certificate: String
    let port: UInt16
    private let process: TestProcess

    /// - Parameter asksAtOnce: Whether it asks in the handshake already; it goes on without a certificate.
    init(_ kind: Kind, asksAtOnce: Bool = false) async throws {
        self.kind = kind
        certificate = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString).pem").path
        let made = try TestProcess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", certificate + ".key", "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,DNS:\(Self.otherName),IP:127.0.0.1",
        ])
        precondition(made.exitStatus == 0, "openssl: \(String(decoding: made.complaint, as: UTF8.self))")
        // With a second certificate it says which name it was asked for.
        let names = ["-servername", Self.otherName, "-cert2", certificate, "-key2", certificate + ".key"]
        // Its lines are needed when they come, and s_server does not flush all of them.
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

    /// Once a client is there: asks for its certificate, and then says something that shows that both sides still live.
    func askAndSay(_ text: String) async throws {
        _ = await Self.line(of: process) { $0.hasPrefix("CIPHER is ") }
        try process.write(kind.command)
        // Each command is a read of its own.
        _ = await Self.line(of: process) { $0.hasPrefix("SSL_do_handshake -> ") }
        try process.write(text + "\n")
    }

    /// Once a client is there: the name that it has asked for, and whether it has shown a certificate.
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

    /// - Returns: What follows the words in which the line that is looked for begins.
    private static func line(of process: TestProcess, _ isMeant: (String) -> Bool) async -> String {
        for await line in process.lines {
            let text = String(decoding: line, as: UTF8.self)
            if isMeant(text) { return text }
        }
        return ""
    }
}
