/// The authentication that a proxy requires; the account is ``Account``.
public enum ProxyAuthentication: Sendable {
    /// None.
    case none
    /// Basic.
    case basic
    /// Digest.
    case digest
}

extension Host {
    /// Starts a Squid without a cache on all addresses of both families. It accepts CONNECT to any port, resolves names
    /// with the host's resolver, and responds with 403 to requests for `denied.lab.example`.
    ///
    /// - Parameters:
    ///   - certificate: The certificate for clients that use TLS to the proxy itself; `nil` for plain HTTP.
    ///   - options: Further lines of squid.conf, which come first.
    @discardableResult
    public func startSquid(
        port: Int = 3128, authentication: ProxyAuthentication = .none, certificate: Certificate? = nil,
        options: [String] = []
    ) async throws -> HostProcess {
        let folder = try await makeFolder(for: "squid")
        // -n: no reverse lookups of addresses.
        var lines = [
            "visible_hostname \(name)", "pid_filename \(folder)/pid", "coredump_dir \(folder)",
            "cache_log /dev/null", "debug_options ALL,1 93,5", "access_log stdio:\(folder)/access.log",
            "cache deny all", "cache_mem 0", "memory_pools off", "pinger_enable off", "netdb_filename none",
            "max_filedescriptors 1024",
            "shutdown_lifetime 0 seconds", "acl denied dstdomain -n denied.lab.example", "http_access deny denied",
        ]
        if let certificate {
            let paths = try await write(certificate, in: folder)
            lines.append("https_port \(port) tls-cert=\(paths.certificate) tls-key=\(paths.key)")
        } else {
            lines.append("http_port \(port)")
        }
        switch authentication {
        case .none: lines.append("http_access allow all")
        case .basic:
            let hash = try await run(["openssl", "passwd", "-apr1", Account.password])
            try await write("\(folder)/users", "\(Account.name):\(hash)\n")
            lines += Self.squidLines("basic", helper: "basic_ncsa_auth", users: "\(folder)/users")
        case .digest:
            try await write("\(folder)/users", Account.pair + "\n")
            lines += Self.squidLines("digest", helper: "digest_file_auth", users: "\(folder)/users")
        }
        try await write("\(folder)/squid.conf", (options + lines).map { $0 + "\n" }.joined())
        try await run(["chown", "proxy", folder])
        // It reports that it accepts connections before it listens; only the messages about its jobs show that it
        // listens.
        let server = try spawn(["squid", "-N", "-d", "5", "-f", "\(folder)/squid.conf"])
        try await server.diagnostics.first("the start of Squid on \(name)") { $0.contains("TcpAcceptor status out") }
        return server
    }

    private static func squidLines(_ scheme: String, helper: String, users: String) -> [String] {
        [
            "auth_param \(scheme) program /usr/lib/squid/\(helper) \(users)",
            "auth_param \(scheme) children 2 startup=1 idle=1", "auth_param \(scheme) realm lab",
            "acl known proxy_auth REQUIRED", "http_access allow known", "http_access deny all",
        ]
    }
}
