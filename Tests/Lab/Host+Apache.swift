extension Host {
    /// Starts an Apache httpd on all addresses of both families. It has:
    ///
    /// | path | answer |
    /// | --- | --- |
    /// | `/` | 200 with the text `lab` |
    /// | `/basic` | the same for ``Account``, by Basic authentication |
    /// | `/digest` | the same, by Digest authentication |
    /// | `/both` | the same by either; both are offered |
    /// | `/negotiate` | the same for all who have a ticket of the realm; only with `kerberos` |
    ///
    /// - Parameters:
    ///   - certificate: The certificate for TLS; `nil` for plain HTTP.
    ///   - kerberos: The realm whose tickets for `HTTP/…` are accepted.
    ///   - options: Further lines of the configuration.
    @discardableResult
    public func startApache(
        port: Int = 80, certificate: Certificate? = nil, kerberos: KerberosRealm? = nil, options: [String] = []
    ) async throws -> HostProcess {
        let folder = try await makeFolder(for: "apache")
        try await write("\(folder)/lab.txt", "lab\n")
        try await run([
            "sh", "-euc",
            """
            cd "$1"
            printf '%s:%s\\n' "$2" "$(openssl passwd -apr1 "$3")" >basic
            printf '%s:lab:%s\\n' "$2" "$(printf %s:lab:%s "$2" "$3" | md5sum | cut -d ' ' -f 1)" >digest
            """, "-", folder, Account.name, Account.password,
        ])
        var modules = [
            "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "auth_digest", "alias",
            "headers",
        ]
        var lines = options
        if let certificate {
            let paths = try await write(certificate, in: folder)
            modules.append("ssl")
            lines += [
                "SSLEngine on", "SSLCertificateFile \(paths.certificate)", "SSLCertificateKeyFile \(paths.key)",
                "SSLSessionCache none",
            ]
        }
        if let kerberos {
            modules.append("auth_gssapi")
            try await write(kerberos.serviceKeys, to: "\(folder)/keytab", owner: "www-data")
            lines.append(
                """
                Alias /negotiate \(folder)/lab.txt
                <Location /negotiate>
                AuthType GSSAPI
                AuthName lab
                GssapiCredStore keytab:\(folder)/keytab
                GssapiAllowedMech krb5
                Require valid-user
                </Location>
                """)
        }
        let text =
            modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so\n" }.joined()
            + Self.apacheConfiguration(folder: folder, port: port) + lines.map { $0 + "\n" }.joined()
        try await write("\(folder)/httpd.conf", text)
        let server = try spawn(["apache2", "-DFOREGROUND", "-d", folder, "-f", "\(folder)/httpd.conf"])
        try await server.diagnostics.first("the start of Apache httpd on \(name)") {
            $0.contains("resuming normal operations")
        }
        return server
    }

    private static func apacheConfiguration(folder: String, port: Int) -> String {
        """
        ServerName localhost
        PidFile \(folder)/pid
        DefaultRuntimeDir \(folder)
        ErrorLog /dev/stderr
        User www-data
        Group www-data
        Listen \(port)
        StartServers 1
        ServerLimit 1
        ThreadsPerChild 8
        MaxRequestWorkers 8
        MinSpareThreads 1
        MaxSpareThreads 8
        DocumentRoot \(folder)
        AliasMatch ^/(basic|digest|both)?$ \(folder)/lab.txt
        <LocationMatch ^/(basic|digest|both)$>
        AuthName lab
        Require valid-user
        </LocationMatch>
        <Location /basic>
        AuthType Basic
        AuthUserFile \(folder)/basic
        </Location>
        <Location /digest>
        AuthType Digest
        AuthUserFile \(folder)/digest
        </Location>
        # A place has one AuthType: which one depends on what the client has chosen.
        <Location /both>
        <If "%{HTTP:Authorization} =~ /^Basic /i">
        AuthType Basic
        AuthUserFile \(folder)/basic
        </If>
        <Else>
        AuthType Digest
        AuthUserFile \(folder)/digest
        Header always add WWW-Authenticate "Basic realm=\\"lab\\"" "expr=%{REQUEST_STATUS} == 401"
        </Else>
        </Location>

        """
    }
}
