import NetworkModel

@testable import LinkFacts

/// Leases as clients write them down: they hold what a DHCP server said.
enum LeaseEntry: FuzzEntry {
    static let name = "leases"

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let written = Timestamp(millisecondsSince1970: 1_700_000_000_000)
        for lease in [LeaseText.dhclient(text, interface: "eth0"), LeaseText.assignments(text, written: written)] {
            guard let ends = lease?.ends else { continue }
            try require(
                0...253_402_300_799_999 ~= ends.millisecondsSince1970, "it ends at \(ends.millisecondsSince1970)")
        }
    }
}
