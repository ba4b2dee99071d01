import NetworkModel
import Testing

@testable import Diagnosis
@testable import TargetKinds

@Suite("Time servers that do not answer")
struct NTPFilterTests {
    @Test("of a server in the Internet, the provider may drop the usual port")
    func dropped() throws {
        let cases: [(address: String, port: UInt16, isNamed: Bool)] = [
            ("198.51.100.1", 123, true), ("198.51.100.1", 1_123, false), ("10.1.0.7", 123, false),
        ]
        for (address, port, isNamed) in cases {
            let server = SocketAddress(Facts.address(address), port: port)
            let ntp = NTPEvidence(
                exchange: DatagramEvidence(server, outcome: .silent), reply: nil,
                maxOffset: Milliseconds(.seconds(1)), maxStratum: 15)
            let found = try #require(NTPRules.findings(ntp, in: try PathVerdictTests.failed(.timeout)).first)
            #expect(found.id == "ntp.no-answer")
            #expect(found.advice.contains { $0.contains("providers drop UDP port 123") } == isNamed, "\(found.advice)")
        }
    }

    @Test("requests that end at a nearer hop than pings are dropped on the path, and not by the server")
    func droppedOnPath() throws {
        var evidence = try PathVerdictTests.failed(.timeout)
        evidence.tcp = nil
        let server = SocketAddress(Facts.address("198.51.100.1"), port: 123)
        let ntp = NTPEvidence(
            exchange: DatagramEvidence(server, outcome: .silent), reply: nil, maxOffset: Milliseconds(.seconds(1)),
            maxStratum: 15)
        evidence.observed.set(AnyLayerEvidence(ntp))
        func side(_ datagrams: Int, _ pings: Int) -> Side? {
            func hops(_ count: Int) -> [String?] { (1...count).map { "10.0.\($0).1" } }
            evidence.path = PathVerdictTests.path(
                PathVerdictTests.trace(.silent, "198.51.100.1", port: 123, .udp, hops: hops(datagrams)),
                PathVerdictTests.trace(.answered, "198.51.100.1", .icmp, hops: hops(pings)))
            return NTPRules.findings(ntp, in: evidence).first?.side
        }
        #expect(side(2, 4) == .upstream)
        #expect(side(1, 4) == .network)
        // The server drops them itself; a router may report seldom.
        #expect(side(4, 4) == .remote)
        #expect(side(3, 4) == .remote)
    }
}
