import Lab
import Testing

import struct NetworkModel.TLSEvidence

@Suite("TLS", .lab, .tags(.lab))
struct ProtocolTLSTests {
    private static let url = "https://www.lab.example/"

    /// The SHA-256 fingerprint of a certificate that openssl prints, in lower-case hexadecimal digits.
    private func fingerprint(_ certificate: String, on host: Host) async throws -> String {
        let text = try await host.run(
            ["openssl", "x509", "-noout", "-fingerprint", "-sha256"], input: certificate + "\n")
        return (text.split(separator: "=").last ?? "").filter { $0 != ":" }.lowercased()
    }

    /// Runs `netdiagd` with settings of the target, and checks it with `netdiag`.
    private func ask(_ settings: String, of url: String = Self.url, on client: Host) async throws -> Answer {
        let daemon = try await client.startDaemon(
            "interval: 1h\npublish: off\nthresholds: { certificate_days: 3 }\ntargets:\n- target: \(url)\n  \(settings)\n"
        )
        let answer = Answer(target: "\(url) \(settings)", result: try await client.netdiag("check", "--json", url))
        _ = try await daemon.stop()
        return answer
    }

    @Test("the report has all negotiated parameters, and the whole chain", arguments: ["-tls1_3", "-tls1_2"])
    func facts(version: String) async throws {
        try await Pair.run { pair in
            let intermediate = try await pair.authority.issueIntermediate(on: pair.server)
            let leaf = try await intermediate.issue(
                ["www.lab.example", pair.address], key: .rsa(2048), on: pair.server)
            let options = [version, "-alpn", "http/1.1"]
            try await pair.server.startSServer(certificate: leaf.followed(by: intermediate), options: options)
            for target in [Self.url, "tls://www.lab.example:443"] {
                let tls = try #require(try await pair.client.ask(target).report(nil).tls)
                #expect(tls.outcome == .established && tls.serverName == "www.lab.example")
                #expect(tls.version == (version == "-tls1_3" ? "TLSv1.3" : "TLSv1.2"))
                #expect(tls.cipher?.contains("AES") == true && tls.stapledStatus == .absent)
                #expect(tls.alpn == "http/1.1")
                #expect(tls.daysLeft == 29)
                #expect(tls.chain.count == 2)
                let (own, other) = (tls.chain[0], tls.chain[1])
                #expect(own.subject == "CN = www.lab.example" || own.subject == "CN=www.lab.example")
                #expect(own.issuer == other.subject && own.names == ["www.lab.example", pair.address])
                #expect(own.key == "RSA" && own.keyBits == 2048 && own.signature == "ecdsa-with-SHA256")
                #expect(other.key == "EC" && other.keyBits == 256)
                #expect(try await own.fingerprint == fingerprint(leaf.certificate, on: pair.server))
                let above = intermediate.authority.certificate
                #expect(try await other.fingerprint == fingerprint(above, on: pair.server))
            }
            let named = try await pair.client.ask("https://\(pair.address)/").report(nil)
            #expect(named.tls?.serverName == pair.address)
        }
    }

    @Test("stapled OCSP responses are read", arguments: [OCSPStatus.good, .revoked, .unknown])
    func stapling(status: OCSPStatus) async throws {
        try await Pair.run { pair in
            let certificate = try await pair.certificate()
            let response = try await pair.authority.ocspResponse(for: certificate, status: status, on: pair.server)
            try await pair.server.startSServer(certificate: certificate, options: ["-status_file", response])
            let answer = try await pair.client.ask(Self.url)
            let report =
                status == .revoked ? try answer.report("tls.revoked", ["www.lab.example"]) : try answer.report(nil)
            #expect(report.tls?.stapledStatus?.rawValue == "\(status)")
        }
    }

    @Test("another server name and another authority can be set")
    func namesAndAuthorities() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            let other = try await pair.authority.issue(["other.lab.example"], on: server)
            _ = try await server.startRecorder(port: 443, certificate: other)
            try await client.ask(Self.url).report("tls.wrong-host", ["other.lab.example"])
            let named = try await client.ask(Self.url, ["--server-name", "other.lab.example"]).report(nil)
            #expect(named.tls?.serverName == "other.lab.example" && named.http?.url == Self.url)

