import NIOCore
import NIOHTTP1

/// Entity tags of representations, and conditions of requests with them (RFC 9110 sections 8.8.3 and 13.1).
enum EntityTag {
    /// Returns the tag of a representation, a 64-bit FNV-1a hash, so that it is the same after a restart.
    static func of(_ bytes: ByteBuffer) -> String {
        // This repeats FNV1a of NetworkModel in a loop of its own. The optimizer does not specialize that generic code here,
        // and its call for each byte took an eighth of the time of a list.
        let value = bytes.withUnsafeReadableBytes { bytes in
            var value: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return value
        }
        return "\"\(String(value, radix: 16))\""
    }

    /// Whether a field lists a tag, or is `*`.
    ///
    /// - Parameter isWeak: Whether tags with the prefix `W/` match (If-None-Match), or not (If-Match).
    static func lists(_ tag: String, _ headers: HTTPHeaders, _ field: String, isWeak: Bool) -> Bool {
        headers[canonicalForm: field].contains { entry in
            let plain = isWeak && entry.hasPrefix("W/") ? entry.dropFirst(2) : entry
            // The tag of the compressed representation of the same row matches, so that its client may change the row.
            return entry == "*" || plain == tag[...] || plain == "\(tag.dropLast())-gzip\""[...]
        }
    }
}
