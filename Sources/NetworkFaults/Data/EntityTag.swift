import NIOCore
import NIOHTTP1

/// Tags of representations, and the conditions that requests make with them (RFC 9110 sections 8.8.3 and 13.1).
enum EntityTag {
    /// The same bytes have the same tag, also after a restart: FNV-1a of 64 bits.
    static func of(_ bytes: ByteBuffer) -> String {
        // As FNV1a of NetworkModel, in a loop of its own: the optimiser leaves that one generic here, with a call for each byte, which
        // was an eighth of the time of a list.
        let value = bytes.withUnsafeReadableBytes { bytes in
            var value: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return value
        }
        return "\"\(String(value, radix: 16))\""
    }

    /// Whether a field lists a tag, or is `*`.
    ///
    /// - Parameter isWeak: Whether tags that begin with `W/` count (If-None-Match), or not (If-Match).
    static func lists(_ tag: String, _ headers: HTTPHeaders, _ field: String, isWeak: Bool) -> Bool {
        headers[canonicalForm: field].contains { entry in
            let plain = isWeak && entry.hasPrefix("W/") ? entry.dropFirst(2) : entry
            // Of the same row, packed: what one client has read so, it may change.
            return entry == "*" || plain == tag[...] || plain == "\(tag.dropLast())-gzip\""[...]
        }
    }
}
