@testable import NetworkEmulation

/// Packets that the command behind `netdiag with` sends, its DNS questions, and its requests to the captive portal.
enum CableEntry: FuzzEntry {
    static let name = "cable"

    static func run(_ input: [UInt8]) throws {
        var rest = Input(input)
        switch rest.byte() % 3 {
        case 0: try runPacket(Array(rest.rest))
        case 1: try runQuestion(Array(rest.rest))
        default:
            let reply = CaptivePortalPages.reply(to: Array(rest.rest), isOpen: false)
            try require(reply?.bytes.isEmpty != true, "an empty answer")
        }
    }

    private static func runPacket(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            guard let packet = PacketView(bytes) else { return }
            try require(packet.bytes.count <= bytes.count, "a packet that is longer than what came")
            _ = (packet.flow, packet.hasValidChecksum)
            let router = PacketAddress(isIPv6: packet.isIPv6, high: packet.isIPv6 ? 1 << 61 : 0, low: 0xc612_0d01)
            for made in [
                PacketWriter.reset(refusing: packet),
                PacketWriter.error(.tooBig(mtu: 1_280), about: packet, from: router),
                packet.flow.map { PacketWriter.datagram(answering: $0, [1, 2, 3]) },
            ] {
                guard let made else { continue }
                try made.withUnsafeBytes { made in
                    let view = PacketView(made)
                    try require(view?.hasValidChecksum == true, "what was made has a wrong checksum")
                }
            }
        }
    }

    private static func runQuestion(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            guard case .answer(let answer) = DNSInterference.nxdomain.action(for: bytes) else { return }
            try require(answer.count >= 12 && answer.count <= bytes.count, "an answer that is longer than the question")
            try require(answer[0] == bytes[0] && answer[1] == bytes[1], "another id")
        }
    }
}
