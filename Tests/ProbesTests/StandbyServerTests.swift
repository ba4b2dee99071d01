import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("DNS servers that a status does not wait for")
struct StandbyServerTests {
    private static let addresses = (1...3).map { IPAddress("192.0.2.\($0)")! }

    @Test("programs query the servers behind one that answers only if it does not, unless they take turns")
    func standby() {
        let servers = Self.addresses.map { Resolver(address: $0, source: .resolvConf) }
        var configuration = ResolverConfiguration(servers: servers)
        #expect(configuration.standbyServers(servers, answering: []).isEmpty)
        #expect(configuration.standbyServers(servers, answering: [0]) == [1, 2])
        // Programs wait for the first one.
        #expect(configuration.standbyServers(servers, answering: [1]) == [2])
        #expect(configuration.standbyServers(servers, answering: [2, 0]) == [1])
        configuration.rotationLine = "/etc/resolv.conf:4: options rotate"
        #expect(configuration.standbyServers(servers, answering: [0]).isEmpty)
        // systemd-resolved queries the servers of several links.
        let ofLinks = Self.addresses.map { Resolver(address: $0, source: .systemdResolved) }
        configuration = ResolverConfiguration(servers: ofLinks)
        #expect(configuration.standbyServers(ofLinks, answering: [0]).isEmpty)
    }

    @Test("a server is there if it has answered another query since the observation began")
    func answers() {
        let memory = UplinkMemory()
        let now = ContinuousClock.now
        memory.recordAnswer(of: Self.addresses[0], at: now)
        #expect(memory.hasAnswered(Self.addresses[0], since: now - .seconds(1)))
        #expect(!memory.hasAnswered(Self.addresses[0], since: now + .milliseconds(1)))
        #expect(!memory.hasAnswered(Self.addresses[1], since: now - .seconds(1)))
    }
}
