import Glibc

extension Lab {
    private static let resolvedPath = "/lib/systemd/systemd-resolved"

    /// Whether systemd-resolved is installed, which distributions have in a package of its own.
    public static var hasResolved: Bool { access(resolvedPath, X_OK) == 0 && isInstalled("busctl") }
}

/// A server of systemd-resolved, and what its link says of it.
public struct ResolvedLink: Sendable {
    public var interface: String
    /// IPv4 alone.
    public var server: String
    /// The name that its certificate has to have.
    public var serverName = ""
    /// Domains, each with whether it only selects servers.
    public var domains: [(name: String, isRouteOnly: Bool)] = []
    /// As in `DNSOverTLS=` of resolved.conf(5).
    public var tls = "no"

    public init(_ interface: String, server: String) {
        self.interface = interface
        self.server = server
    }
}

extension Host {
    /// Starts the host's own bus and systemd-resolved, whose stub resolv.conf(5) then names.
    @discardableResult
    public func startResolved(_ links: [ResolvedLink]) async throws -> HostProcess {
        try await startBus()
        try await write(
            "/etc/systemd/resolved.conf",
            "[Resolve]\nDNS=\nFallbackDNS=\nLLMNR=no\nMulticastDNS=no\nDNSSEC=no\nCache=no\n")
        try await useDNS(["127.0.0.53"])
        try await run([
            "sh", "-euc", "mkdir -p /run/systemd/resolve; chown systemd-resolve: /run/systemd/resolve",
        ])
        let names = try spawn([
            "dbus-monitor", "--system", "type='signal',member='NameOwnerChanged',arg0='org.freedesktop.resolve1'",
        ])
        try await names.output.first("the monitor of the bus") { $0.contains("NameAcquired") }
        let resolved = try spawn(["/lib/systemd/systemd-resolved"])
        try await names.output.first("the start of systemd-resolved on \(name)") { $0.contains("resolve1") }
        for link in links { try await configureResolved(link) }
        return resolved
    }

    /// Tells systemd-resolved of a link's server, as programs that manage networks do.
    public func configureResolved(_ link: ResolvedLink) async throws {
        let listed = try await run(["ip", "-o", "link", "show", "dev", link.interface])
        let index = String(listed.prefix { $0 != ":" })
        func call(_ arguments: [String]) async throws {
            try await run(
                [
                    "busctl", "call", "org.freedesktop.resolve1", "/org/freedesktop/resolve1",
                    "org.freedesktop.resolve1.Manager",
                ] + arguments)
        }
        let bytes = link.server.split(separator: ".").map(String.init)
        try await call(["SetLinkDNSEx", "ia(iayqs)", index, "1", "2", "4"] + bytes + ["0", link.serverName])
        try await call(["SetLinkDNSOverTLS", "is", index, link.tls])
        try await call(
            ["SetLinkDomains", "ia(sb)", index, String(link.domains.count)]
                + link.domains.flatMap { [$0.name, String($0.isRouteOnly)] })
    }
}
