import Lab
import NetworkModel
import Testing

@testable import HostResolution

@Suite("Multicast DNS packets")
struct MulticastMessageTests {
    @Test(
        "valid packets of responders, and those that must be ignored, are no problem",
        arguments: MulticastPackets.oddities)
    func oddities(packet: [UInt8]) {
        #expect(MulticastMessage(packet).problem == nil)
    }

    @Test("what cannot be decoded is reported, with the name at its beginning")
    func malformed() {
        #expect(MulticastMessage([]).problem == "0 bytes, which are not a DNS message")
        #expect(MulticastMessage(Array("hello world".utf8)).problem?.hasPrefix("11 bytes") == true)
        #expect(MulticastMessage(MulticastPackets.garbage).problem != nil)
        #expect(MulticastMessage([UInt8](repeating: 0, count: 9_001)).problem?.contains("9000") == true)
        let cut = MulticastMessage(MulticastPackets.truncated("Printer.local"))
        #expect(cut.problem?.contains("run over the end") == true && cut.names == ["printer.local"])
        let short = MulticastMessage(MulticastPackets.shortAddress("Printer.local"))
        #expect(short.problem == "a record of the type A whose data is none" && short.names == ["printer.local"])
        #expect(!short.located.contains("printer.local"))
        // An alias whose name is a pointer to itself.
        let owner = MulticastPackets.header([0, 1, 0, 0]) + MulticastPackets.name("a.local")
        let loop = owner + [0, 5, 0, 1, 0, 0, 0, 1, 0, 2, 0xc0, UInt8(owner.count + 10)]
        #expect(MulticastMessage(loop).problem != nil)
        // An owner name that is a pointer to itself.
        #expect(
            MulticastMessage(MulticastPackets.header([0, 1, 0, 0]) + [0xc0, 12] + owner.suffix(14)).problem != nil)
    }

    @Test("an answer states whose location it is")
    func located() {
        let packet =
            MulticastPackets.header([0, 1, 0, 1])
            + MulticastPackets.record("Web, one._http._tcp.local", type: 33, [0, 0, 0, 0, 0, 80, 0])
            + MulticastPackets.record("h1.local", type: 1, [10, 0, 0, 1])
        let message = MulticastMessage(packet)
        #expect(message.problem == nil && message.isResponse)
        #expect(message.located == ["web,\\032one._http._tcp.local", "h1.local"])
    }

    @Test("arbitrary bytes are never read out of bounds")
    func random() {
        var generator = SystemRandomNumberGenerator()
        let whole =
            MulticastPackets.header([1, 2, 0, 1]) + MulticastPackets.name("a.local") + [0, 255, 0, 1]
            + MulticastPackets.record("a.local", type: 16, [3, 97, 61, 98])
            + MulticastPackets.record("a.local", type: 33, [0, 0, 0, 0, 0, 80] + MulticastPackets.name("b.local"))
            + MulticastPackets.record("b.local", type: 28, [UInt8](repeating: 1, count: 16))
        #expect(MulticastMessage(whole).problem == nil)
        for length in 0..<whole.count { #expect(MulticastMessage(Array(whole.prefix(length))).problem != nil) }
        for _ in 0..<20_000 {
            var packet = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                packet[Int.random(in: packet.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            #expect(MulticastMessage(packet).names.count <= 2_048)
        }
    }

    @Test("a query contains its questions, and invalid names are left out")
    func query() {
        var query = MulticastQuery()
        query.add(["Büro, 2. Stock", "_http", "_tcp", "local"], .srv)
        query.add(["h1", "local"], .aaaa)
        query.add([String(repeating: "x", count: 64), "local"], .a)
        query.add([], .a)
        query.add(["a", "", "local"], .a)
        let message = MulticastMessage(query.message(id: 7))
        #expect(query.questions.count == 2 && message.problem == nil && !message.isResponse)
        #expect(message.names.count == 2 && message.names.last == "h1.local")
        #expect(query.message(id: 7).prefix(2) == [0, 7] && query.message(id: 7).suffix(4) == [0, 28, 0, 1])
        for index in 0..<100 { query.add(["h\(index)", "local"], .a) }
        #expect(query.questions.count == 24)
    }
}
