import NetworkModel

@testable import HostResolution

/// Packets of multicast DNS.
enum MulticastEntry: FuzzEntry {
    static let name = "mdns"

    static func run(_ input: [UInt8]) throws {
        let message = MulticastMessage(input)
        try require(message.names.count <= 4 * 512, "\(message.names.count) names")
        for name in message.names {
            try require(name.utf8.count <= 1_025, "a name of \(name.utf8.count) bytes")
            try require(name.utf8.allSatisfy { 0x20...0x7e ~= $0 }, "unprintable: \(name.debugDescription)")
        }
        try require(message.located.isSubset(of: message.names), "an address without a name")
        if let problem = message.problem { try requireShowable(problem, "the problem") }
    }
}
