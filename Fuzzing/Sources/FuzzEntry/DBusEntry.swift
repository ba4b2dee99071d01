@testable import LinkFacts

/// Messages of the system bus, and the list of servers in them.
enum DBusEntry: FuzzEntry {
    static let name = "dbus"

    static func run(_ input: [UInt8]) throws {
        // Somewhere within a larger buffer, as it comes.
        let bytes = ([0, 0, 0] + input).dropFirst(3)
        if let length = try? DBusMessage.length(bytes) {
            try require(length >= 16 && length <= 2 * DBusMessage.maxBytes + 32, "a length of \(length)")
        }
        guard let message = try? DBusMessage(bytes) else { return }
        try require(message.body.offset <= bytes.count, "a body behind the end")
        if let servers = try? ResolvedServers.parse(message.body) {
            try require(servers.count <= ResolvedServers.maxServers, "\(servers.count) servers")
        }
    }
}
