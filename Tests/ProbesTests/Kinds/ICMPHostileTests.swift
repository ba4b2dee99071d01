import Diagnosis
import KindTesting
import NetworkModel
import TargetKinds
import Testing

@testable import Probes

/// Packets that are not replies to echo requests of this process. The kernel delivers them as they arrive.
@Suite("Invalid echo replies")
struct ICMPHostileTests {
    private static let identifier: UInt16 = 0x6e64

    /// An ICMP message; by default, an echo reply.
    private static func message(type: UInt8 = 0, identifier: UInt16 = identifier, sequence: UInt16 = 7) -> [UInt8] {
        [
            type, 0, 0, 0, UInt8(identifier >> 8), UInt8(identifier & 0xff), UInt8(sequence >> 8),
            UInt8(sequence & 0xff),
        ]
    }

    /// A message with an IPv4 header, whose length is given in words.
    private static func packet(words: UInt8 = 5, _ message: [UInt8]) -> [UInt8] {
        [0x40 | words] + [UInt8](repeating: 0, count: 19) + message
    }

    private static let strangers: [(name: String, packet: [UInt8])] = [
        ("nothing", []), ("half a header", [0x45, 0, 0]), ("a header alone", packet([])),
        ("a reply without its sequence", packet(Array(message().dropLast(2)))),
        ("a header that is longer than the packet", packet(words: 15, message())),
        ("a header without length", packet(words: 0, message())),
        ("a request", packet(message(type: 8))), ("a reply of ICMPv6", packet(message(type: 129))),
        ("a reply to another process", packet(message(identifier: 1))),
        ("ones", [UInt8](repeating: 0xff, count: 1_024)),
    ]

    @Test("a valid reply is accepted, and others are not", arguments: strangers.map { $0.name })
    func foreign(name: String) throws {
        let own = Self.packet(Self.message())
        #expect(EchoSocket.sequence(in: own[...], .ipv4, isRaw: true, identifier: Self.identifier) == 7)
        let packet = try #require(Self.strangers.first { $0.name == name }).packet
        #expect(EchoSocket.sequence(in: packet[...], .ipv4, isRaw: true, identifier: Self.identifier) == nil)
    }

    @Test("a reply counts only with the payload of the request, which cannot be guessed", arguments: [true, false])
    func payload(isRaw: Bool) {
        let nonce: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        func sequence(_ payload: [UInt8], of nonce: [UInt8]) -> UInt16? {
            let message = Self.message() + payload
            let bytes = isRaw ? Self.packet(message) : message
            return EchoSocket.sequence(
                in: bytes[...], .ipv4, isRaw: isRaw, identifier: isRaw ? Self.identifier : nil, nonce: nonce)
        }
        #expect(sequence(nonce, of: nonce) == 7 && sequence(nonce + [9, 10], of: nonce) == 7)
        let others: [[UInt8]] = [[], [1, 2, 3, 4, 5, 6, 7], [UInt8](repeating: 0x78, count: 32)]
        for other in others {
            #expect(sequence(other, of: nonce) == nil)
        }
        // A request without a payload can have no such beginning.
        #expect(sequence([], of: []) == 7)
    }

    @Test("each socket has a payload of its own")
    func nonces() throws {
        let address = try #require(IPAddress("127.0.0.1"))
        guard case .open(let one) = EchoSocket.open(to: address), case .open(let other) = EchoSocket.open(to: address)
        else { return }
        #expect(one.nonce.count == 8 && one.nonce != other.nonce)
    }

    @Test("if nothing else arrived, the host is not up")
    func silence() throws {
        let address = try #require(IPAddress("192.0.2.1"))
        let echo = EchoEvidence(address: address, outcome: .timeout, sent: 5, received: 0)
        let findings = echo.findings(in: Evidence(target: try Target("icmp://192.0.2.1")))
        #expect(!echo.isProven && findings.map(\.id) == ["icmp.no-reply"])
        // No time was left to send a request, so that its absence says nothing.
        let unsent = EchoEvidence(address: address, outcome: .timeout, sent: 0, received: 0)
        #expect(try !unsent.isProven && unsent.findings(in: Evidence(target: Target("icmp://192.0.2.1"))).isEmpty)
    }
}
