import ARPWire
import Testing

@Suite("Messages of netdiag-arp")
struct ARPWireTests {
    @Test("are read back as they were written")
    func roundTrip() throws {
        let question = try #require(ARPRequest(interface: 70_000, address: [10, 0, 0, 1]))
        #expect(question.bytes == [1, 0, 0, 0, 0, 1, 0x11, 0x70, 10, 0, 0, 1])
        #expect(ARPRequest(bytes: question.bytes) == question)
        let other = try #require(ARPRequest(interface: 2, address: [10, 0, 0, 1], excluding: [2, 0, 0, 0, 0, 9]))
        #expect(other.bytes == [2, 0, 0, 0, 0, 0, 0, 2, 10, 0, 0, 1, 2, 0, 0, 0, 0, 9])
        #expect(ARPRequest(bytes: other.bytes) == other && other.bytes.count == ARPRequest.maxLength)
        let reply = ARPReply(.answered, hardwareAddress: [2, 0, 0, 0, 0, 9], microseconds: 70_000)
        #expect(ARPReply(bytes: reply.bytes) == reply && reply.bytes.count == ARPReply.length)
    }

    @Test("anything that is not exactly a request is refused")
    func refused() throws {
        let good = try #require(ARPRequest(interface: 2, address: [10, 0, 0, 1])).bytes
        #expect(ARPRequest(bytes: good) != nil)
        for length in 0..<good.count { #expect(ARPRequest(bytes: good[..<length]) == nil) }
        #expect(ARPRequest(bytes: good + [0]) == nil)
        // A hardware address in the version without one, and the other version without it.
        #expect(ARPRequest(bytes: good + [2, 0, 0, 0, 0, 9]) == nil)
        #expect(ARPRequest(bytes: [2] + good.dropFirst()) == nil)
        #expect(ARPRequest(interface: 2, address: [10, 0, 0, 1], excluding: [2, 0]) == nil)
        for place in 0..<4 {
            var bad = good
            bad[place] ^= 0x80
            #expect(ARPRequest(bytes: bad) == nil)
        }
        // An index of 0, and one that no interface can have.
        #expect(ARPRequest(bytes: [1, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1]) == nil)
        #expect(ARPRequest(bytes: [1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 10, 0, 0, 1]) == nil)
        #expect(ARPRequest(interface: -1, address: [10, 0, 0, 1]) == nil)
        #expect(ARPRequest(interface: 2, address: [10, 0, 0]) == nil)
        #expect(ARPReply(bytes: [1, 9] + [UInt8](repeating: 0, count: 10)) == nil)
    }

    @Test("only a reply of the address itself counts")
    func frames() {
        let reply: [UInt8] = [0, 1, 8, 0, 6, 4, 0, 2, 2, 0, 0, 0, 0, 9, 10, 0, 0, 1] + [UInt8](repeating: 0, count: 10)
        let hardware: [UInt8] = [2, 0, 0, 0, 0, 9]
        #expect(ARPFrame.hardwareAddress(of: [10, 0, 0, 1], in: reply + [0, 0]) == hardware)
        #expect(ARPFrame.hardwareAddress(of: [10, 0, 0, 2], in: reply) == nil)
        #expect(ARPFrame.hardwareAddress(of: [10, 0, 0, 1], in: reply.dropLast()) == nil)
        let request = ARPFrame.request(from: hardware, [10, 0, 0, 1], for: [10, 0, 0, 2])
        #expect(request.count == 28 && ARPFrame.hardwareAddress(of: [10, 0, 0, 1], in: request) == nil)
    }
}
