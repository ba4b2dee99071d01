extension Host {
    /// Starts an OpenLDAP server with the empty base `dc=lab,dc=example` on ports 389 and 636 of all addresses.
    ///
    /// - Parameters:
    ///   - certificate: The certificate for TLS; `nil` if TLS is not supported.
    ///   - options: Further lines of the configuration, before that of the database (slapd.conf(5)).
    @discardableResult
    public func startLDAP(certificate: Certificate? = nil, options: [String] = []) async throws -> HostProcess {
        let folder = try await makeFolder(for: "slapd")
        var text = """
            include /etc/ldap/schema/core.schema
            pidfile \(folder)/pid
            argsfile \(folder)/args
            modulepath /usr/lib/ldap
            moduleload back_null

            """
        if let certificate {
            let paths = try await write(certificate, in: folder)
            text += "TLSCertificateFile \(paths.certificate)\nTLSCertificateKeyFile \(paths.key)\n"
        }
        text += options.map { $0 + "\n" }.joined() + "database null\nsuffix \"dc=lab,dc=example\"\n"
        try await write("\(folder)/slapd.conf", text)
        let places = certificate == nil ? "ldap:///" : "ldap:/// ldaps:///"
        let server = try spawn(["/usr/sbin/slapd", "-d", "256", "-h", places, "-f", "\(folder)/slapd.conf"])
        try await server.diagnostics.first("the start of slapd on \(name)") { $0.contains("slapd starting") }
        return server
    }
}
