/// Suggestions for misspelt keys.
public enum KeySuggestion {
    /// The nearest known key with an edit distance of at most 2, or less; `nil` if there is none. Of several keys at the same distance, it
    /// is the one with the longest common prefix. Case, and the difference between `-` and `_`, are ignored.
    public static func nearest(to key: String, among known: [String], within limit: Int = 2) -> String? {
        guard key.utf8.count <= 64 else { return nil }
        let typed = letters(of: key.lowercased())
        var nearest: (key: String, distance: Int, prefix: Int)?
        for key in known {
            let letters = letters(of: key.lowercased())
            let distance = distance(typed, letters)
            guard distance <= limit, distance < key.utf8.count else { continue }
            let prefix = zip(typed, letters).prefix { $0 == $1 }.count
            if let best = nearest, (best.distance, -best.prefix) <= (distance, -prefix) { continue }
            nearest = (key, distance, prefix)
        }
        return nearest?.key
    }

    private static func letters(of key: String) -> [UInt8] {
        key.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours between two texts (optimal string alignment
    /// distance).
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var before: [Int] = []
        var row = Array(0...other.count)
        for (index, byte) in one.enumerated() {
            var next = [index + 1]
            for column in other.indices {
                let replaced = row[column] + (byte == other[column] ? 0 : 1)
                var least = min(replaced, next[column] + 1, row[column + 1] + 1)
                if index > 0, column > 0, byte == other[column - 1], one[index - 1] == other[column] {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[other.count]
    }
}
