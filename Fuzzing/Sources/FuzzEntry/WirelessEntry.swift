import NetworkModel

@testable import LinkFacts

/// Messages of nl80211, which hold what access points send, and their elements as such.
enum WirelessEntry: FuzzEntry {
    static let name = "wireless"

    static func run(_ input: [UInt8]) throws {
        var association = Association()
        association.read(input[...])
        try require((association.link.ssid ?? "").unicodeScalars.count <= 32, "an SSID of more than 32 bytes")
        let elements = BSSElements(input[...], capability: input.first.map { UInt16($0) })
        _ = elements.security
        try require((elements.ssid?.count ?? 0) <= 255, "an element of more than 255 bytes")
    }
}
