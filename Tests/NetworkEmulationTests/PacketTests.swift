import NetworkModel
import Testing

@testable import NetworkEmulation

@Suite("Packets of the emulated link")
struct PacketTests {
    private func address(_ text: String) throws -> PacketAddress { PacketAddress(try #require(IPAddress(text))) }

    private func flow(_ source: String, _ destination: String) throws -> FlowKey {
        FlowKey(
            source: try address(source), sourcePort: 4_000, destination: try address(destination),
            destinationPort: 53)
    }

    private static let pairs = [("198.18.13.2", "192.0.2.1"), ("fd6e:6574:6469:6167::2", "2001:db8::1")]

    @Test("an address keeps its bytes", arguments: ["192.0.2.200", "2001:db8::ff00:1", "::1", "255.255.255.255"])
    func addresses(text: String) throws {
        #expect(try address(text).address.description == text)
    }

    @Test("a datagram is read as it was written, with any length", arguments: pairs)
    func datagrams(source: String, destination: String) throws {
        let key = try flow(source, destination)
        for length in [0, 1, 2, 3, 4, 511, 1_200] {
            let bytes = PacketWriter.datagram(answering: key, (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) })
            try bytes.withUnsafeBytes { bytes in
                let packet = try #require(PacketView(bytes))
                #expect(packet.transport == .udp && packet.hasValidChecksum && packet.bytes.count == bytes.count)
                #expect(packet.source == key.destination && packet.destination == key.source)
                #expect(packet.flow?.sourcePort == 53 && packet.flow?.destinationPort == 4_000)
                #expect(packet.payload.count == length + 8)
            }
        }
    }

    @Test("a flipped bit in an IPv4 header is detected by its checksum, or by inconsistent lengths")
    func headers() throws {
        let (source, destination) = Self.pairs[0]
        let good = PacketWriter.datagram(answering: try flow(source, destination), [])
        good.withUnsafeBytes { #expect(PacketView($0)?.hasValidHeader == true) }
        // A changed version may be a valid one.
        for bit in 8..<160 {
            var bad = good
            bad[bit / 8] ^= 1 << UInt8(bit % 8)
            bad.withUnsafeBytes { #expect(PacketView($0)?.hasValidHeader != true, "bit \(bit)") }
        }
    }

    @Test("a flipped bit is detected by the checksum", arguments: pairs)
    func checksums(source: String, destination: String) throws {
        let good = PacketWriter.datagram(answering: try flow(source, destination), Array("hello".utf8))
        let header = good.count - 13
        for bit in (header * 8)..<(good.count * 8) {
            var bad = good
            bad[bit / 8] ^= 1 << UInt8(bit % 8)
            // Without a checksum (IPv4), there is nothing to compare.
            guard source.contains(":") || bad[header + 6] != 0 || bad[header + 7] != 0 else { continue }
            bad.withUnsafeBytes { #expect(PacketView($0)?.hasValidChecksum == false, "bit \(bit)") }
        }
    }

    @Test("an ICMP error quotes the packet, and none is sent about another error", arguments: pairs)
    func errors(source: String, destination: String) throws {
        let key = try flow(source, destination)
        let bytes = PacketWriter.datagram(answering: key, [1, 2, 3])
        let router = CableNetwork.routerAddress(isIPv6: source.contains(":"))
        try bytes.withUnsafeBytes { bytes in
            let packet = try #require(PacketView(bytes))
            let error = try #require(PacketWriter.error(.tooBig(mtu: 1_280), about: packet, from: router))
            try error.withUnsafeBytes { error in
                let view = try #require(PacketView(error))
                #expect(view.hasValidChecksum && view.source == router && view.destination == packet.source)
                #expect(view.payload.number16(at: 6) == 1_280)
                #expect(Array(view.payload[8...]) == Array(bytes))
                #expect(PacketWriter.error(.timeExceeded, about: view, from: router) == nil)
            }
        }
    }

    @Test("a refusal acknowledges the SYN")
    func resets() throws {
        var syn: [UInt8] = [0x0f, 0xa0, 0, 80, 0, 0, 0, 9, 0, 0, 0, 0, 0x50, 2, 0xff, 0xff, 0, 0, 0, 0]
        let (source, destination) = (try address("198.18.13.2"), try address("192.0.2.1"))
        syn = PacketWriter.packet(
            from: source, to: destination, protocolNumber: 6, payload: syn, checksumOffset: 16)
        try syn.withUnsafeBytes { syn in
            let packet = try #require(PacketView(syn))
            let reset = try #require(PacketWriter.reset(refusing: packet))
            try reset.withUnsafeBytes { reset in
                let view = try #require(PacketView(reset))
                #expect(view.hasValidChecksum && view.payload[13] == 0x14 && view.payload.number32(at: 8) == 10)
                #expect(view.flow?.sourcePort == 80 && view.destination == source)
            }
        }
    }

    @Test("truncated packets and wrong lengths are refused, and reading stays within the bytes", arguments: pairs)
    func malformed(source: String, destination: String) throws {
        let good = PacketWriter.datagram(answering: try flow(source, destination), [1, 2, 3, 4])
        for length in 0..<good.count {
            good[..<length].withUnsafeBytes { #expect(PacketView($0) == nil, "\(length) bytes") }
        }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0..<4 { bytes[generator.below(bytes.count)] = UInt8(generator.below(256)) }
            bytes.withUnsafeBytes { bytes in
                guard let packet = PacketView(bytes) else { return }
                #expect(packet.bytes.count <= bytes.count)
                _ = (packet.flow, packet.hasValidChecksum, PacketWriter.reset(refusing: packet))
                _ = PacketWriter.error(
                    .hostUnreachable, about: packet, from: CableNetwork.routerAddress(isIPv6: packet.isIPv6))
            }
        }
    }
}
