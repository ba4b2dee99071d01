/// Text of a server as evidence keeps it: bounded, and not yet fit to be shown.
enum ServerText {
    /// The beginning of some bytes, invalid UTF-8 replaced.
    ///
    /// - Parameter count: Unicode scalars at most.
    static func text(_ bytes: some Collection<UInt8>, atMost count: Int = 300) -> String {
        let text = String(decoding: Array(bytes.prefix(count * 4)), as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }
}

extension Sequence<UInt8> {
    /// Whether these are the ASCII letters of a keyword, in upper or lower case.
    func isKeyword(_ keyword: StaticString) -> Bool {
        keyword.withUTF8Buffer { expected in
            elementsEqual(expected) { $0 == $1 || (0x61...0x7a).contains($0) && $0 - 0x20 == $1 }
        }
    }
}
