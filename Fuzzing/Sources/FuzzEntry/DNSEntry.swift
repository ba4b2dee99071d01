import NetworkModel

@testable import HostResolution

/// Replies of DNS servers.
enum DNSEntry: FuzzEntry {
    static let name = "dns"

    private static let query: [UInt8] =
        [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 7] + Array("example".utf8) + [3] + Array("org".utf8)
        + [0, 0, 1, 0, 1]

    static func run(_ input: [UInt8]) throws {
        var rest = Input(input)
        let type = rest.choice(DNSRecordType.allCases)
        let reply = Array(rest.rest)
        reply.withUnsafeBytes { bytes in
            _ = DNSReplyHeader.isReply(bytes, to: query)
            if bytes.count >= DNSReplyHeader.size { _ = DNSReplyHeader(bytes).code }
        }
        let message = DNSMessage(reply, answering: type)
        try require(message.records.count <= DNSMessage.maxRecords, "\(message.records.count) records")
        try require(message.aliases.count <= DNSMessage.maxAliases, "\(message.aliases.count) aliases")
        try require(message.records.isEmpty == (message.failure != nil), "records and a failure, or neither")
        for text in message.records.map(\.value.presentation) + message.aliases {
            try require(text.utf8.allSatisfy { 0x20...0x7e ~= $0 }, "unprintable: \(text.debugDescription)")
        }
        for error in message.extendedErrors { try require((error.text ?? "").utf8.count <= 3 * 256, "a long text") }
    }
}
