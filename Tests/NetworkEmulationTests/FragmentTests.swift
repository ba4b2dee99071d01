import NetworkModel
import Testing

@testable import NetworkEmulation

@Suite("Packet fragments")
struct FragmentTests {
    private static let pairs = [("198.18.13.2", "192.0.2.1"), ("fd6e:6574:6469:6167::2", "2001:db8::1")]

    /// A datagram with the given number of bytes.
    private func datagram(_ pair: (String, String), _ length: Int) throws -> [UInt8] {
        let flow = FlowKey(
            source: PacketAddress(try #require(IPAddress(pair.0))), sourcePort: 4_000,
            destination: PacketAddress(try #require(IPAddress(pair.1))), destinationPort: 53)
        return PacketWriter.datagram(answering: flow, (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    }

    private func fragments(_ packet: [UInt8], mtu: Int, identification: UInt32 = 7) throws -> [[UInt8]] {
        try packet.withUnsafeBytes { bytes in
            let view = try #require(PacketView(bytes))
            return try #require(
                PacketFragmenter.fragments(sending: view, mtu: mtu, identification: identification))
        }
    }

    /// The packets that result from fragments in this order.
    private func whole(_ fragments: [[UInt8]], _ reassembler: inout FragmentReassembler, at now: Int64 = 0) -> [[UInt8]]
    {
        fragments.compactMap { fragment in
            fragment.withUnsafeBytes { bytes in
                guard let packet = PacketView(bytes) else { return nil }
                return packet.isFragment ? reassembler.add(packet, at: now) : Array(bytes)
            }
        }
    }

    /// Whether two packets are the same, except for the fields of the IPv4 header that fragmentation changes.
    private func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        var (one, other) = (one, other)
        for place in [4, 5, 6, 7, 10, 11] where one[0] >> 4 == 4 { (one[place], other[place]) = (0, 0) }
        return one == other
    }

    @Test(
        "fragmented data is reassembled unchanged, in any order, with duplicates, and after further fragmentation",
        arguments: pairs)
    func roundTrip(source: String, destination: String) throws {
        var generator = SeededGenerator(seed: 1)
        var reassembler = FragmentReassembler()
        for (number, length) in [1, 9, 1_473, 3_000, 20_000, 65_507].enumerated() {
            // The longest datagram of IPv4 is used for IPv6 as well.
            let packet = try datagram((source, destination), length)
            for mtu in [1_500, 1_280, 68] where number < 4 || mtu > 68 {
                var parts = try fragments(packet, mtu: mtu, identification: UInt32(number * 7_000 + mtu))
                #expect(parts.allSatisfy { $0.count <= mtu })
                if packet[0] >> 4 == 4, mtu == 1_500 {
                    parts = try parts.flatMap { part in
                        try part.withUnsafeBytes { bytes in
                            let view = try #require(PacketView(bytes))
                            return try #require(PacketFragmenter.fragments(of: view, mtu: 577))
                        }
                    }
                    #expect(parts.allSatisfy { $0.count <= 577 })
                }
                // One fragment arrives twice while others are missing.
                if parts.count > 1 { parts.insert(parts[0], at: 1) }
                for index in parts.indices.reversed() { parts.swapAt(index, generator.below(index + 1)) }
                let packets = whole(parts, &reassembler)
                #expect(packets.count >= 1 && packets.allSatisfy { isSame($0, packet) }, "\(length) over \(mtu)")
                packets.first?.withUnsafeBytes { bytes in
                    let view = PacketView(bytes)
                    #expect(view?.hasValidHeader == true && view?.hasValidChecksum == true && view?.isFragment == false)
                }
            }
        }
    }

    @Test("a router does not fragment if the sender forbids it, nor for IPv6", arguments: pairs)
    func forbidden(source: String, destination: String) throws {
        try datagram((source, destination), 1_000).withUnsafeBytes { bytes in
            let view = try #require(PacketView(bytes))
            #expect(!view.isFragmentable && PacketFragmenter.fragments(of: view, mtu: 576) == nil)
            #expect(PacketFragmenter.fragments(sending: view, mtu: 20, identification: 1) == nil)
        }
    }

    @Test("overlapping fragments, two last fragments and odd lengths are dropped", arguments: pairs)
    func contradictions(source: String, destination: String) throws {
        let packet = try datagram((source, destination), 3_000)
        let large = try fragments(packet, mtu: 1_500)
        let small = try fragments(packet, mtu: 1_280)
        var reassembler = FragmentReassembler()
        // The second fragment for the smaller MTU overlaps the first one for the larger MTU: the packet is dropped, and the
        // remaining fragments form no packet.
        #expect(whole([large[0], small[1], large[1], large[2]], &reassembler).isEmpty)
        reassembler = FragmentReassembler()
        let shorter = try fragments(try datagram((source, destination), 2_000), mtu: 1_500)
        #expect(whole([large[2], shorter[1], large[0], large[1]], &reassembler).isEmpty)
        reassembler = FragmentReassembler()
        // Seven bytes, followed by other fragments.
        var odd = large[0].dropLast(large[0].count - (source.contains(":") ? 48 : 20) - 7)[...].map { $0 }
        odd.set16(source.contains(":") ? odd.count - 40 : odd.count, at: source.contains(":") ? 4 : 2)
        if !source.contains(":") { odd.setHeaderChecksum() }
        #expect(whole([odd, large[0], large[1], large[2]], &reassembler).count == 1)
    }

    @Test("a fragment within a fragment is dropped")
    func nested() throws {
        let addresses = [UInt8](repeating: 0xfd, count: 32)
        // Headers of fragments that are whole packets (RFC 6946), each of which announces the next one.
        for (depth, isWhole) in [(1, true), (2, false), (8_000, false)] {
            let headers = (0..<depth).flatMap { level in [level == depth - 1 ? 59 : 44, 0, 0, 0, 0, 0, 0, 7] as [UInt8]
            }
            let payload = headers + [UInt8](repeating: 0x78, count: 8)
            let length = [UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
            let packet = [0x60, 0, 0, 0] + length + [44, 64] + addresses + payload
            var reassembler = FragmentReassembler()
            let packets = whole([packet], &reassembler)
            #expect(packets.count == (isWhole ? 1 : 0) && reassembler.nested == (isWhole ? 0 : 1))
        }
    }

    @Test("incomplete packets are limited in number and time", arguments: pairs)
    func bounds(source: String, destination: String) throws {
        let packet = try datagram((source, destination), 3_000)
        var reassembler = FragmentReassembler()
        let count = FragmentReassembler.maxPackets + 1
        let all = try (0..<count).map { try fragments(packet, mtu: 1_500, identification: UInt32($0)) }
        for (time, parts) in all.enumerated() {
            #expect(whole([parts[0], parts[2]], &reassembler, at: Int64(time)).isEmpty)
        }
        // Only the oldest packet was dropped.
        let counts = all.reversed().map { whole([$0[1]], &reassembler).count }
        #expect(counts == Array(repeating: 1, count: count - 1) + [0])
        let isEmpty = whole([all[1][0], all[1][2]], &reassembler).isEmpty
        #expect(isEmpty)
        reassembler.sweep(at: FragmentReassembler.timeLimit + 1)
        let isGivenUp = whole([all[1][1]], &reassembler).isEmpty
        #expect(isGivenUp)
    }

    @Test("for any input, parsing and reassembly stay within their bytes", arguments: pairs)
    func hostile(source: String, destination: String) throws {
        let parts = try fragments(try datagram((source, destination), 3_000), mtu: 576)
        var generator = SeededGenerator(seed: 2)
        var reassembler = FragmentReassembler()
        for time in 0..<20_000 {
            var bytes = parts[generator.below(parts.count)]
            for _ in 0..<3 { bytes[generator.below(min(64, bytes.count))] = UInt8(generator.below(256)) }
            bytes.withUnsafeBytes { bytes in
                guard let view = PacketView(bytes) else { return }
                let packet = reassembler.add(view, at: Int64(time))
                #expect(packet?.count ?? 0 <= 65_535 + 40)
                for mtu in [68, 576] { _ = PacketFragmenter.fragments(of: view, mtu: mtu) }
            }
        }
    }
}
