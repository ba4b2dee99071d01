import EventLoopKit
import KindTesting
import NetworkModel
import Synchronization
import Testing

@testable import NetworkDiagnostics

@Suite("The root server to which packets are sent")
struct RootServerTests {
    @Test("a DNS server is asked for its address, unless it answers over TCP alone", arguments: [true, false])
    func overTCP(isOverTCPAlone: Bool) async throws {
        let count = Atomic(0)
        let server = BrokenDatagrams { query in
            guard query.count > 12 else { return [] }
            count.add(1, ordering: .relaxed)
            var reply = query
            // NXDOMAIN.
            (reply[2], reply[3]) = (reply[2] | 0x80, 0x83)
            return [reply]
        }
        defer { withExtendedLifetime(server) {} }
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let resolver = Resolver(address: server.address.address, port: server.address.port, source: .resolvConf)
        let run = UplinkRun(
            engine: try DiagnosticEngine(loop: loop, environment: [:]),
            snapshot: NetworkSnapshot(resolvers: ResolverConfiguration(servers: [resolver])), depth: .full,
            limit: .seconds(2))
        let gateway = try #require(IPAddress("192.0.2.1"))
        var evidence = UplinkEvidence(gateway: gateway, gateways: [gateway], interface: "eth0")
        var query = UplinkEvidence.Query(
            server: resolver.address, at: .gateway, outcome: .nxdomain, name: "random.root-servers.net")
        query.isOverTCPAlone = isOverTCPAlone ? true : nil
        evidence.queries = [query]
        #expect(try await run.rootServer(.ipv4, beside: evidence) == nil)
        let queries = count.load(ordering: .relaxed)
        #expect((queries == 0) == isOverTCPAlone)
    }
}
