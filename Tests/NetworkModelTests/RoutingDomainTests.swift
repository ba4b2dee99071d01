import NetworkModel
import Testing

@Suite("Which servers systemd-resolved queries for a name")
struct RoutingDomainTests {
    private static func server(_ address: String, on interface: String?, isDefault: Bool? = nil) -> Resolver {
        var server = Resolver(
            address: IPAddress(address) ?? .unspecified, source: .systemdResolved, interface: interface)
        server.isDefaultRoute = isDefault
        return server
    }

    private static let stub = Resolver(address: IPAddress("127.0.0.53") ?? .unspecified, source: .resolvConf)
    private static let home = server("192.0.2.1", on: "eth0", isDefault: true)
    private static let vpn = server("198.51.100.1", on: "vpn0", isDefault: false)

    private static func configuration(_ domains: RoutingDomain...) -> ResolverConfiguration {
        var configuration = ResolverConfiguration(servers: [stub, home, vpn])
        configuration.domains = domains
        return configuration
    }

    private func selected(_ name: String, _ configuration: ResolverConfiguration) -> [String] {
        configuration.selected(for: name).servers.dropFirst().map { "\($0.address)" }
    }

    @Test("names in a link's domain go to its servers, others to those that accept every name")
    func split() {
        let configuration = Self.configuration(.init("corp.example", interface: "vpn0", isRouteOnly: true))
        #expect(selected("intra.corp.example.", configuration) == ["198.51.100.1"])
        #expect(selected("CORP.example", configuration) == ["198.51.100.1"])
        #expect(selected("notcorp.example", configuration) == ["192.0.2.1"])
        #expect(!configuration.isForEveryName(Self.vpn) && configuration.isForEveryName(Self.home))
        #expect(configuration.domains(of: Self.vpn) == ["corp.example"])
        #expect(configuration.domains(of: Self.home) == [])
    }

    @Test("the domain with the most labels decides, and the root covers all others")
    func longest() {
        let configuration = Self.configuration(
            .init("", interface: "vpn0", isRouteOnly: true),
            .init("home.example", interface: "eth0", isRouteOnly: false))
        #expect(selected("printer.home.example", configuration) == ["192.0.2.1"])
        #expect(selected("www.example.org", configuration) == ["198.51.100.1"])
    }

    @Test("names below .local are of unicast DNS in a search or routing domain, except that of .local itself")
    func unicastBelowLocal() {
        var configuration = ResolverConfiguration(search: ["default.svc.Cluster.local", "cluster.local."])
        #expect(configuration.isForUnicastDNS("api.default.svc.cluster.local"))
        #expect(configuration.isForUnicastDNS("cluster.local.") && !configuration.isForUnicastDNS("mycluster.local"))
        #expect(!configuration.isForUnicastDNS("printer.local"))
        configuration.search = ["local"]
        #expect(!configuration.isForUnicastDNS("printer.local"))
        configuration.domains = [.init("corp.local", interface: "vpn0", isRouteOnly: true)]
        #expect(configuration.isForUnicastDNS("intra.corp.local") && !configuration.isForUnicastDNS("printer.local"))
    }

    @Test("a short name goes to the servers of the first search domain")
    func short() {
        var configuration = Self.configuration(.init("corp.example", interface: "vpn0", isRouteOnly: false))
        configuration.search = ["corp.example"]
        #expect(selected("intra", configuration) == ["198.51.100.1"])
    }

    @Test("without domains every server is queried; one with TLS only is left to the stub")
    func plain() {
        var configuration = ResolverConfiguration(servers: [Self.stub, Self.home, Self.server("192.0.2.9", on: nil)])
        #expect(selected("www.example.org", configuration) == ["192.0.2.1", "192.0.2.9"])
        configuration.servers[1].tls = .strict
        configuration.servers[2].tls = .opportunistic
        #expect(selected("www.example.org", configuration) == ["192.0.2.9"])
        #expect(configuration.encrypted.map(\.isStrict) == [true, false])
        configuration.servers.removeFirst()
        #expect(configuration.selected(for: "www.example.org").servers.count == 2)
    }
}
