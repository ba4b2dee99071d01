import NetworkModel
import Testing

@testable import ServiceDiscovery

@Suite("Limits and checks of data from the network")
struct BoundsTests {
    private static func peer(_ host: String?, on interface: Int32 = 2) -> PeerShares.Sender {
        PeerShares.Sender(interface: interface, host: host)
    }

    @Test("there is room up to the limit; after that, the host with the most loses some")
    func shares() {
        var shares = PeerShares()
        for _ in 0..<10 { shares.add(PeerShares.bytesOfInstance, of: Self.peer("good.local")) }
        for _ in 0..<PeerShares.maxInstances - 10 {
            shares.add(PeerShares.bytesOfInstance, of: Self.peer("evil.local"))
        }
        #expect(shares.excess.isEmpty)
        shares.add(PeerShares.bytesOfInstance, of: Self.peer("good.local"))
        #expect(shares.excess.keys.map(\.host) == ["evil.local"])
        #expect(shares.excess.values.first.map { $0 >= 500 } == true)
        for _ in 0..<2 { shares.remove(PeerShares.bytesOfInstance, of: Self.peer("evil.local")) }
        #expect(shares.excess.isEmpty)
    }

    @Test("the bytes of TXT records count, regardless of the number of instances")
    func bytes() {
        var shares = PeerShares()
        for _ in 0..<1_000 { shares.add(400, of: Self.peer(nil)) }
        for _ in 0..<1_000 { shares.add(9_000, of: Self.peer("evil.local", on: 3)) }
        let excess = shares.excess
        #expect(excess[Self.peer("evil.local", on: 3)] == 62)
        #expect(PeerShares.maxBytes < 9_400_000)
        shares.removeAll()
        #expect(shares.excess.isEmpty)
    }

    @Test("a host with many addresses of one family does not displace those of the other")
    func families() {
        let flood = (1...32).compactMap { IPAddress("fd00::\($0)") }
        #expect(HostAddresses.hasRoom(for: .ipv6, beside: flood.dropLast()))
        #expect(!HostAddresses.hasRoom(for: .ipv6, beside: flood))
        #expect(HostAddresses.hasRoom(for: .ipv4, beside: flood))
    }

    @Test("hosts with little lose little each, and at most the excess")
    func manyPeers() {
        var shares = PeerShares()
        for number in 0...PeerShares.maxInstances { shares.add(500, of: Self.peer("h\(number).local")) }
        let excess = shares.excess
        #expect(excess.values.allSatisfy { $0 == 1 } && excess.count == PeerShares.maxInstances / 16 + 1)
    }

    @Test("a reader that is too many bytes behind is told so; one that keeps up is not")
    func behind() async {
        let (stream, continuation) = AsyncStream.makeStream(
            of: BrowseEvent.self, bufferingPolicy: .bufferingOldest(EventStream.maxEvents))
        var events = EventStream(continuation)
        var instance = ServiceInstance(name: "S", type: "_http._tcp", domain: "local", interface: "eth0")
        instance.txt = ["k": .text(String(repeating: "x", count: 8_000))]
        let event = BrowseEvent.service(ServiceEvent(.updated, instance))
        var iterator = stream.makeAsyncIterator()
        for _ in 0..<5_000 {
            let isFollowing = events.send(event)
            #expect(isFollowing)
            _ = await iterator.next()
        }
        var told = 0
        while events.send(event) { told += 1 }
        #expect((1_900...2_100).contains(told))
    }

    @Test(
        "host names are decoded from avahi's decimal escapes",
        arguments: [
            ("h1.local", "h1.local"), (#"Bob\226\128\153s\032Mac.local"#, "Bob’s Mac.local"),
            (#"b\195\188ro.local"#, "büro.local"), (#"a\.b.local"#, #"a\.b.local"#), (#"a\\b.local"#, #"a\\b.local"#),
            (#"a\255.local"#, #"a\255.local"#), (#"a\999.local"#, #"a\999.local"#), (#"a\"#, #"a\"#),
            (#"\010x.local"#, "\nx.local"), ("", ""),
        ])
    func hostText(wire: String, text: String) {
        #expect(HostText.decoded(wire) == text)
    }

    @Test(
        "only valid host names are looked up",
        arguments: [
            ("h1.local", true), ("h1.local.", true), (#"Bob\226\128\153s\032Mac.local"#, true), (#"a\.b.local"#, true),
            ("www.example.com", true), (String(repeating: "a", count: 63) + ".local", true), ("", false), (".", false),
            ("a", false), ("a.", false), ("a..b", false), (".local", false), (".b.c", false), ("a.b..", false),
            (#"a\255.local"#, false), (#"a\010.local"#, false), (#"a\000.local"#, false), (#"a\999.local"#, false),
            (#"a\.local"#, false), (#"a.local\"#, false), (String(repeating: "a", count: 64) + ".local", false),
            (String(repeating: "abcdefg.", count: 32) + "local", false),
        ])
    func lookups(name: String, isFit: Bool) {
        #expect(HostText.isFitForLookup(name) == isFit, "\(name)")
    }
}
