/// Masks the secrets in the URLs of a text.
package enum MaskedURLs {
    /// Masks queries, fragments and parts of paths that look like tokens. This does not depend on the configuration,
    /// since an incident may be about a target that was removed from it. The type of a DNS query is kept, since it is
    /// part of the target.
    package static func masked(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let separator = rest.firstRange(of: "://") {
            let isQuery = SecretPath.isQuery(scheme(before: separator.lowerBound, in: rest))
            result += rest[..<separator.upperBound]
            rest = rest[separator.upperBound...]
            let end =
                rest.unicodeScalars.firstIndex {
                    $0.properties.isWhitespace || "\"'<>".unicodeScalars.contains($0)
                } ?? rest.endIndex
            let url = rest[..<end]
            let query = url.unicodeScalars.firstIndex { $0 == "?" || $0 == "#" }
            let isType = isQuery && query.map { url[$0...].hasPrefix("?type=") } == true
            let begin = [isType ? nil : query, SecretPath.start(in: url)].compactMap(\.self).min()
                .map { url.unicodeScalars.index(after: $0) }
            result += begin.map { $0 < end ? url[..<$0] + MaskedConfiguration.mask : url } ?? url
            rest = rest[end...]
        }
        return result + rest
    }

    /// The scheme that ends at a position: letters, digits, `+`, `-` and `.` (RFC 3986 section 3.1).
    private static func scheme(before end: Substring.Index, in text: Substring) -> Substring {
        let before = text[..<end]
        let last = before.unicodeScalars.lastIndex { scalar in
            !("a"..."z").contains(scalar) && !("A"..."Z").contains(scalar)
                && !"0123456789+-.".unicodeScalars.contains(scalar)
        }
        return last.map { before[before.unicodeScalars.index(after: $0)...] } ?? before
    }
}
