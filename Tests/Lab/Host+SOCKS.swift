extension Host {
    /// Starts a SOCKS server, version 4 (without 4a) and 5, on all addresses of both families. It resolves names with
    /// the host's resolver.
    ///
    /// - Parameter requiresLogin: Whether only ``Account`` is accepted, over version 5.
    @discardableResult
    public func startSOCKS(port: Int = 1080, requiresLogin: Bool = false) async throws -> HostProcess {
        let folder = try await makeFolder(for: "socks")
        if requiresLogin { try await addAccount() }
        let interfaces = try await run(["ls", "/sys/class/net"]).split(whereSeparator: \.isWhitespace)
        let everyone = ["0/0", "::/0"].flatMap { range in
            ["client pass { from: \(range) to: \(range) }", "socks pass { from: \(range) to: \(range) }"]
        }
        let lines =
            [
                "logoutput: stderr", "internal: 0.0.0.0 port = \(port)", "internal: :: port = \(port)",
                "external.rotation: route", "clientmethod: none",
                "socksmethod: \(requiresLogin ? "username" : "none")", "user.privileged: root",
                "user.unprivileged: nobody",
            ] + interfaces.map { "external: \($0)" } + everyone
        try await write("\(folder)/danted.conf", lines.map { $0 + "\n" }.joined())
        let server = try spawn(["danted", "-N", "1", "-f", "\(folder)/danted.conf", "-p", "\(folder)/pid"])
        try await server.diagnostics.first("the start of danted on \(name)") { $0.contains(" running") }
        return server
    }
}
