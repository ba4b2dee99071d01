import Lab
import Testing

extension LabServerTests {
    @Test("openssl s_server uses the TLS version and ALPN protocols of its options")
    func sServer() async throws {
        try await Pair.run { pair in
            let certificate = try await pair.certificate(), client = pair.client
            try await pair.server.startSServer(certificate: certificate)
            let page = try await client.curl("https://www.lab.example/")
            #expect(page.contains("s_server -www -accept 443"))
            #expect(try await client.status(["https://[\(pair.cable.b.ipv6)]/", "-k"]) == "200")

            try await pair.server.startSServer(
                port: 444, certificate: certificate, options: ["-tls1", "-cipher", "DEFAULT@SECLEVEL=0"])
            let old = ["--tls-max", "1.0", "--ciphers", "DEFAULT@SECLEVEL=0", "https://www.lab.example:444/"]
            #expect(try await client.curlExit(["https://www.lab.example:444/"]) == 35)
            #expect(try await client.curlExit(old) == 0)

            try await pair.server.startSServer(
                port: 445, certificate: certificate, options: ["-alpn", "http/1.1"])
            let chosen = try await client.sClient(port: 445, ["-alpn", "h2,http/1.1"])
            #expect(chosen.contains("ALPN protocol: http/1.1"))
            #expect(try await client.sClient(port: 443, ["-alpn", "h2"]).contains("No ALPN negotiated"))
        }
    }

    @Test("openssl s_server requires a client certificate")
    func clientCertificate() async throws {
        try await Pair.run { pair in
            let trusted = try await pair.authority.file(on: pair.server), client = pair.client
            try await pair.server.startSServer(
                certificate: try await pair.certificate(),
                options: ["-Verify", "1", "-verify_return_error", "-CAfile", trusted])
            let known = try await pair.authority.issueClient(Account.name, on: pair.server)
            let unknown = try await Certificate.selfSigned([Account.name], on: pair.server)
            for (name, certificate) in [("known", known), ("unknown", unknown)] {
                try await client.write("/run/\(name).pem", certificate.certificate + "\n")
                try await client.write("/run/\(name).key", certificate.key + "\n")
            }
            let url = "https://www.lab.example/"
            #expect(try await client.curlExit([url]) != 0)
            #expect(try await client.curlExit(["--cert", "/run/known.pem", "--key", "/run/known.key", url]) == 0)
            #expect(try await client.curlExit(["--cert", "/run/unknown.pem", "--key", "/run/unknown.key", url]) != 0)
        }
    }

    @Test("an authority's OCSP responses are stapled", arguments: [OCSPStatus.good, .revoked, .unknown])
    func ocsp(status: OCSPStatus) async throws {
        try await Pair.run { pair in
            // curl looks for the issuer only in the certificates that the server sends.
            let certificate = try await pair.certificate().followed(by: pair.authority)
            let response = try await pair.authority.ocspResponse(for: certificate, status: status, on: pair.server)
            try await pair.server.startSServer(certificate: certificate, options: ["-status_file", response])
            let text = try await pair.client.sClient(port: 443, ["-status"])
            #expect(text.contains("Cert Status: \(status)"))
            #expect(
                try await pair.client.curlExit(["--cert-status", "https://www.lab.example/"])
                    == (status == .good ? 0 : 91))
        }
    }

    @Test("a complete chain is trusted, and keys can be too short")
    func chain() async throws {
        try await Pair.run { pair in
            let client = pair.client
            let intermediate = try await pair.authority.issueIntermediate(on: pair.server)
            let leaf = try await intermediate.issue(["www.lab.example"], key: .rsa(2048), on: pair.server)
            try await pair.server.startSServer(certificate: leaf)
            #expect(try await client.curlExit(["https://www.lab.example/"]) == 60)
            let whole = leaf.followed(by: intermediate)
            try await pair.server.startSServer(port: 444, certificate: whole)
            #expect(try await client.curlExit(["https://www.lab.example:444/"]) == 0)
            let shown = try await client.sClient(port: 444, ["-showcerts"])
            #expect(shown.split(separator: "-----BEGIN CERTIFICATE-----").count == 3)
            try await pair.server.startNginx([Site(port: 445, certificate: whole)])
            #expect(try await client.curlExit(["https://www.lab.example:445/"]) == 0)

            let short = try await pair.authority.issue(["www.lab.example"], key: .rsa(1024), on: pair.server)
            try await pair.server.startSServer(
                port: 446, certificate: short, options: ["-cipher", "DEFAULT@SECLEVEL=0"])
            #expect(try await client.curlExit(["https://www.lab.example:446/"]) == 60)
            #expect(
                try await client.curlExit(["--ciphers", "DEFAULT@SECLEVEL=0", "https://www.lab.example:446/"]) == 0)
        }
    }
}

extension Host {
    /// The output of openssl s_client about the server.
    func sClient(port: Int, _ options: [String]) async throws -> String {
        let result = try await result(
            of: ["openssl", "s_client", "-connect", "www.lab.example:\(port)", "-servername", "www.lab.example"]
                + options)
        return result.output + "\n" + result.diagnostics
    }
}
