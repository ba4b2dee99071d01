import Lab
import NetworkModel

/// One address family that leads nowhere, in checks that find it out beside something else.
enum FamilyComparisonFaults {
    static let rows: [Fault] = [
        Fault(
            "path.ipv6-down", .connectionUp, "http://both.lab.example:448/", ["fd77:1::2"],
            name: "dead IPv6, and a page that takes four seconds"
        ) { try await $0.haveSlowPageWithoutSixth() }
    ]
}

extension OfficeAtWork {
    /// Gives the client a global IPv6 address, and a name with public addresses of both families: a slow server, and nobody. The router
    /// forwards no IPv6. Over IPv4, data arrives.
    fileprivate func haveSlowPageWithoutSixth() async throws {
        try await client.run(["ip", "-6", "addr", "add", "2a00:77::1/64", "dev", "eth0", "nodad"])
        _ = try await dns.stop()
        try await office.names.startDNSMasq([.addresses("both.lab.example", ["11.0.0.1", "2a00:99::1"])])
        try await office.router.filter(
            "table ip6 six { chain f { type filter hook forward priority 0; drop; }; }\n")
        try await holdConnection()
        try await office.names.startFaultyServer("http.slow=delay=4s", port: 448)
    }
}
