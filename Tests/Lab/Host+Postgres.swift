extension Host {
    /// The settings of a PostgreSQL server.
    public struct PostgresOptions: Sendable {
        /// The rules of pg_hba.conf(5). The first match applies.
        public var rules: [String]
        /// Settings of postgresql.conf.
        public var settings: [String]
        /// Whether the server waits for an archive to recover from, which never comes.
        public var isRecovering: Bool

        public init(
            rules: [String] = ["host all all all trust"], settings: [String] = [], isRecovering: Bool = false
        ) {
            self.rules = rules
            self.settings = settings
            self.isRecovering = isRecovering
        }
    }

    /// Starts a PostgreSQL server on port 5432 of all addresses, with the user `postgres` and the default databases.
    ///
    /// - Parameter certificate: The certificate for TLS; `nil` if TLS is not supported.
    @discardableResult
    public func startPostgres(
        certificate: Certificate? = nil, _ options: PostgresOptions = .init()
    ) async throws -> HostProcess {
        let folder = try await makeFolder(for: "postgres")
        let data = "\(folder)/data"
        // The server refuses to run as root.
        let asUser = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        let programs = "/usr/lib/postgresql/15/bin"
        try await run(["chown", "postgres:postgres", folder])
        try await run(
            asUser + ["\(programs)/initdb", "-D", data, "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8"])
        var settings = [
            "listen_addresses = '*'", "unix_socket_directories = '\(folder)'", "fsync = off",
            "dynamic_shared_memory_type = mmap", "shared_buffers = 1MB", "autovacuum = off",
        ]
        if let certificate {
            let paths = try await write(certificate, in: folder)
            try await run(["chown", "postgres:postgres", paths.key])
            settings += [
                "ssl = on", "ssl_cert_file = '\(paths.certificate)'", "ssl_key_file = '\(paths.key)'",
            ]
        }
        if options.isRecovering {
            settings.append("restore_command = 'sleep 600'")
            try await write("\(data)/recovery.signal", "")
            try await run(["chown", "postgres:postgres", "\(data)/recovery.signal"])
        }
        try await write(
            "\(data)/postgresql.conf", (settings + options.settings).map { $0 + "\n" }.joined())
        let rules = ["local all all trust"] + options.rules
        try await write("\(data)/pg_hba.conf", rules.map { $0 + "\n" }.joined())
        let server = try spawn(asUser + ["\(programs)/postgres", "-D", data])
        let words = options.isRecovering ? "database system was shut down" : "ready to accept connections"
        try await server.diagnostics.first("the start of postgres on \(name)") { $0.contains(words) }
        return server
    }

    /// Keeps a connection to the server on this host open until the end of the test.
    public func holdPostgresConnection() async throws {
        let session = try spawn([
            "psql", "-h", "127.0.0.1", "-U", "postgres", "-X", "-c", "\\! echo connected", "-c", "SELECT pg_sleep(600)",
        ])
        try await session.output.first("a connection to postgres on \(name)") { $0 == "connected" }
    }
}
