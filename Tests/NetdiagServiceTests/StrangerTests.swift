import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Responses for strangers")
struct StrangerTests {
    private static func peer(_ name: String, _ addresses: [String], port: UInt16 = 8053) -> Peer {
        var peer = Peer(name: name, host: "\(name).local", port: port)
        peer.addresses = addresses.compactMap { IPAddress($0) }
        (peer.isSeen, peer.status, peer.version, peer.interfaces) = (true, .connectionDown, "9.9", ["eth0"])
        peer.view = .init(isSeen: true)
        return peer
    }

    private static let document = PeersDocument(
        host: "me", name: "Me", version: "1", status: .connectionUp,
        peers: [peer("a", ["10.0.0.1", "fe80::1%eth0"]), peer("b", ["10.0.0.2"])])

    @Test("a peer finds only itself in the list, by its address")
    func asker() throws {
        for address in ["10.0.0.1", "fe80::1"] {
            let seen = Self.document.reduced(for: IPAddress(address), nil)
            let own = try #require(seen.peers.first)
            #expect(seen.peers.count == 1 && own.name == "a" && own.isSeen && own.status == .connectionDown)
            #expect(own.addresses.map(\.description) == [address])
            #expect(own.version == nil && own.view == nil && own.interfaces.isEmpty)
        }
        #expect(Self.document.reduced(for: IPAddress("10.0.0.3"), nil).peers.isEmpty)
    }

    @Test("a host that sends another one's hello learns only what multicast announces to all hosts")
    func hello() throws {
        let hello = PeerHello(port: 8053, name: "B")
        let own = try #require(Self.document.reduced(for: IPAddress("10.0.0.9"), hello).peers.first)
        #expect(own.name == "b" && own.isSeen && own.addresses.isEmpty && own.status == nil && own.isReachable == nil)
        #expect(Self.document.reduced(for: IPAddress("10.0.0.9"), PeerHello(port: 1, name: "b")).peers.isEmpty)
    }

    @Test("no peer concludes from a full list that it is not seen")
    func full() {
        var document = Self.document
        document.peers = (0..<PeerTable.maxEntries).map { Self.peer("p\($0)", ["10.0.1.\($0)"]) }
        let reduced = document.reduced(for: IPAddress("10.0.0.9"), nil)
        #expect(reduced.isFull == true && !reduced.isLooking)
        #expect(document.reduced(for: IPAddress("10.0.1.7"), nil).isFull == nil)
    }

    @Test("the status is name, version and verdict, and nothing else")
    func status() throws {
        let document = StatusDocument(
            status: .connectionDown, findings: [], host: "me", since: Timestamp(), links: [], resolvers: [],
            gateways: [],
            targets: [
                .init(
                    target: "https://secret.example/", status: .connectionDown, degraded: false, cause: nil, last: nil)
            ],
            publication: Publication(state: .published, name: "Me", types: [], port: 1))
        let text = String(decoding: try JSON.line(PublicStatus(document)), as: UTF8.self)
        let expected =
            #"{"code":-66557,"host":"me","name":"Me","restricted":true,"schema":"netdiag.status/1","status":"connectionDown","version":"\#(Version.text)"}"#
        #expect(
            try JSONValue(reading: Array(text.utf8)) == JSONValue(reading: Array(expected.utf8))
        )
    }
}
