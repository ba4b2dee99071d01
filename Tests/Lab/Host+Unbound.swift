extension Host {
    /// Starts a resolver on UDP and TCP port 53 that validates signatures: it asks another server for a zone, for which it
    /// has a trust anchor that no key fits.
    ///
    /// - Parameter port: That server's, on this host.
    @discardableResult
    public func startValidatingResolver(trusting zone: String, from port: Int) async throws -> HostProcess {
        let anchor = "\(zone). DS 12345 13 2 \(String(repeating: "ab", count: 32))"
        let path = "/run/unbound.conf"
        try await write(
            path,
            """
            server:
                interface: 0.0.0.0
                interface: ::0
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
                module-config: "validator iterator"
                trust-anchor: "\(anchor)"
                do-not-query-localhost: no
                ede: yes
            stub-zone:
                name: "\(zone)"
                stub-addr: 127.0.0.1@\(port)
            remote-control:
                control-enable: no

            """)
        let server = try spawn(["unbound", "-d", "-c", path])
        try await server.diagnostics.first("the start of unbound on \(name)") { $0.contains("start of service") }
        return server
    }
}
