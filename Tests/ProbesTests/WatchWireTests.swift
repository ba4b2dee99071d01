import ARPWire
import Testing

@Suite("Messages of netdiag-arp about frames and packets")
struct WatchWireTests {
    private static let source: [UInt8] = [10, 8, 0, 2]
    private static let destination: [UInt8] = [192, 0, 2, 1]

    /// An IPv4 packet without options.
    private func packet(hopLimit: UInt8 = 1, _ transport: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0x45, 0, 0, 0, 0, 0, 0, 0, hopLimit, transport, 0, 0] + Self.source + Self.destination + payload
    }

    /// A TCP segment from port 49152 to port 80.
    private func segment(_ flags: UInt8) -> [UInt8] {
        [0xc0, 0, 0, 80] + [UInt8](repeating: 7, count: 8) + [0x50, flags] + [UInt8](repeating: 0, count: 6)
    }

    @Test("are read back as they were written")
    func roundTrip() throws {
        let twin = try #require(TwinRequest(interface: 70_000))
        #expect(twin.bytes == [3, 0, 0, 0, 0, 1, 0x11, 0x70] && TwinRequest(bytes: twin.bytes) == twin)
        for request in [
            SentRequest(synFrom: 49_152, to: 80), SentRequest(query: SentRequest.query([1, 2])),
        ] {
            #expect(request.bytes.count == SentRequest.length && SentRequest(bytes: request.bytes) == request)
        }
        #expect(SentRequest(synFrom: 49_152, to: 80).bytes == [4, 6, 0, 0, 0xc0, 0, 0, 80])
        #expect(SentRequest(query: SentRequest.query([1, 2])).bytes == [4, 17, 0, 0, 1, 2, 0, 0])
        let address = [UInt8](1...16)
        for reply: TwinReply in [.heard(Self.source), .heard(address), .silent, .refused, .busy] {
            #expect(reply.bytes.count == TwinReply.length && TwinReply(bytes: reply.bytes) == reply)
        }
        let sent = SentReply.sent(interface: 70_000, source: Self.source, destination: Self.destination)
        for reply: SentReply in [.watching, sent, .unseen, .refused, .busy] {
            #expect(reply.bytes.count == SentReply.length && SentReply(bytes: reply.bytes) == reply)
        }
    }

    @Test("anything that is not exactly a message is refused")
    func refused() throws {
        let messages = [
            try #require(TwinRequest(interface: 2)).bytes, SentRequest(synFrom: 49_152, to: 80).bytes,
            TwinReply.heard(Self.source).bytes, SentReply.unseen.bytes,
        ]
        func isRead(_ bytes: [UInt8]) -> Bool {
            ARPRequest(bytes: bytes) != nil || TwinRequest(bytes: bytes) != nil || SentRequest(bytes: bytes) != nil
                || TwinReply(bytes: bytes) != nil || SentReply(bytes: bytes) != nil
        }
        for good in messages {
            #expect(isRead(good))
            for length in 0..<good.count { #expect(!isRead(Array(good[..<length]))) }
            #expect(!isRead(good + [0]))
            for place in 0..<4 {
                var bad = good
                bad[place] ^= 0x80
                #expect(!isRead(bad))
            }
        }
        #expect(TwinRequest(interface: 0) == nil && TwinRequest(interface: -1) == nil)
        #expect(TwinRequest(bytes: [3, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]) == nil)
        // Content where there is none.
        #expect(TwinReply(bytes: TwinReply.silent.bytes.dropLast() + [1]) == nil)
        #expect(SentReply(bytes: SentReply.unseen.bytes.dropLast() + [1]) == nil)
    }

    @Test("only the SYN or the query of the request is reported")
    func packets() {
        let syn = SentRequest(synFrom: 49_152, to: 80)
        #expect(syn.matches(packet(6, segment(0x02))))
        // With ECN.
        #expect(syn.matches(packet(6, segment(0xc2))))
        #expect(!syn.matches(packet(hopLimit: 64, 6, segment(0x02))))
        for flags: UInt8 in [0x12, 0x10, 0x18, 0x04, 0x11] { #expect(!syn.matches(packet(6, segment(flags)))) }
        #expect(!syn.matches(packet(17, segment(0x02))))
        #expect(!SentRequest(synFrom: 49_153, to: 80).matches(packet(6, segment(0x02))))
        let query = SentRequest.query([1, 2])
        let asked = SentRequest(query: query)
        let head: [UInt8] = [0xc0, 0, 0, 53, 0, 25, 0, 0]
        #expect(asked.matches(packet(17, head + query)))
        // Data of another program with the same mark.
        let other = Array(query.prefix(4)) + [UInt8](repeating: 1, count: 13)
        #expect(!asked.matches(packet(17, head + other)))
        #expect(!asked.matches(packet(17, head + query + [0])))
        #expect(!asked.matches(packet(hopLimit: 2, 17, head + query)))
        for length in 0..<40 { #expect(!syn.matches(packet(6, segment(0x02)).prefix(length))) }
    }

    @Test("the address of a host is told from those that are none")
    func senders() {
        let zeros = [UInt8](repeating: 0, count: 14)
        let linkLocal: [UInt8] = [0xfe, 0x80] + zeros
        for address: [UInt8] in [[0, 0] + zeros, [0xff, 2] + zeros, zeros + [0, 1]] {
            #expect(FrameSender.address(of: [0x60, 0, 0, 0, 0, 0, 59, 64] + address, 0x86dd) == nil)
            #expect(!FrameSender.isLinkLocal(address))
        }
        #expect(FrameSender.address(of: [0x60, 0, 0, 0, 0, 0, 59, 64] + linkLocal, 0x86dd) == linkLocal)
        #expect(FrameSender.isLinkLocal(linkLocal) && FrameSender.isLinkLocal([169, 254, 0, 1]))
        #expect(!FrameSender.isLinkLocal(Self.source))
    }
}
