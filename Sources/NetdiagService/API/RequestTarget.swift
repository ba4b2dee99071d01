import HTTPTypes
import NetworkModel

/// The path and query of a request's target, percent-decoded (RFC 3986 section 2.1).
enum RequestTarget {
    /// - Returns: The query's values by their keys, in their order; a key without a value has an empty one.
    /// - Throws: 400 for a bad escape, or text that is not UTF-8.
    static func split(_ target: String) throws(Problem) -> (path: String, query: [String: [String]]) {
        guard target.hasPrefix("/") else { throw Problem(.badRequest, "the request target must begin with a slash") }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = try decoded(parts[0], plusIsSpace: false)
        guard parts.count == 2 else { return (path, [:]) }
        var query: [String: [String]] = [:]
        for pair in parts[1].split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = try decoded(sides[0], plusIsSpace: true)
            let value = sides.count == 2 ? try decoded(sides[1], plusIsSpace: true) : ""
            query[key, default: []].append(value)
        }
        return (path, query)
    }

    /// - Throws: 400 for a bad escape, or text that is not UTF-8.
    static func decoded(_ text: Substring, plusIsSpace: Bool) throws(Problem) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = rest.prefix(2)
                guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
                    digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-")
                else { throw Problem(.badRequest, "a % must be followed by two hexadecimal digits") }
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        guard let string = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.badRequest, "the request target is not UTF-8")
        }
        return string
    }
}
