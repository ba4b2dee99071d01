/// Percent-encoding (RFC 3986 section 2.1) of paths and queries.
package enum PercentEncoding {
    /// The maximum number of variables in a query; further ones are ignored.
    package static let maxVariables = 256

    /// The decoded text; `nil` if an escape is invalid, or if the bytes are not UTF-8 or contain a NUL.
    package static func decoded(_ text: Substring, plusIsBlank: Bool = false) -> String? {
        let isPlain = text.utf8.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") && $0 != 0 }
        if isPlain { return String(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var iterator = text.utf8.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The value of a hexadecimal digit.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The segments of a path that begins with a slash, decoded separately; `nil` if one of them is invalid.
    package static func segments(of path: Substring) -> [String]? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var segments: [String] = []
        for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = decoded(Substring(part)) else { return nil }
            segments.append(segment)
        }
        return segments
    }

    /// The names and values of a query. Text that cannot be decoded is kept as it is.
    package static func query(_ text: Substring) -> [(name: String, value: String)] {
        text.utf8.split(separator: UInt8(ascii: "&")).prefix(maxVariables).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { Substring($0) }
            let value = parts.count == 2 ? parts[1] : ""
            return (
                decoded(parts[0], plusIsBlank: true) ?? String(parts[0]),
                decoded(value, plusIsBlank: true) ?? String(value)
            )
        }
    }

    /// The text with all but unreserved characters as `%XX` (RFC 3986 section 2.3), as for a segment of a path or a value of
    /// a query.
    package static func encoded(_ segment: String) -> String {
        var text = ""
        for byte in segment.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isUnreserved = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isUnreserved || "-._~".unicodeScalars.contains(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}
