extension Host {
    /// Starts a validating resolver on UDP and TCP port 53. It forwards queries for a zone to another server, and has a
    /// trust anchor for the zone that matches no key. It responds with NXDOMAIN for a name below that of the root
    /// servers, as a resolver that reaches the root does.
    ///
    /// - Parameter port: The port of the other server, on this host.
    @discardableResult
    public func startValidatingResolver(trusting zone: String, from port: Int) async throws -> HostProcess {
        let anchor = "\(zone). DS 12345 13 2 \(String(repeating: "ab", count: 32))"
        return try await startUnbound(
            """
                interface: 0.0.0.0
                interface: ::0
                module-config: "validator iterator"
                trust-anchor: "\(anchor)"
                do-not-query-localhost: no
                ede: yes
                local-zone: "root-servers.net." static
                local-data: "a.root-servers.net. 60 IN A 198.41.0.4"
            stub-zone:
                name: "\(zone)"
                stub-addr: 127.0.0.1@\(port)
            """)
    }

    /// Starts a server for DNS over TLS (RFC 7858) on port 853, with its own records.
    ///
    /// - Parameter records: Records in the syntax of zone files, for instance `www.lab.example. 60 IN A 10.77.2.1`.
    @discardableResult
    public func startEncryptedDNS(_ certificate: Certificate, records: [String]) async throws -> HostProcess {
        try await write("/run/unbound.pem", certificate.certificate)
        try await write("/run/unbound.key", certificate.key)
        return try await startUnbound(
            """
                interface: 0.0.0.0@853
                tls-port: 853
                tls-service-pem: "/run/unbound.pem"
                tls-service-key: "/run/unbound.key"
                local-zone: "." static
            """ + records.map { "\n    local-data: \"\($0)\"" }.joined())
    }

    /// - Parameter lines: The lines of the section `server`, and further sections.
    private func startUnbound(_ lines: String) async throws -> HostProcess {
        let path = "/run/unbound.conf"
        try await write(
            path,
            """
            server:
                access-control: 0.0.0.0/0 allow
                access-control: ::0/0 allow
                do-daemonize: no
                username: ""
                chroot: ""
                pidfile: ""
                directory: "/run"
                use-syslog: no
                logfile: ""
                verbosity: 1
                num-threads: 1
            \(lines)
            remote-control:
                control-enable: no

            """)
        let server = try spawn(["unbound", "-d", "-c", path])
        try await server.diagnostics.first("the start of unbound on \(name)") { $0.contains("start of service") }
        return server
    }
}
