import CAvahi
import NetworkModel

/// Conversions of a TXT record to and from avahi's form (RFC 6763 section 6).
enum TXTRecord {
    /// The maximum size, with which it fits in an Ethernet jumbo frame with the rest of the response (RFC 6763 section 6.2).
    private static let maxBytes = 8_900
    private static let maxEntries = 512

    static func validate(_ entries: [TXTEntry]) throws(ServiceDiscoveryError) {
        guard entries.count <= maxEntries else {
            throw .invalidTXT("\(entries.count) TXT entries are too many; \(maxEntries) is the most")
        }
        var total = 0
        for entry in entries {
            guard !entry.key.isEmpty, entry.key.utf8.allSatisfy({ (0x20...0x7e).contains($0) && $0 != 0x3d }) else {
                throw .invalidTXT("the TXT key \(quoted(entry.key)) must be printable ASCII without \"=\"")
            }
            let count = bytes(of: entry).count
            guard count <= 255 else {
                throw .invalidTXT(
                    "the TXT entry \(quoted(entry.key)) has \(count) bytes with its value; 255 is the most")
            }
            total += count + 1
        }
        guard total <= maxBytes else {
            throw .invalidTXT("the TXT record has \(total) bytes; \(maxBytes) is the most")
        }
    }

    private static func bytes(of entry: TXTEntry) -> [UInt8] {
        let key = Array(entry.key.utf8)
        return switch entry.value {
        case .flag: key
        case .text(let text): key + [UInt8(ascii: "=")] + text.utf8
        case .bytes(let bytes): key + [UInt8(ascii: "=")] + bytes
        }
    }

    /// Calls `body` with the entries in avahi's form: last one first, since it reverses them.
    static func withList<Result>(_ entries: [TXTEntry], _ body: (OpaqueList?) -> Result) -> Result {
        var list: OpaqueList?
        for entry in entries {
            let bytes = bytes(of: entry)
            list = avahi_string_list_add_arbitrary(list, bytes, bytes.count)
        }
        defer { avahi_string_list_free(list) }
        return body(list)
    }

    typealias OpaqueList = UnsafeMutablePointer<AvahiStringList>

    /// The contents of a record by key. Of keys that only differ in case, the first one counts, and strings without a key are
    /// ignored (RFC 6763 section 6.4). Entries beyond the maximum size are ignored.
    static func read(_ list: OpaqueList?) -> [String: TXTValue] {
        var values: [String: TXTValue] = [:]
        var seen: Set<String> = []
        var next = list
        var count = 0
        var size = 0
        while let entry = next, count < maxEntries {
            count += 1
            size += avahi_string_list_get_size(entry) + 1
            guard size <= maxBytes else { break }
            next = avahi_string_list_get_next(entry)
            guard let text = avahi_string_list_get_text(entry) else { continue }
            let bytes = UnsafeBufferPointer(start: text, count: avahi_string_list_get_size(entry))
            let key = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            guard !key.isEmpty, seen.insert(key.lowercased()).inserted else { continue }
            guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
                values[key] = .flag
                continue
            }
            let value = bytes[(equals + 1)...]
            values[key] = String(validating: value, as: UTF8.self).map(TXTValue.text) ?? .bytes(Array(value))
        }
        return values
    }
}
