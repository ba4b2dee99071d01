import Foundation
import TestProcess

/// A correct loopback server of a kind: `Tests/Support/Servers/NAME.py`, which prints a line with the scheme and the
/// port for each of its listeners.
final class KindServer: Sendable {
    /// The path of the certificate in PEM, for TLS.
    let certificate: String
    private let ports: [String: UInt16]
    private let process: TestProcess

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Support/Servers").path

    /// - Parameter schemes: The schemes that the server has listeners for.
    init(_ name: String, _ schemes: [String]) async throws {
        certificate = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString).pem").path
        try await LoopbackCertificate.write(to: certificate)
        process = try TestProcess(["/usr/bin/python3", "\(Self.folder)/\(name).py", certificate])
        var ports: [String: UInt16] = [:]
        for await line in process.lines {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            if words.count == 2 { ports[String(words[0])] = UInt16(words[1]) }
            if schemes.allSatisfy({ ports[$0] != nil }) { break }
        }
        self.ports = ports
    }

    func port(of scheme: String) -> UInt16? { ports[scheme] }

    deinit { LoopbackCertificate.remove(certificate) }
}
