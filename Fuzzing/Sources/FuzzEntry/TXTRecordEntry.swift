import CAvahi
import NetworkModel

@testable import ServiceDiscovery

/// TXT records: as they come, as people read and type them.
enum TXTRecordEntry: FuzzEntry {
    static let name = "txt"

    static func run(_ input: [UInt8]) throws {
        // Strings with a byte of length before each.
        var list: UnsafeMutablePointer<AvahiStringList>?
        var rest = input[...]
        while let count = rest.popFirst() {
            let bytes = Array(rest.prefix(Int(count)))
            list = avahi_string_list_add_arbitrary(list, bytes, bytes.count)
            rest = rest.dropFirst(Int(count))
        }
        defer { avahi_string_list_free(list) }
        let values = TXTRecord.read(list)
        try require(values.count <= 512, "\(values.count) entries")
        for value in values.values { try same(value) }
        let text = String(decoding: input, as: UTF8.self)
        do {
            let (key, value) = try TXTText.entry(text)
            try require(key.utf8.allSatisfy { 0x20...0x7e ~= $0 }, "the key \(key.debugDescription)")
            try same(value)
        } catch let problem as TXTText.Problem {
            try requireShowable(problem.description, "the problem")
        }
    }

    /// What is shown leads back to the value.
    private static func same(_ value: TXTValue) throws {
        guard let shown = TXTText.shown(value) else { return }
        try requireShowable(shown, "the value")
        // Quotes are the shell's.
        let typed =
            shown.utf8.first == UInt8(ascii: "\"") && shown.utf8.count > 1 && shown.utf8.last == UInt8(ascii: "\"")
            ? String(shown.unicodeScalars.dropFirst().dropLast()) : shown
        guard let read = try? TXTText.entry("k=" + typed) else { return }
        guard case (.text(let one), .text(let other)) = (read.value, value) else {
            return try require(read.value == value, "\(value) came back as \(read.value)")
        }
        try require(
            one.utf8.elementsEqual(other.utf8), "\(other.debugDescription) came back as \(one.debugDescription)")
    }
}
