import NetworkModel

@testable import LinkFacts
@testable import Probes

/// Offers of DHCP servers, and replies as dhcpcd keeps them.
enum DHCPEntry: FuzzEntry {
    static let name = "dhcp"

    static func run(_ input: [UInt8]) throws {
        _ = LeaseText.reply(input, written: Timestamp(millisecondsSince1970: 1_700_000_000_000))
        guard input.count > 8, let sender = IPAddress(bytes: [192, 0, 2, 1]) else { return }
        let transaction = input[4..<8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard let offer = DHCPMessage.offer(in: input[...], transaction: transaction, from: sender) else { return }
        try require(offer.routers.count <= 4 && offer.resolvers.count <= 4, "more than four addresses")
        try require((offer.captivePortal ?? "").utf8.count <= 3 * 255, "a long portal")
        try require(
            DHCPMessage.offer(in: input[...], transaction: ~transaction, from: sender) == nil, "another's offer")
    }
}
