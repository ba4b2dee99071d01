import Testing

@testable import Probes

@Suite("Neighbour Discovery messages")
struct NeighbourMessageTests {
    private static let address: [UInt8] = [0xfd, 0x77, 0, 1] + [UInt8](repeating: 0, count: 11) + [2]
    private static let hardware: [UInt8] = [2, 0, 0, 0, 0, 9]
    private static let head: [UInt8] = [136, 0, 0, 0, 0x60, 0, 0, 0] + address

    private func found(_ packet: [UInt8], of address: [UInt8] = address) -> [UInt8]? {
        NeighbourMessage.hardwareAddress(of: address, in: packet)
    }

    @Test("only an advertisement of the address itself counts, wherever its option is")
    func advertisements() {
        let good = Self.head + [2, 1] + Self.hardware
        #expect(found(good) == Self.hardware)
        #expect(
            found(Self.head + [14, 2] + [UInt8](repeating: 7, count: 14) + [2, 1] + Self.hardware) == Self.hardware)
        #expect(found(good, of: Self.address.reversed()) == nil)
        #expect(found([135] + good.dropFirst()) == nil)
        for length in 0..<good.count { #expect(found(Array(good[..<length])) == nil) }
    }

    @Test("options with a wrong length end the list")
    func lies() {
        #expect(found(Self.head + [14, 0] + Self.hardware + [2, 1] + Self.hardware) == nil)
        #expect(found(Self.head + [14, 255] + Self.hardware + [2, 1] + Self.hardware) == nil)
        #expect(found(Self.head + [2, 2] + Self.hardware) == nil)
    }

    @Test("in a whole packet, the hop limit shows that it was sent on the link")
    func packets() {
        let message = Self.head + [2, 1] + Self.hardware
        func found(_ next: UInt8 = 58, _ limit: UInt8 = 255, version: UInt8 = 6) -> [UInt8]? {
            let header: [UInt8] = [version << 4, 0, 0, 0, 0, UInt8(message.count), next, limit]
            let addresses = [UInt8](repeating: 1, count: 32)
            return NeighbourMessage.hardwareAddress(of: Self.address, inPacket: header + addresses + message)
        }
        #expect(found() == Self.hardware)
        #expect(found(17) == nil && found(58, 64) == nil && found(version: 4) == nil)
        #expect(NeighbourMessage.hardwareAddress(of: Self.address, inPacket: message) == nil)
    }

    @Test("the solicitation goes to the multicast group of the address")
    func question() {
        let question = NeighbourMessage.solicitation(for: Self.address, from: Self.hardware)
        #expect(question.count == 32 && question[0] == 135 && question.suffix(8) == [1, 1] + Self.hardware)
        #expect(NeighbourMessage.group(of: Self.address).suffix(4) == [0xff, 0, 0, 2])
    }
}
