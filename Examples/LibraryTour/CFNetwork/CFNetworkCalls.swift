import EventLoopKit
import HostResolution
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import TargetKinds

/// The calls of docs/cfnetwork.md, in its order. They are compiled, so that the table has no call that does not exist, and are not
/// run: the other examples run most of them.
struct CFNetworkCalls {
    let engine: DiagnosticEngine
    let loop: EventLoop
    let avahi: AvahiConnection

    /// CFHost.
    func hosts(_ configuration: ResolverConfiguration, _ address: IPAddress) async throws {
        let resolver = HostResolver(loop: loop)
        _ = try await resolver.resolve("www.example", families: [.ipv6], configuration: configuration)
        _ = try await resolver.reverse(address, configuration: configuration)
        _ = try await engine.check(CheckRequest(Target("icmp://host")))
        _ = try await resolver.records("www.example", type: .mx, configuration: configuration)
    }

    /// CFNetServices.
    func services() async throws {
        let type = "_http._tcp"
        let events: AsyncStream<BrowseEvent> = try await avahi.browse(type: type, domain: "local", resolve: true)
        for await _ in events {}
        for await _ in try await avahi.browseDomains(in: "local") {}
        for await _ in try await avahi.browseTypes(domain: "local") {}
        _ = try await avahi.resolve(instance: "Shop", type: type, domain: "local", timeout: .seconds(5))
        for await _ in try await avahi.monitor(name: "shop.local", type: .txt) {}
        for await _ in try await avahi.follow(instance: "Shop", type: type, domain: "local") {}
        let registration = ServiceRegistration(name: "Shop", types: [type], port: 80)
        let publication: ServicePublication = try await avahi.publish(registration)
        _ = await publication.update(txt: [])
        await publication.end()
    }

    /// CFNetDiagnostics.
    func diagnostics(_ saved: Report) async throws {
        let status: ConnectionStatus = try await engine.check(CheckRequest(Target("https://www.example/"))).status
        let codes: [ConnectionStatus] = [.connectionUp, .connectionDown, .connectionIndeterminate, .err, .noErr]
        _ = (try await engine.observeMachine(), codes.contains(status))
        _ = try saved.judgedAgain()
    }

    /// CFHTTP, CFHTTPAuthentication, and streams with a proxy or TLS.
    func streams(_ source: CredentialSource, _ variables: [String: String]) throws -> CheckOptions {
        var options = CheckOptions()
        let http: HTTPSettings = options.probe.http
        options.probe.http = http
        options.probe.authentication = AuthenticationSettings(source: source)
        options.probe.proxy = ProxyChoice.through(try Proxy("socks5h://127.0.0.1:1080", origin: "an option"))
        if let proxy = try ProxyEnvironment(variables).proxy(for: Target("https://www.example/")) {
            options.probe.proxy = .through(proxy)
        }
        options.probe.tls = TLSSettings()
        return options
    }

    /// The chain and the days until expiry, for SecTrust.
    func chain(of report: Report) -> TLSEvidence? { report[TLSEvidence.self] }

    /// CFFTP.
    func files() async throws {
        let client = try FTPClient(engine: engine, target: Target("ftp://files.example/pub/new"))
        _ = try await client.list()
        _ = try await client.get(to: "new")
        _ = try await client.put("new")
        try await client.makeDirectory()
    }
}
