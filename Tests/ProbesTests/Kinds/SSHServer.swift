import Foundation
import TestProcess
import Testing

/// A real sshd(8) on the loopback interface, started by `Tests/Support/Servers/ssh.py`, or a replacement with a fault.
final class SSHServer: Sendable {
    let port: UInt16
    private let key: String
    private let process: TestProcess

    private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Support/Servers/ssh.py").path

    /// - Parameters:
    ///   - keyType: The type of the host key, as for ssh-keygen(1).
    ///   - fault: The fault of the server.
    init(keyType: String = "ed25519", fault: String = "") async throws {
        key = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString).pub").path
        process = try TestProcess([
            "/usr/bin/env", "LAB_KEY=\(key)", "LAB_KEY_TYPE=\(keyType)", "LAB_FAULT=\(fault)", "/usr/bin/python3",
            Self.program,
        ])
        var port: UInt16?
        for await line in process.lines {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 2, words[0] == "ssh" else { continue }
            port = UInt16(words[1])
            break
        }
        self.port = try #require(port, "no server of SSH")
    }

    deinit { try? FileManager.default.removeItem(atPath: key) }

    /// The fingerprints by `ssh-keygen -lf`: of the host key's file, and of the key that ssh-keyscan(1) gets over the
    /// network.
    func fingerprints() async throws -> (ofFile: Substring?, ofScan: Substring?) {
        func fingerprint(_ output: Data) -> Substring? {
            String(decoding: output, as: UTF8.self).split(separator: " ").first { $0.hasPrefix("SHA256:") }
        }
        let file = try await TestProcess.run(["/usr/bin/ssh-keygen", "-lf", key])
        let scan = try await TestProcess.run([
            "/bin/sh", "-c", "ssh-keyscan -p \"$1\" 127.0.0.1 2>/dev/null | ssh-keygen -lf -", "-", "\(port)",
        ])
        return (fingerprint(file.output), fingerprint(scan.output))
    }
}
