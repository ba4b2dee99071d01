/// Suggestions for misspelt keys.
public enum KeySuggestion {
    /// The nearest known key with an edit distance of at most 2; `nil` if there is none. Case, and the difference between `-`
    /// and `_`, are ignored.
    public static func nearest(to key: String, among known: [String]) -> String? {
        guard key.utf8.count <= 64 else { return nil }
        let typed = Array(key.lowercased().utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 })
        return known.map { (key: $0, distance: distance(typed, Array($0.utf8))) }
            .filter { $0.distance <= 2 && $0.distance < $0.key.utf8.count }
            .min { $0.distance < $1.distance }?.key
    }

    /// The number of insertions, deletions and replacements between two texts (Levenshtein distance).
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (index, byte) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let replaced = diagonal + (byte == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
