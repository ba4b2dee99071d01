extension Host {
    /// Starts a DNS server on UDP and TCP port 53 of all addresses. It refuses queries that its records do not cover,
    /// since it has no upstream server, except for `root-servers.net`, as if it could reach the Internet.
    ///
    /// - Parameters:
    ///   - reachesRoot: Whether it responds for `root-servers.net`.
    ///   - options: Further lines of dnsmasq.conf, for instance `server=10.77.3.1`.
    @discardableResult
    public func startDNSMasq(
        _ records: [DNSRecord], port: Int = 53, reachesRoot: Bool = true, options: [String] = []
    ) async throws -> HostProcess {
        let fixed = ["no-hosts", "no-resolv", "no-poll", "port=\(port)", "user=root", "pid-file=", "log-facility=-"]
        let text = (fixed + (reachesRoot ? Self.root : []) + records.map(\.option) + options).map {
            $0 + "\n"
        }.joined()
        let path = "/run/dnsmasq-\(port).conf"
        try await write(path, text)
        let server = try spawn(["dnsmasq", "--keep-in-foreground", "--conf-file=\(path)"])
        try await server.diagnostics.first("the start of dnsmasq on \(name)") { $0.contains("started, version") }
        return server
    }

    private static let root = [
        "local=/root-servers.net/", "host-record=a.root-servers.net,198.41.0.4,2001:503:ba3e::2:30",
    ]
}
