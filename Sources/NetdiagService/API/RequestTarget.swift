import HTTPTypes
import NetworkModel

/// The target of a request: its form (RFC 9112 section 3.2), and its path and query, percent-decoded (RFC 3986 section 2.1).
enum RequestTarget {
    /// The target itself if it begins with a slash; for a URL, the part after its scheme and host, if these match the
    /// Host field.
    ///
    /// - Returns: `nil` for a URL of another host, for one with several Host fields or none, and for other forms.
    static func originForm(of target: String, hosts: [String]) -> String? {
        let bytes = Array(target.utf8)
        guard bytes.first != UInt8(ascii: "/") else { return target }
        let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        for scheme in ["http://", "https://"] {
            let start = scheme.utf8.count
            guard String(decoding: bytes.prefix(start), as: UTF8.self).lowercased().utf8.elementsEqual(scheme.utf8)
            else { continue }
            let authority = bytes[start...].prefix { !ends.contains($0) }
            guard hosts.count == 1, let named = Authority(String(decoding: authority, as: UTF8.self)),
                named == Authority(hosts[0])
            else { return nil }
            // A fragment is only for the client.
            let rest = bytes[authority.endIndex...].prefix { $0 != UInt8(ascii: "#") }
            return (rest.first == UInt8(ascii: "/") ? "" : "/") + String(decoding: rest, as: UTF8.self)
        }
        return nil
    }

    /// Splits a target into its path and its query.
    ///
    /// - Returns: The path, and the values of the query by their keys, in their order; a key without a value has an
    ///   empty one.
    /// - Throws: 400 for an invalid escape, or text that is not UTF-8.
    static func split(_ target: String) throws(Problem) -> (path: String, query: [String: [String]]) {
        guard target.utf8.first == UInt8(ascii: "/") else {
            throw Problem(
                .badRequest,
                "the request target must begin with a slash, or be a URL of the host that the Host field names"
            )
        }
        let parts = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let path = try decoded(Substring(parts[0]), plusIsSpace: false)
        guard parts.count == 2 else { return (path, [:]) }
        var query: [String: [String]] = [:]
        for pair in parts[1].split(separator: UInt8(ascii: "&")) {
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let key = try decoded(Substring(sides[0]), plusIsSpace: true)
            let value = sides.count == 2 ? try decoded(Substring(sides[1]), plusIsSpace: true) : ""
            query[key, default: []].append(value)
        }
        return (path, query)
    }

    /// Decodes percent-encoded text.
    ///
    /// - Throws: 400 for an invalid escape, or text that is not UTF-8.
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
