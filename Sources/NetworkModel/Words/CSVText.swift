/// Cells of CSV (RFC 4180 section 2).
package enum CSVText {
    /// Returns a cell, in quotes if it contains a separator, a quote or a line end. It is read by bytes, as by other programs: a
    /// combining mark after a quote does not hide it.
    package static func cell(_ text: String) -> String {
        let quote = UInt8(ascii: "\"")
        guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
        let doubled = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"\(String(decoding: doubled, as: UTF8.self))\""
    }
}
