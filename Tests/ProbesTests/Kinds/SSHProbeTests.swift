import EventLoopKit
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

@Suite("ssh:// with sshd")
struct SSHProbeTests {
    static func report(
        _ address: String, fingerprint: String? = nil, limit: Duration = .ample
    ) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        var options = CheckOptions(timeout: limit)
        if let fingerprint { try options.probe.kind.set(try setting(), fingerprint) }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        return try await engine.check(CheckRequest(Target("ssh://\(address)"), settings: options), on: loop)
    }

    static func setting() throws -> any KindSettingDescription {
        let kind = try #require(TargetKinds.builtIn.kind(named: "ssh"))
        return try #require(kind.describedSettings.first { $0.key == "fingerprint" })
    }

    static func evidence(_ report: Report) throws -> SSHEvidence {
        try #require(report[SSHEvidence.self])
    }

    @Test(
        "the fingerprint is the same as from ssh-keygen and ssh-keyscan",
        arguments: [("ed25519", "ssh-ed25519"), ("ecdsa", "ecdsa-sha2-nistp256"), ("rsa", "ssh-rsa")])
    func fingerprint(keyType: String, name: String) async throws {
        let server = try await SSHServer(keyType: keyType)
        let expected = try await server.fingerprints()
        let report = try await Self.report("127.0.0.1:\(server.port)")
        #expect(report.status == .connectionUp, "\(report.json)")
        let evidence = try Self.evidence(report)
        let key = try #require(evidence.hostKey)
        #expect(key.fingerprint == expected.ofFile.map(String.init) && key.type == name)
        #expect(key.fingerprint == expected.ofScan.map(String.init))
        #expect(evidence.version == "2.0" && evidence.software?.hasPrefix("OpenSSH_") == true)
        let offer = try #require(evidence.offer)
        let agreement = try #require(evidence.agreement)
        #expect(offer.keyExchange.contains(agreement.keyExchange) && offer.cipher.contains(agreement.cipher))
    }

    @Test("a key other than the expected one is the cause, and one of several expected ones is enough")
    func expectations() async throws {
        let server = try await SSHServer()
        let key = try #require(try await server.fingerprints().ofFile)
        let other = "SHA256:" + String(repeating: "A", count: 43)
        let address = "127.0.0.1:\(server.port)"
        let right = try await Self.report(address, fingerprint: String(key))
        #expect(right.status == .connectionUp, "\(right.json)")
        let several = try await Self.report(address, fingerprint: "\(other), \(key)=")
        #expect(several.status == .connectionUp, "\(several.json)")
        let wrong = try await Self.report(address, fingerprint: other)
        #expect(wrong.status == .connectionDown && wrong.cause?.id == "ssh.wrong-host-key", "\(wrong.json)")
        #expect(wrong.cause?.summary.contains(key) == true && wrong.cause?.summary.contains(other) == true)
        #expect(try wrong.judgedAgain().status == .connectionDown)
    }

    @Test("a host key that has not signed the exchange is not shown, and proves nothing")
    func signature() async throws {
        let server = try await SSHServer(fault: "forged")
        let key = try #require(try await server.fingerprints().ofFile)
        let report = try await Self.report("127.0.0.1:\(server.port)", fingerprint: String(key))
        #expect(report.status == .connectionDown && report.cause?.id == "ssh.key-exchange", "\(report.json)")
        #expect(try Self.evidence(report).hostKey == nil)
    }

    @Test("a server with only algorithms that libssh does not support is not reported as down")
    func algorithms() async throws {
        let server = try await SSHServer(fault: "algorithms")
        let report = try await Self.report("127.0.0.1:\(server.port)")
        #expect(report.status == .connectionIndeterminate, "\(report.json)")
        #expect(report.cause?.id == "ssh.no-common-algorithm", "\(report.json)")
        #expect(report.json.contains("sntrup761x25519-sha512@openssh.com"))
    }

    @Test(
        "an invalid fingerprint is refused with the correct form",
        arguments: [
            "", "SHA256:", "MD5:16:27:ac", "SHA256:" + String(repeating: "A", count: 42),
            "SHA256:" + String(repeating: "A", count: 42) + "B", "sha256:" + String(repeating: "A", count: 43),
            "SHA256:" + String(repeating: "\u{1b}", count: 43), "SHA256:" + String(repeating: "é", count: 43),
            Array(repeating: "SHA256:" + String(repeating: "A", count: 43), count: 9).joined(separator: ","),
        ])
    func settings(text: String) throws {
        let error = #expect(throws: SettingsError.self) { try Self.setting().check(text) }
        #expect(error?.reason.contains("expected one to eight fingerprints") == true)
        #expect(error?.reason.unicodeScalars.contains(where: SafeText.isUnsafe) == false)
    }
}
