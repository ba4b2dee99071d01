/// Masks the secrets in the URLs of a text.
package enum MaskedURLs {
    /// Masks queries, fragments and parts of paths that look like tokens. This does not depend on the configuration,
    /// since an incident may be about a target that was removed from it. The type of a DNS query is kept, since it is
    /// part of the target.
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
