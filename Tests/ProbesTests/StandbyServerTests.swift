import EventLoopKit
import KindTesting
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

    /// The states of servers, each of which answers only some queries, without records.
    private static func states(
        of answering: (@Sendable ([UInt8]) -> Bool)...
    ) async throws -> [StatusDocument.ResolverStatus] {
        let servers = answering.map { isAnswered in
            BrokenDatagrams { query in
                guard query.count > 16, isAnswered(query) else { return [] }
                var reply = query
                reply[2] |= 0x80
                reply[3] = 0x80
                return [reply]
            }
        }
        defer { withExtendedLifetime(servers) {} }
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        let configuration = ResolverConfiguration(
            servers: servers.map {
                Resolver(address: $0.address.address, port: $0.address.port, source: .resolvConf)
            })
        return try await engine.queryResolvers(configuration, within: .seconds(2))
    }

    @Test("a server that drops queries about the root, and answers others, works; a silent one does not")
    func root() async throws {
        // The first label.
        let selective = try await Self.states(of: { $0[12] == 3 && $0[13..<16].elementsEqual("com".utf8) })
        #expect(selective.map(\.status) == [.connectionUp], "\(selective)")
        let silent = try await Self.states(of: { _ in false })
        #expect(silent.map(\.failure) == [.timeout], "\(silent)")
    }

    @Test("a silent server behind one that answers does not take the whole time")
    func behind() async throws {
        let states = try await Self.states(of: { _ in true }, { _ in false })
        #expect(states.map(\.status) == [.connectionUp, .connectionDown])
        #expect(states[1].duration == Milliseconds(.seconds(1)), "\(states)")
        let first = try await Self.states(of: { _ in false }, { _ in true })
        #expect(first.map(\.status) == [.connectionDown, .connectionUp])
        #expect(first[0].duration.map { $0.duration >= .seconds(2) } == true, "\(first)")
    }
}
