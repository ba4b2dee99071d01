import NetworkModel

@testable import HostResolution

/// Answers of DNS servers to a question that is put as it is, section by section; and the messages of a stream.
enum DNSMessageEntry: FuzzEntry {
    static let name = "dns-message"

    static func run(_ input: [UInt8]) throws {
        var (whole, parts) = (DNSStreamCounter(), DNSStreamCounter())
        whole.add(input)
        for byte in input { parts.add(CollectionOfOne(byte)) }
        try require(whole == parts && whole.complete <= input.count / 2, "\(whole) and \(parts)")
        guard let message = DNSQueryMessage.read(input) else { return }
        let sections = [message.answers, message.authorities, message.additionals]
        for section in sections { try require(section.count <= 256, "\(section.count) records") }
        for text in sections.joined() {
            try require(text.utf8.allSatisfy { 0x20...0x7e ~= $0 || $0 == 9 }, "unprintable: \(text.debugDescription)")
            try require(text.utf8.count { $0 == 9 } >= 4, "fields are missing: \(text.debugDescription)")
        }
    }
}
