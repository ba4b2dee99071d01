/// Text of a server for evidence: with a limited length, and not yet escaped.
public enum ServerText {
    /// The beginning of the bytes as text, with replaced invalid UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: What the server sent.
    ///   - count: The maximum number of Unicode scalars.
    public static func text(_ bytes: some Collection<UInt8>, atMost count: Int = 300) -> String {
        let text = String(decoding: Array(bytes.prefix(count * 4)), as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }

    /// The first line of the bytes as text, which shows what speaks there; all of them if it is empty.
    ///
    /// - Parameters:
    ///   - bytes: What the server sent.
    ///   - count: The maximum number of Unicode scalars.
    static func firstLine(_ bytes: [UInt8], atMost count: Int = 300) -> String {
        let line = bytes.prefix { $0 != 0x0a && $0 != 0x0d }
        return text(line.isEmpty ? bytes[...] : line, atMost: count)
    }
}

extension Sequence<UInt8> {
    /// Whether these are the ASCII letters of a keyword, in any case.
    func isKeyword(_ keyword: StaticString) -> Bool {
        keyword.withUTF8Buffer { expected in
            elementsEqual(expected) { $0 == $1 || (0x61...0x7a).contains($0) && $0 - 0x20 == $1 }
        }
    }
}
