extension Host {
    /// Starts `openssl s_server -www` on all addresses of both families: its response to any HTTP request is a
    /// description of the TLS connection. It serves one client at a time.
    ///
    /// - Parameter options: Further options, for example:
    ///
    /// | options | effect |
    /// | --- | --- |
    /// | `-tls1 -cipher DEFAULT@SECLEVEL=0` | only TLS 1.0 |
    /// | `-Verify 1 -CAfile FILE -verify_return_error` | requires a client certificate (``CertificateAuthority/file(on:)``) |
    /// | `-alpn http/1.1` | selects that protocol |
    /// | `-status_file FILE` | staples that response (``CertificateAuthority/ocspResponse(for:status:on:)``) |
    /// | `-cipher DEFAULT@SECLEVEL=0` | accepts an RSA key of 1024 bits |
    @discardableResult
    public func startSServer(
        port: Int = 443, certificate: Certificate, options: [String] = []
    ) async throws -> HostProcess {
        let folder = try await makeFolder(for: "s_server")
        let paths = try await write(certificate, in: folder)
        let server = try spawn(
            [
                "openssl", "s_server", "-www", "-accept", String(port), "-cert", paths.certificate,
                "-key", paths.key,
            ] + (try await chainOptions(certificate, in: folder)) + options)
        try await server.output.first("the start of openssl s_server on \(name)") { $0 == "ACCEPT" }
        return server
    }

    /// The option for the other certificates of the chain, since s_server only uses the first certificate of `-cert`.
    private func chainOptions(_ certificate: Certificate, in folder: String) async throws -> [String] {
        let end = "-----END CERTIFICATE-----"
        guard let first = certificate.certificate.firstRange(of: end) else { return [] }
        let others = certificate.certificate[first.upperBound...].drop(while: \.isWhitespace)
        guard !others.isEmpty else { return [] }
        try await write("\(folder)/chain.pem", others + "\n")
        return ["-cert_chain", "\(folder)/chain.pem"]
    }
}
