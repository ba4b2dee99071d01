import NetworkModel
import Testing

@testable import Probes

/// ICMP messages as they arrive on an interface, before this machine's packet filter.
@Suite("ICMP messages on an interface")
struct ICMPMessageTests {
    private static let router: [UInt8] = [100, 64, 0, 1], own: [UInt8] = [192, 168, 1, 10]
    private static let nobody: [UInt8] = [192, 0, 2, 7]

    /// A packet with its checksums.
    private static func packet(
        from source: [UInt8] = router, to destination: [UInt8] = own, _ message: [UInt8]
    ) -> [UInt8] {
        var message = message
        let sum = EchoSocket.checksum(message)
        (message[2], message[3]) = (UInt8(sum >> 8), UInt8(sum & 0xff))
        return header(1, length: 20 + message.count, source, destination) + message
    }

    private static func header(
        _ number: UInt8, length: Int, _ source: [UInt8], _ destination: [UInt8]
    ) -> [UInt8] {
        [0x45, 0, UInt8(length >> 8), UInt8(length & 0xff), 0, 0, 0, 0, 64, number, 0, 0] + source + destination
    }

    /// An error about a segment or datagram from port 40000 to port 443.
    private static func error(type: UInt8 = 11, code: UInt8 = 0, about number: UInt8 = 6) -> [UInt8] {
        packet(
            [type, code, 0, 0, 0, 0, 0, 0] + header(number, length: 28, own, nobody)
                + [0x9c, 0x40, 0x01, 0xbb, 0, 0, 0, 0])
    }

    private func found(
        _ packet: [UInt8], _ transport: PathEvidence.Transport = .tcp, port: UInt16 = 443, from source: UInt16 = 40_000
    ) throws -> ICMPError? {
        let nobody = try #require(IPAddress(bytes: Self.nobody))
        return ICMPMessage.error(in: packet, about: SocketAddress(nobody, port: port), transport, from: source)
    }

    @Test("an error is found by the packet that it is about")
    func errors() throws {
        let expired = try #require(try found(Self.error()))
        #expect(expired.meaning == .timeExceeded && expired.reporter == IPAddress("100.64.0.1") && !expired.isOwn)
        #expect(try found(Self.error(type: 3, code: 13))?.meaning == .prohibited)
        #expect(try found(Self.error(about: 17), .udp)?.meaning == .timeExceeded)
        #expect(try found(Self.error(), .udp) == nil)
        #expect(try found(Self.error(), port: 80) == nil)
        #expect(try found(Self.error(), from: 40_001) == nil)
        #expect(try found(Self.error(type: 8)) == nil)
        for length in 0..<Self.error().count - 4 {
            #expect(try found(Array(Self.error().prefix(length))) == nil, "\(length)")
        }
    }

    @Test("an error is found by the destination of the packet that it is about")
    func errorsByDestination() throws {
        let (nobody, router) = (try #require(IPAddress(bytes: Self.nobody)), try #require(IPAddress("100.64.0.1")))
        #expect(ICMPMessage.isError(Self.error(), about: nobody))
        #expect(ICMPMessage.isError(Self.error(type: 3, code: 13, about: 17), about: nobody))
        #expect(!ICMPMessage.isError(Self.error(), about: router))
        #expect(!ICMPMessage.isError(Self.error(type: 8), about: nobody))
        for length in 0..<48 {
            #expect(!ICMPMessage.isError(Array(Self.error().prefix(length)), about: nobody), "\(length)")
        }
    }

    @Test("a reply is found by its sender and identifier")
    func replies() throws {
        let reply = Self.packet([0, 0, 0, 0, 0x6e, 0x64, 0, 1])
        let router = try #require(IPAddress("100.64.0.1"))
        #expect(ICMPMessage.isReply(reply, from: router, identifier: 0x6e64))
        #expect(!ICMPMessage.isReply(reply, from: router, identifier: 1))
        #expect(!ICMPMessage.isReply(reply, from: try #require(IPAddress("100.64.0.2")), identifier: 0x6e64))
        #expect(!ICMPMessage.isReply(Self.packet([8, 0, 0, 0, 0x6e, 0x64, 0, 1]), from: router, identifier: 0x6e64))
        #expect(!ICMPMessage.isReply(Array(reply.prefix(24)), from: router, identifier: 0x6e64))
    }

    @Test("messages that the kernel drops itself, or that this machine sent, are ignored")
    func intact() {
        let good = Self.error()
        #expect(ICMPMessage.isIntact(good[...]))
        #expect(ICMPMessage.isIntact((good + [0, 0])[...]))
        var damaged = good
        damaged[40] ^= 1
        #expect(!ICMPMessage.isIntact(damaged[...]))
        #expect(!ICMPMessage.isIntact(good.dropLast()))
        #expect(!ICMPMessage.isIntact([]))
        #expect(!ICMPMessage.isIntact(Self.packet(from: Self.own, [0, 0, 0, 0, 0, 0, 0, 0])[...]))
    }
}
