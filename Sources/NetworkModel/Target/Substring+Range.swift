extension StringProtocol {
    /// The first place where another text stands, byte for byte; the standard library has none without Foundation.
    ///
    /// What stands before or behind it changes nothing: to Swift, a secret behind which a server puts U+0301 has another
    /// last character, and a name that holds U+037E is equal to one with a semicolon.
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
