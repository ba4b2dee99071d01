import LinkFacts
import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("The count of this machine's own connections")
struct OwnConnectionCountTests {
    private static func connection(_ port: UInt16, of user: UInt32?) throws -> OwnConnection {
        var connection = OwnConnection(
            peer: try #require(IPAddress("198.51.100.7")), port: port, silence: .milliseconds(20),
            isRetransmitting: false)
        connection.user = user
        return connection
    }

    @Test("connections of the process's user, and those to port 443, are counted apart")
    func counts() throws {
        let route = Route(
            family: .ipv4, gateway: IPAddress("192.0.2.1"), interface: "eth0", metric: 100)
        let snapshot = NetworkSnapshot(routes: [route])
        let connections = try [
            Self.connection(443, of: 0), Self.connection(22, of: 1_000), Self.connection(443, of: 1_001),
            Self.connection(80, of: 1_000),
        ]
        let counted = UplinkEvidence.Connections(connections, in: snapshot, of: 1_000)
        // A portal may respond on port 80.
        #expect(counted.heard == 3 && counted.heardOfUser == 1 && counted.heardOnSecurePort == 2)
        let others = UplinkEvidence.Connections([connections[0]], in: snapshot, of: 1_000)
        #expect(others.heard == 1 && others.heardOfUser == 0)
        #expect(UplinkEvidence.Connections(connections, in: snapshot, of: nil).heardOfUser == nil)
    }

    @Test("a query over TCP that a resolver does not answer says no more than its silence does")
    func queries() throws {
        let route = Route(
            family: .ipv4, gateway: IPAddress("192.0.2.1"), interface: "eth0", metric: 100)
        let address = try #require(IPAddress("198.51.100.7"))
        let resolver = Resolver(address: address, source: .resolvConf)
        let snapshot = NetworkSnapshot(routes: [route], resolvers: .init(servers: [resolver]))
        func stuck(_ port: UInt16) -> Int {
            let connection = OwnConnection(peer: address, port: port, silence: nil, isRetransmitting: true)
            return UplinkEvidence.Connections([connection], in: snapshot, of: nil).stuckPeers
        }
        #expect(stuck(53) == 0 && stuck(443) == 1)
    }

    @Test("hosts that respond to some connections to a port, and to none of the SYNs of others, are counted")
    func partlyReached() throws {
        let route = Route(family: .ipv4, gateway: IPAddress("192.0.2.1"), interface: "eth0", metric: 100)
        let snapshot = NetworkSnapshot(routes: [route])
        func connection(_ host: UInt8, _ port: UInt16 = 443, repetitions: Int?) throws -> OwnConnection {
            var connection = OwnConnection(
                peer: try #require(IPAddress("198.51.100.\(host)")), port: port,
                silence: repetitions == nil ? .seconds(1) : nil, isRetransmitting: repetitions != nil,
                source: IPAddress("192.0.2.9"))
            connection.synRepetitions = repetitions
            return connection
        }
        func counted(_ connections: [OwnConnection]) -> UplinkEvidence.Connections.PartlyReached? {
            UplinkEvidence.Connections(connections, in: snapshot, of: nil).partlyReached
        }
        var heard = try [
            connection(7, repetitions: nil), connection(7, repetitions: nil), connection(8, repetitions: nil),
        ]
        let lost = try [connection(7, repetitions: 2), connection(8, repetitions: 3), connection(9, repetitions: 3)]
        let both = UplinkEvidence.Connections.PartlyReached(peers: 2, failed: 2, total: 5)
        #expect(counted(heard + lost) == both)
        // A single SYN may be lost, another port may be filtered, and a portal responds for everybody on port 80.
        #expect(try counted(heard + [connection(7, repetitions: 1)]) == nil)
        #expect(try counted(heard + [connection(7, 22, repetitions: 3)]) == nil)
        #expect(try counted([connection(7, 80, repetitions: nil), connection(7, 80, repetitions: 3)]) == nil)
        // Of several uplinks, one may be dead, which is another cause.
        for index in heard.indices { heard[index].source = IPAddress("192.0.2.10") }
        #expect(counted(heard + lost) == nil)
    }

