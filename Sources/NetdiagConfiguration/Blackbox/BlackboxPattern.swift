/// A regular expression of Go (RE2) as one of PCRE2, which takes all that Go does and reads one thing differently: `$` is the
/// end of the text for Go, and for PCRE2 what is before a final line feed too.
enum BlackboxPattern {
    static func translated(_ text: String) -> String {
        // With (?m), both mean the ends of lines.
        guard text.unicodeScalars.contains("$"), !hasMultilineFlag(text) else { return text }
        var result = String.UnicodeScalarView()
        var isEscaped = false
        var isInClass = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where isEscaped: isEscaped = false
            case "\\": isEscaped = true
            case "[": isInClass = true
            case "]": isInClass = false
            case "$" where !isInClass:
                result.append(contentsOf: "\\z".unicodeScalars)
                continue
            default: break
            }
            result.append(scalar)
        }
        return String(result)
    }

    private static func hasMultilineFlag(_ text: String) -> Bool {
        var rest = text.unicodeScalars[...]
        while let start = rest.firstIndex(of: "(") {
            rest = rest[rest.index(after: start)...]
            guard rest.first == "?" else { continue }
            let flags = rest.dropFirst().prefix { ("a"..."z").contains($0) || $0 == "U" }
            if flags.contains("m") { return true }
        }
        return false
    }
}
