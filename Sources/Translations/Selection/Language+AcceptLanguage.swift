extension Language {
    /// The maximum numbers of bytes and ranges that are read; browsers send about ten ranges.
    private static let maxBytes = 1_024
    private static let maxRanges = 32

    /// The available language that a browser prefers (RFC 9110 section 12.5.4); English if it accepts none of them.
    ///
    /// - Parameter field: The value of `Accept-Language`. Invalid ranges are ignored.
    public init(acceptLanguage field: String?) {
        var best: (language: Language, weight: Int)?
        var refused: Set<Language> = []
        var wildcard = 0
        let bytes = (field ?? "").utf8
        var ranges = bytes.prefix(Self.maxBytes).split(separator: UInt8(ascii: ","))
        // A truncated range may specify another language.
        if bytes.count > Self.maxBytes { ranges = ranges.dropLast() }
        for range in ranges.prefix(Self.maxRanges) {
            guard let (tag, weight) = Self.range(String(decoding: range, as: UTF8.self)) else { continue }
            if tag == "*" {
                wildcard = max(wildcard, weight)
                continue
            }
            let parts = tag.split(separator: "-")
            guard let first = parts.first, let language = Language(primary: first, others: Array(parts.dropFirst()))
            else { continue }
            if weight == 0 { refused.insert(language) }
            // If several have the same weight, the first one is used.
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        if let best, best.weight >= wildcard {
            self = best.language
        } else if wildcard > 0, let any = Self.allCases.first(where: { !refused.contains($0) }) {
            self = any
        } else {
            self = .english
        }
    }

    /// A range in lower case and its weight in thousandths; `nil` if it is invalid.
    private static func range(_ text: String) -> (tag: String, weight: Int)? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard let tag = parts.first, !tag.isEmpty, tag.utf8.count <= 64, parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return (tag.lowercased(), 1_000) }
        guard parts[1].lowercased().hasPrefix("q="), let weight = weight(parts[1].dropFirst(2)) else { return nil }
        return (tag.lowercased(), weight)
    }

    /// A weight in thousandths, from `0`, `0.8` or `1.000` (RFC 9110 section 12.4.2).
    private static func weight(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, whole == "0" || whole == "1" else { return nil }
        let digits = parts.count > 1 ? parts[1] : ""
        guard digits.utf8.count <= 3, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        let thousandths = Int(digits + String(repeating: "0", count: 3 - digits.utf8.count)) ?? 0
        let weight = (whole == "1" ? 1_000 : 0) + thousandths
        return weight <= 1_000 ? weight : nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let start = text.drop(while: isBlank)
        return start.lastIndex { !isBlank($0) }.map { start[...$0] } ?? ""
    }
}
