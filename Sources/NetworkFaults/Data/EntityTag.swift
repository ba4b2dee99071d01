import NIOCore
import NIOHTTP1
import NetworkModel

/// Tags of representations, and the conditions that requests make with them (RFC 9110 sections 8.8.3 and 13.1).
enum EntityTag {
    /// The same bytes have the same tag, also after a restart: FNV-1a of 64 bits.
    static func of(_ bytes: ByteBuffer) -> String {
        "\"\(String(bytes.withUnsafeReadableBytes { FNV1a($0) }.value, radix: 16))\""
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
