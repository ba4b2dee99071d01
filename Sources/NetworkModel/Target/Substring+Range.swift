extension StringProtocol {
    /// The first place where another text stands, by Unicode scalars; the standard library has none without Foundation.
    func range(of other: String) -> Range<Index>? {
        guard let first = other.first else { return startIndex..<startIndex }
        var start = startIndex
        while let found = self[start...].firstIndex(of: first) {
            if self[found...].hasPrefix(other) { return found..<index(found, offsetBy: other.count) }
            start = index(after: found)
        }
        return nil
    }
}
