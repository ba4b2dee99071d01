/// The start of a text, limited to a number of bytes.
enum SafePrefix {
    /// Cuts between scalars, since a character of Swift may have any number of bytes.
    static func of(_ text: String, _ bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            guard result.utf8.count + UTF8.width(scalar) <= bytes else { break }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
