import Foundation
import TestProcess

/// A self-signed certificate for the loopback interface, for the server of one test.
enum LoopbackCertificate {
    /// Writes the key and the certificate to a file, and the certificate alone to another one with `.crt` appended to
    /// its name.
    static func write(to path: String) async throws {
        let made = try await TestProcess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", path, "-out", path + ".crt", "-days", "90", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        ])
        precondition(made.exitStatus == 0, "openssl: \(String(decoding: made.complaint, as: UTF8.self))")
        let both = try Data(contentsOf: URL(filePath: path)) + Data(contentsOf: URL(filePath: path + ".crt"))
        try both.write(to: URL(filePath: path))
    }

    static func remove(_ path: String) {
        for file in [path, path + ".crt"] { try? FileManager.default.removeItem(atPath: file) }
    }
}
