import NetworkModel

/// The strings of a JSON document, both keys and values, in the order of the document.
struct JSONStrings: Sequence, IteratorProtocol {
    /// A string, without its quotes.
    struct Element {
        let range: Range<String.Index>
        /// The text in the document, with its escapes.
        let raw: Substring
        let isKey: Bool
        /// For a value, its key, also within arrays.
        let key: Substring

        /// The decoded text.
        var text: String {
            guard raw.utf8.contains(UInt8(ascii: "\\")) else { return String(raw) }
            return (try? JSON.decode(String.self, from: Array("\"\(raw)\"".utf8))) ?? String(raw)
        }
    }

    private let document: String
    private var index: String.Index
    private var key: Substring = ""

    init(_ document: String) {
        self.document = document
        index = document.startIndex
    }

    mutating func next() -> Element? {
        let bytes = document.utf8
        guard let open = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let start = bytes.index(after: open)
        guard let close = closingQuote(from: start) else { return nil }
        index = bytes.index(after: close)
        let raw = document[start..<close]
        let isKey = bytes[index...].first { $0 != UInt8(ascii: " ") } == UInt8(ascii: ":")
        if isKey { key = raw }
        return Element(range: start..<close, raw: raw, isKey: isKey, key: key)
    }

    /// The position of the closing quotation mark; an escaped one is part of the string.
    private func closingQuote(from start: String.Index) -> String.Index? {
        let bytes = document.utf8
        var index = start
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\\"):
                index = bytes.index(index, offsetBy: 2, limitedBy: bytes.endIndex) ?? bytes.endIndex
            case UInt8(ascii: "\""): return index
            default: index = bytes.index(after: index)
            }
        }
        return nil
    }
}
