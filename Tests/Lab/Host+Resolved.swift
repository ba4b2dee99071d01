import Glibc

extension Lab {
    /// The directory, below that of the tests, into which systemd-resolved is unpacked if it is not installed
    /// (scripts/packages.sh).
    private static let unpacked = ".build/lab-packages"

    /// The root directory of systemd-resolved and its files; `nil` if this machine has none.
    static let resolvedRoot: String? = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let folder = getcwd(&buffer, buffer.count).map { String(cString: $0) } ?? ""
        return ["", "\(folder)/\(unpacked)"].first { access("\($0)/lib/systemd/systemd-resolved", X_OK) == 0 }
    }()
}

/// A DNS server of systemd-resolved and the settings of its link.
public struct ResolvedLink: Sendable {
    /// The interface of the link.
    public var interface: String
    /// The address, IPv4 only.
    public var server: String
    /// The name that the server's certificate must have.
    public var serverName = ""
    /// The domains, and whether each is only for routing.
    public var domains: [(name: String, isRouteOnly: Bool)] = []
    /// The value of `DNSOverTLS=` (resolved.conf(5)).
    public var tls = "no"

    public init(_ interface: String, server: String) {
        self.interface = interface
        self.server = server
    }
}

extension Host {
    /// Starts a bus and systemd-resolved on the host, and writes its stub to resolv.conf(5), with the options of its own
    /// file.
    ///
    /// - Parameter settings: Further lines of resolved.conf(5).
    /// - Throws: ``LabError/unavailable(_:)`` if it is missing, or if a bus runs already.
    @discardableResult
    public func startResolved(_ links: [ResolvedLink], settings: [String] = []) async throws -> HostProcess {
        guard let root = Lab.resolvedRoot else { throw LabError.unavailable("systemd-resolved is missing") }
        // Programs would lose the bus that they are connected to.
        guard !place.exists("/run/dbus/system_bus_socket") else {
            throw LabError.unavailable("\(name) has a bus already")
        }
        // The package contains these files, but may not be installed.
        try await run([
            "sh", "-euc",
            """
            getent passwd systemd-resolve || {
                echo systemd-resolve:x:995: >>/etc/group
                echo systemd-resolve:x:995:995::/:/usr/sbin/nologin >>/etc/passwd
            }
            cp "$1/usr/share/dbus-1/system.d/org.freedesktop.resolve1.conf" /etc/dbus-1/system.d/
            mkdir -p /run/systemd/resolve
            chown systemd-resolve: /run/systemd/resolve
            """, "sh", root,
        ])
        try await startBus()
        try await write(
            "/etc/systemd/resolved.conf",
            "[Resolve]\nDNS=\nFallbackDNS=\nLLMNR=no\nMulticastDNS=no\nDNSSEC=no\nCache=no\n"
                + settings.map { "\($0)\n" }.joined())
        try await useDNS(["127.0.0.53"], options: "edns0 trust-ad")
        let resolved = try await startResolvedAgain()
        for link in links { try await configureResolved(link) }
        return resolved
    }

    /// Starts systemd-resolved on a host on which ``startResolved(_:settings:)`` has started it before. It has kept the settings of
    /// the links.
    @discardableResult
    public func startResolvedAgain() async throws -> HostProcess {
        let names = try spawn([
            "dbus-monitor", "--system", "type='signal',member='NameOwnerChanged',arg0='org.freedesktop.resolve1'",
        ])
        try await names.output.first("the monitor of the bus") { $0.contains("NameAcquired") }
        let resolved = try spawn(["\(Lab.resolvedRoot ?? "")/lib/systemd/systemd-resolved"])
        try await names.output.first("the start of systemd-resolved on \(name)") { $0.contains("resolve1") }
        return resolved
    }

    /// Configures the DNS server of a link in systemd-resolved, as network managers do.
    public func configureResolved(_ link: ResolvedLink) async throws {
        let bytes = link.server.split(separator: ".").map(String.init)
        try await callResolved(
            "SetLinkDNSEx", "ia(iayqs)", link.interface, ["1", "2", "4"] + bytes + ["0", link.serverName])
        try await useTLS(link.tls, on: link.interface)
        try await callResolved(
            "SetLinkDomains", "ia(sb)", link.interface,
            [String(link.domains.count)] + link.domains.flatMap { [$0.name, String($0.isRouteOnly)] })
    }

    /// Sets `DNSOverTLS=` of a link in systemd-resolved.
    public func useTLS(_ mode: String, on interface: String) async throws {
        try await callResolved("SetLinkDNSOverTLS", "is", interface, [mode])
    }

    private func callResolved(
        _ method: String, _ signature: String, _ interface: String, _ arguments: [String]
    ) async throws {
        let listed = try await run(["ip", "-o", "link", "show", "dev", interface])
        let index = String(listed.prefix { $0 != ":" })
        try await run(
            [
                "busctl", "call", "org.freedesktop.resolve1", "/org/freedesktop/resolve1",
                "org.freedesktop.resolve1.Manager", method, signature, index,
            ] + arguments)
    }
}
