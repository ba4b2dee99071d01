/// URLs in a text as others may read them.
package enum MaskedURLs {
    /// Queries, fragments and what looks like a token in a path are masked, whatever configuration was read: an incident may be
    /// about a target that is in none any more. The type of a question about DNS stays, since it is a part of what is asked.
    package static func masked(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let separator = rest.firstRange(of: "://") {
            let isDNS = rest[..<separator.lowerBound].lowercased().hasSuffix("dns")
            result += rest[..<separator.upperBound]
            rest = rest[separator.upperBound...]
            let end =
                rest.unicodeScalars.firstIndex {
                    $0.properties.isWhitespace || "\"'<>".unicodeScalars.contains($0)
                } ?? rest.endIndex
            let url = rest[..<end]
            let query = url.unicodeScalars.firstIndex { $0 == "?" || $0 == "#" }
            let isType = isDNS && query.map { url[$0...].hasPrefix("?type=") } == true
            let begin = [isType ? nil : query, SecretPath.start(in: url)].compactMap(\.self).min()
                .map { url.unicodeScalars.index(after: $0) }
            result += begin.map { $0 < end ? url[..<$0] + MaskedConfiguration.mask : url } ?? url
            rest = rest[end...]
        }
        return result + rest
    }
}
