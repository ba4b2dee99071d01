import HTTPTypes

/// The secret in a request that grants more than a stranger's access. It is read by byte: a `Character` can combine a separator
/// with a following character, and treats U+037E as a semicolon.
enum PresentedSecret {
    /// The maximum number of cookies of the session's name that are checked. Other servers on this host, at other
    /// ports, can set cookies of that name, which must not hide the right one.
    private static let maxCookies = 8

    /// The token in `Authorization: Bearer TOKEN` (RFC 6750 section 2.1); `nil` if there is none, or several.
    static func bearer(_ fields: HTTPFields) -> String? {
        let values = fields[values: .authorization]
        guard values.count == 1, let value = values.first else { return nil }
        let bytes = Array(value.utf8)
        let scheme = Array("bearer".utf8)
        guard bytes.count > scheme.count, bytes[scheme.count] == UInt8(ascii: " "),
            zip(bytes, scheme).allSatisfy({ $0 | 0x20 == $1 })
        else { return nil }
        let token = bytes[scheme.count...].drop { $0 == UInt8(ascii: " ") }
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }

    /// The values of the cookies with a name (RFC 6265 section 4.2.1).
    static func cookies(_ name: String, in fields: HTTPFields) -> [String] {
        let wanted = Array((name + "=").utf8)
        return Array(
            fields[values: .cookie].lazy.flatMap { Array($0.utf8).split(separator: UInt8(ascii: ";")) }
                .compactMap { pair in
                    let pair = pair.drop { $0 == UInt8(ascii: " ") }
                    return pair.starts(with: wanted)
                        ? String(decoding: pair.dropFirst(wanted.count), as: UTF8.self) : nil
                }
                .prefix(maxCookies))
    }
}
