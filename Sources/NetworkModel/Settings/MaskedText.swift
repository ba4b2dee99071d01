/// Replaces secrets in texts of servers, byte by byte: in Swift, a secret that is followed by U+0301 has another last character.
enum MaskedText {
    /// A text without another one, which may be percent-encoded (RFC 3986 section 2.1), completely or in part, with a plus sign
    /// for a blank as in forms.
    static func masked(_ secret: String, in text: String) -> String {
        let (wanted, bytes) = (Array(secret.utf8), Array(text.utf8))
        var result: [UInt8] = []
        var (index, copied) = (0, 0)
        // An encoded secret is never shorter.
        while !wanted.isEmpty, index + wanted.count <= bytes.count {
            guard let end = end(of: wanted, in: bytes, from: index) else {
                index += 1
                continue
            }
            result += bytes[copied..<index] + Array("…".utf8)
            (index, copied) = (end, end)
        }
        return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    /// The place after the secret, if it begins at a place.
    private static func end(of secret: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        var place = start
        for byte in secret {
            guard place < bytes.count else { return nil }
            if bytes[place] == byte {
                place += 1
            } else if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
                let high = PercentEncoding.digit(bytes[place + 1]), let low = PercentEncoding.digit(bytes[place + 2]),
                high << 4 | low == byte
            {
                place += 3
            } else if byte == UInt8(ascii: " "), bytes[place] == UInt8(ascii: "+") {
                place += 1
            } else {
                return nil
            }
        }
        return place
    }
}
