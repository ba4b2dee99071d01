import LinkFacts
import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("How the uplink is looked at")
struct UplinkOptionTests {
    @Test("NetworkManager's section, and no other")
    func networkManager() {
        var settings: [String: String] = [:]
        NetworkManagerFile.read(
            """
            [main]
            uri=http://wrong.example/
            [connectivity]
            # uri=http://wrong.example/
             uri = http://check.example/nm
            response=online
            enabled
            [device]
            uri=http://wrong.example/
            """, into: &settings)
        #expect(settings == ["uri": "http://check.example/nm", "response": "online"])
        NetworkManagerFile.read("[connectivity]\nuri=\n", into: &settings)
        #expect(settings["uri"] == "")
    }

    @Test("without a folder, none is configured")
    func none() {
        #expect(ConnectivityURL.configured(nil, folders: ["/nonexistent/conf.d", "/nonexistent"]) == nil)
    }

    @Test("three rounds at once, and one more every 20 seconds; none where packets are off")
    func rounds() {
        let memory = UplinkMemory()
        let start = ContinuousClock.now
        func begins(_ second: Int) -> Bool { memory.begin(.datagrams, at: start + .seconds(second)) }
        #expect([0, 1, 2, 3, 19].map(begins) == [true, true, true, false, false])
        #expect([21, 22, 41, 42].map(begins) == [true, false, true, false])
        #expect(!memory.begin(.datagrams, leaving: 1, at: start + .seconds(61)) && begins(62))
        #expect([1_000, 1_001, 1_002, 1_003].map(begins) == [true, true, true, false])
        #expect(memory.begin(.connection, at: start))
        memory.options = UplinkOptions(sendsPackets: false)
        #expect(!begins(2_000))
    }

    @Test("connections of the Internet alone are counted, by when they were heard")
    func connections() throws {
        func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }
        let snapshot = NetworkSnapshot(routes: [
            Route(family: .ipv4, gateway: try address("10.0.0.1"), interface: "eth0"),
            Route(family: .ipv4, destination: try address("10.0.0.0"), prefixLength: 24, interface: "eth0"),
        ])
        func connection(_ peer: String, _ silence: Duration?, stuck: Bool = false) throws -> OwnConnection {
            OwnConnection(peer: try address(peer), silence: silence, isRetransmitting: stuck)
        }
        let all = try [
            connection("198.51.100.1", .milliseconds(300)), connection("198.51.100.2", .seconds(8), stuck: true),
            connection("198.51.100.2", .seconds(9), stuck: true), connection("198.51.100.3", nil, stuck: true),
            connection("198.51.100.4", .seconds(600)), connection("10.0.0.7", .zero), connection("10.9.0.7", .zero),
            connection("127.0.0.1", .zero), connection("2001:db8::1", .zero),
        ]
        let counted = UplinkEvidence.Connections(all, in: snapshot)
        #expect(counted == .init(total: 5, heard: 1, stuck: 3, stuckPeers: 2))
    }
}
