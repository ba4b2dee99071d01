extension StringProtocol {
    /// The first occurrence of another text, compared by bytes. The standard library has no such function without Foundation.
    ///
    /// Neighbouring characters do not matter. In Swift, a secret that is followed by U+0301 has another last character, and a
    /// name with U+037E equals one with a semicolon.
    func range(of other: String) -> Range<Index>? {
        let wanted = Array(other.utf8)
        guard let first = wanted.first else { return startIndex..<startIndex }
        let bytes = utf8
        var start = bytes.startIndex
        while let found = bytes[start...].firstIndex(of: first) {
            var end = found
            if wanted.allSatisfy({ byte in
                guard end < bytes.endIndex, bytes[end] == byte else { return false }
                bytes.formIndex(after: &end)
                return true
            }) {
                return found..<end
            }
            start = bytes.index(after: found)
        }
        return nil
    }
}
