import NetworkModel
import Testing

@testable import Diagnosis

/// Programs wait for each silent DNS server of the list before they query the one that responds.
@Suite("Several silent DNS servers")
struct SeveralSilentServersTests {
    private static let servers = ["192.0.2.77", "192.0.2.78", "192.0.2.53"]

    /// The finding of a check whose first servers failed in these ways.
    private static func found(_ failures: [Resolution.Failure], servers: [String] = servers) throws -> Finding {
        var evidence = try Facts.healthy()
        evidence.dns = Facts.dns(failures, answers: [Facts.answer], servers: servers)
        evidence.dns?.patience = Milliseconds(.seconds(1))
        return try #require(Verdict(on: evidence).findings.first)
    }

    @Test("a server that is listed several times is shown once")
    func repetition() {
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.resolvers.servers.append(MachineDiagnosisTests.resolver)
        observation.resolvers += observation.resolvers
        #expect(MachineDiagnosis.verdict(on: observation).resolvers.map(\.resolver) == [MachineDiagnosisTests.resolver])
        observation.resolvers = []
        #expect(MachineDiagnosis.verdict(on: observation).resolvers.map(\.resolver) == [MachineDiagnosisTests.resolver])
    }

    @Test("a check names both, and the time that both cost together")
    func check() throws {
        let both = try Self.found([
            Facts.failure(.timeout, server: "192.0.2.77"), Facts.failure(.timeout, server: "192.0.2.78"),
        ])
        #expect(both.id == "dns.some-servers-dead" && both.facts["server"] == "192.0.2.77")
        #expect(both.summary.contains("together with 192.0.2.78, by up to 2 s"), "\(both.summary)")
        #expect(both.advice.contains { $0.contains("192.0.2.78") }, "\(both.advice)")
    }