            let stranger = try await CertificateAuthority(on: server)
            let strange = try await stranger.issue(["www.lab.example"], on: server)
            try await server.startNginx([Site(port: 444, certificate: strange.followed(by: stranger))])
            let url = "https://www.lab.example:444/"
            try await client.ask(url).report("tls.untrusted-issuer")
            let file = try await stranger.file(on: client)
            try await client.ask(url, ["--ca-file", file]).report(nil)
            // The file replaces the system's authorities.
            let only = try await client.ask(Self.url, ["--ca-file", file, "--server-name", "other.lab.example"])
            try only.report("tls.untrusted-issuer")
            let missing = try await client.ask(url, ["--ca-file", "/run/nothing"]).result
            #expect(missing.status == .exited(64) && missing.diagnostics.contains("/run/nothing"))
        }
    }

    @Test("a server requires a client certificate", arguments: ["-tls1_3", "-tls1_2"])
    func clientCertificate(version: String) async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            let trusted = try await pair.authority.file(on: server)
            try await server.startSServer(
                certificate: try await pair.certificate(),
                options: [version, "-Verify", "1", "-verify_return_error", "-CAfile", trusted])
            let known = try await pair.authority.issueClient(Account.name, on: server)
            let unknown = try await Certificate.selfSigned([Account.name], on: server)
            for (name, certificate) in [("known", known), ("unknown", unknown)] {
                try await client.write("/run/\(name).pem", certificate.certificate + "\n")
                try await client.write("/run/\(name).key", certificate.key + "\n", mode: 0o600)
            }
            try await client.write("/run/both.pem", known.certificate + "\n" + known.key + "\n", mode: 0o600)
            try await client.ask(Self.url).report("tls.client-certificate", ["www.lab.example:443"])
            try await client.ask("tls://www.lab.example:443", ["--cert", "/run/both.pem"]).report(nil)
            try await client.ask(Self.url, ["--cert", "/run/known.pem", "--key", "/run/known.key"]).report(nil)
            try await client.ask(Self.url, ["--cert", "/run/both.pem"]).report(nil)
            let strange = ["--cert", "/run/unknown.pem", "--key", "/run/unknown.key"]
            // In TLS 1.3, the alert races with the reset that the client's request causes.
            if version == "-tls1_2" {
                try await client.ask(Self.url, strange).report("tls.alert", ["unknown ca"])
            } else {
                #expect(try await client.ask(Self.url, strange).result.status == .exited(2))
            }
            let settings = "tls: { certificate: /run/known.pem, key: /run/known.key }"
            try await ask(settings, on: client).report(nil)
            let unfit = try await client.ask(Self.url, ["--cert", "/run/known.pem", "--key", "/run/unknown.key"]).result
            #expect(unfit.status != .exited(0))
        }
    }

    @Test("protocol versions that do not overlap")
    func versions() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            let certificate = try await pair.certificate()
            try await server.startSServer(
                certificate: certificate, options: ["-tls1", "-cipher", "DEFAULT@SECLEVEL=0"])
            try await server.startSServer(port: 444, certificate: certificate, options: ["-tls1_2"])
            try await client.ask(Self.url).report("tls.version", ["www.lab.example:443"])
            let other = "https://www.lab.example:444/"
            try await client.ask(other).report(nil)
            try await ask("tls: { minimum: '1.3' }", of: other, on: client).report(
                "tls.version", ["www.lab.example:444"])
            let old = try await ask("tls: { minimum: '1.0' }", on: client)
            let report = try old.report("tls.weak", ["TLSv1"], isWarning: true)
            #expect(report.tls?.version == "TLSv1")
        }
    }

    @Test("a key that is too short, and a certificate that expires soon")
    func weakness() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            let short = try await pair.authority.issue(["www.lab.example"], key: .rsa(1024), on: server)
            try await server.startSServer(certificate: short, options: ["-cipher", "DEFAULT@SECLEVEL=0"])
            let refused = try await client.ask(Self.url)
            let report = try refused.report("tls.weak", ["RSA key of 1024 bits", "does not accept"])
            #expect(report.tls?.chain.first?.keyBits == 1024)
            try await ask("tls: { minimum: '1.0' }", on: client).report("tls.weak", ["1024 bits"], isWarning: true)

            try await server.startNginx([Site(port: 444, certificate: try await pair.certificate())])
            let url = "https://www.lab.example:444/"
            try await ask("timeout: 5s", of: url, on: client).report(nil)
            let daemon = try await client.startDaemon("publish: off\nthresholds: { certificate_days: 60 }")
            let soon = try await client.netdiag("check", "--json", url)
            try Answer(target: url, result: soon).report("tls.expires-soon", ["www.lab.example"], isWarning: true)
            _ = try await daemon.stop()
        }
    }
}