    @Test("hosts to which SYNs were sent before another connection received something are dead themselves")
    func deadPeers() throws {
        let route = Route(family: .ipv4, gateway: IPAddress("192.0.2.1"), interface: "eth0", metric: 100)
        let address = try #require(IPAddress("198.51.100.53"))
        let resolver = Resolver(address: address, source: .resolvConf)
        let snapshot = NetworkSnapshot(routes: [route], resolvers: .init(servers: [resolver]))
        func connection(_ host: UInt8, _ port: UInt16, from source: String = "192.0.2.9") throws -> OwnConnection {
            OwnConnection(
                peer: try #require(IPAddress("198.51.100.\(host)")), port: port, silence: nil, isRetransmitting: false,
                source: IPAddress(source))
        }
        func counted(_ others: OwnConnection...) throws -> UplinkEvidence.Connections {
            var waiting = try [connection(7, 443), connection(8, 6881)]
            for index in waiting.indices {
                waiting[index].isRetransmitting = true
                waiting[index].leastWait = .seconds(3)
            }
            return UplinkEvidence.Connections(waiting + others, in: snapshot, of: nil)
        }
        var closed = try connection(9, 8080)
        closed.closed = .seconds(2)
        let found = try counted(closed)
        #expect(found.deadPeers == 2 && found.stuckPeers == 2)
        var heard = try connection(9, 22)
        heard.silence = .seconds(2)
        #expect(try counted(heard).deadPeers == 2)
        // The uplink may have been lost since then.
        closed.closed = .seconds(4)
        #expect(try counted(closed).deadPeers == nil)
        #expect(try counted().deadPeers == nil)
        // A portal responds for everybody on port 80, a filter may pass DNS alone, and another uplink may work.
        let others = try [connection(9, 80), connection(53, 53), connection(9, 443, from: "192.0.2.10")]
        for var other in others {
            other.closed = .seconds(1)
            #expect(try counted(other).deadPeers == nil)
        }
    }

    @Test("hosts not reached over IPv6 are counted if they are in several networks, and nothing was heard over IPv6")
    func stuckOverIPv6() throws {
        let snapshot = NetworkSnapshot(
            routes: AddressFamily.allCases.map {
                Route(family: $0, gateway: IPAddress("192.0.2.1"), interface: "eth0")
            })
        func connection(_ peer: String, repetitions: Int? = nil, silence: Duration? = nil) throws -> OwnConnection {
            var connection = OwnConnection(
                peer: try #require(IPAddress(peer)), silence: silence, isRetransmitting: repetitions != nil,
                source: IPAddress("2600:1::9"))
            connection.synRepetitions = repetitions
            return connection
        }
        func counted(_ connections: [OwnConnection]) -> Int? {
            UplinkEvidence.Connections(connections, in: snapshot, of: nil).stuckPeersOverIPv6
        }
        let lost = try [connection("2600:1::1", repetitions: 2), connection("2600:2::1", repetitions: 3)]
        let fourth = try connection("198.51.100.7", silence: .seconds(1))
        #expect(counted(lost + [fourth]) == 2)
        let stuck = try connection("198.51.100.8", repetitions: 2)
        for (others, count) in [([], 0), ([stuck], 1)] as [([OwnConnection], Int)] {
            let found = UplinkEvidence.Connections(lost + others, in: snapshot, of: nil)
            #expect(found.stuckPeers == 2 + count && found.stuckPeersOverIPv4 == count)
        }
        #expect(UplinkEvidence.Connections([stuck], in: snapshot, of: nil).stuckPeersOverIPv4 == nil)
        // The operator of one network may have failed, and a single SYN may be lost.
        #expect(try counted([lost[0], connection("2600:1:2::1", repetitions: 2)]) == nil)
        #expect(try counted([lost[0], connection("2600:2::1", repetitions: 1)]) == nil)
        #expect(try counted(lost + [connection("2600:3::1", silence: .seconds(50))]) == nil)
        #expect(try counted(lost + [connection("2600:3::1", silence: .seconds(70))]) == 2)
    }

    @Test("root, and users of services, are not users who log in")
    func users() {
        #expect([0, 999, 61_184, 65_519].allSatisfy { LoginUser.number($0) == nil })
        #expect([1_000, 60_000, 65_534].allSatisfy { LoginUser.number($0) == $0 })
    }
}