    @Test("a name that the second server denies may be known to a silent one in a private network that comes first")
    func denied() throws {
        func found(_ silent: String, isFirst: Bool = true) throws -> Finding {
            var evidence = try Facts.healthy()
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            let servers = [silent, "192.0.2.53"]
            evidence.dns = Facts.dns(
                [Facts.failure(.timeout, server: silent), Facts.failure(.nxdomain)],
                servers: isFirst ? servers : servers.reversed())
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.id == "dns.nxdomain", "\(found)")
            return found
        }
        let own = try found("10.20.0.53")
        #expect(own.side == nil && own.advice.first?.hasPrefix("The DNS server 10.20.0.53,") == true, "\(own)")
        // One of the Internet knows no names of a private network, and programs do not ask one that comes later.
        for other in [try found("198.51.100.53"), try found("10.20.0.53", isFirst: false)] {
            #expect(other.side == .remote && other.advice.first?.contains("spelling") == true, "\(other)")
        }
    }

    @Test("a server that programs do not wait for, since it is closed or behind the one that responds, is not counted")
    func notWaitedFor() throws {
        let closed = try Self.found([
            Facts.failure(.timeout, server: "192.0.2.77"), Facts.failure(.closed, server: "192.0.2.78"),
        ])
        #expect(closed.summary.contains("by up to 1 s") && closed.facts["others"] == nil, "\(closed.summary)")
        let behind = try Self.found(
            [Facts.failure(.timeout, server: "192.0.2.77"), Facts.failure(.timeout, server: "192.0.2.78")],
            servers: ["192.0.2.77", "192.0.2.53", "192.0.2.78"])
        #expect(behind.summary.contains("by up to 1 s") && behind.facts["others"] == nil, "\(behind.summary)")
    }

    @Test("the machine status names both as well")
    func status() throws {
        var observation = MachineDiagnosisTests.healthy()
        let silent = ["192.0.2.77", "192.0.2.78"].map { Resolver(address: Facts.address($0), source: .resolvConf) }
        observation.snapshot.resolvers = .init(servers: silent + [MachineDiagnosisTests.resolver])
        observation.snapshot.resolvers.timeout = 1
        observation.resolvers = silent.map { .init(resolver: $0, status: .connectionDown, failure: .timeout) }
        observation.resolvers.append(.init(resolver: MachineDiagnosisTests.resolver, status: .connectionUp))
        let found = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(found.id == "dns.some-servers-dead")
        #expect(found.summary.contains("together with 192.0.2.78, by up to 2 s"), "\(found.summary)")
    }

    @Test("a closed server beside silent ones is not said to be silent")
    func besideClosed() throws {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns(
            [Facts.failure(.timeout, server: "192.0.2.77"), Facts.failure(.closed, server: "192.0.2.78")],
            servers: ["192.0.2.77", "192.0.2.78"])
        let found = try #require(Verdict(on: evidence).findings.first { $0.id == "dns.server-unreachable" })
        #expect(
            found.summary
                == "no DNS server answers in time: 192.0.2.77; the DNS server 192.0.2.78 is not running (its port is closed)",
            "\(found.summary)")
    }

    @Test(
        "a dead gateway that is the only DNS server left is an error, unlike one beside a live server"
    )
    func deadGateway() throws {
        var observation = MachineDiagnosisTests.healthy()
        let (gateway, other) = (Facts.address("192.0.2.1"), "2001:db8:1::1")
        observation.snapshot.links[1].addresses.append(Facts.sixthSource.address)
        observation.snapshot.routes.append(Facts.route(other))
        observation.snapshot.neighbours = [Facts.neighbour(.failed), Facts.neighbour(.reachable, other)]
        observation.gateways = [Facts.hop(.failed, .timeout), Facts.hop(gateway: other)]
        observation.uplink?.gateway = Facts.address(other)
        observation.uplink?.gateways = [Facts.address(other), gateway]
        observation.uplink?.queries = []
        let servers = [gateway, Facts.address("2001:db8:53::9")].map { Resolver(address: $0, source: .resolvConf) }
        observation.snapshot.resolvers = .init(servers: servers)
        observation.resolvers = [
            .init(resolver: servers[0], status: .connectionDown, failure: .timeout),
            .init(resolver: servers[1], status: .connectionDown, failure: .closed),
        ]
        let dead = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(dead.id == "gateway.unreachable" && dead.severity == .error && dead.facts["gateway"] == "192.0.2.1")
        observation.resolvers[1] = .init(resolver: servers[1], status: .connectionUp)
        let beside = MachineDiagnosis.verdict(on: observation).findings
        #expect(!beside.contains { $0.severity == .error }, "\(beside)")
    }

    @Test("a check names the gateway as well, if ARP does not find it, and not if it is there or no gateway")
    func checkOfDeadGateway() throws {
        func first(_ state: Neighbour.State, gateway: String = "192.0.2.1") throws -> Finding {
            var evidence = try Facts.healthy()
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            let servers = ["192.0.2.1", "2001:db8:53::9"]
            evidence.dns = Facts.dns(
                [Facts.failure(.timeout, server: servers[0]), Facts.failure(.closed, server: servers[1])],
                servers: servers)
            let onLink = GatewayEvidence.Hop(
                route: Facts.onLink, nextHop: Facts.address("192.0.2.1"), neighbour: Facts.neighbour(state))
            evidence.gateway = GatewayEvidence(hops: [onLink, Facts.hop(gateway: "2001:db8:1::1")], isOnLink: false)
            evidence.uplink = UplinkEvidence(
                gateway: Facts.address(gateway), gateways: [gateway, "2001:db8:1::1"].map(Facts.address),
                interface: "eth0", queries: [])
            return try #require(Verdict(on: evidence).findings.first)
        }
        let dead = try first(.incomplete)
        #expect(dead.id == "gateway.unreachable" && dead.facts["gateway"] == "192.0.2.1" && dead.severity == .error)
        #expect(try first(.reachable).id == "dns.server-unreachable")
        #expect(try first(.incomplete, gateway: "192.0.2.254").id == "dns.server-unreachable")
    }
}
