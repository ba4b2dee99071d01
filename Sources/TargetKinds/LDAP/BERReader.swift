/// Parses elements of BER (ITU-T X.690) in the form of LDAP: tags of one byte and definite lengths (RFC 4511 section
/// 5.1).
///
/// Messages are parsed in memory, which bounds them. Nested elements are only parsed on request.
struct BERReader {
    /// The error for data that is not BER, or not the expected element.
    struct Malformed: Error, Hashable {
        let detail: String

        init(_ detail: String) { self.detail = detail }
    }

    /// The maximum number of bytes in a length after the first one. Only elements of more than 4 GiB need more.
    static let maxLengthBytes = 4

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next element.
    mutating func element() throws(Malformed) -> (tag: UInt8, content: ArraySlice<UInt8>) {
        guard let tag = rest.popFirst(), let first = rest.popFirst() else { throw Malformed("an element is cut off") }
        guard tag & 0x1f != 0x1f else { throw Malformed("a tag has more than a byte") }
        var length = Int(first)
        if first >= 0x80 {
            let bytes = rest.prefix(try Self.lengthBytes(first))
            guard bytes.count == first & 0x7f else { throw Malformed("a length is cut off") }
            rest = rest.dropFirst(bytes.count)
            length = Self.length(bytes)
        }
        guard length <= rest.count else { throw Malformed("an element has \(rest.count) bytes, and says \(length)") }
        defer { rest = rest.dropFirst(length) }
        return (tag, rest.prefix(length))
    }

    /// The content of the next element, which must have the given tag.
    mutating func content(_ tag: UInt8) throws(Malformed) -> ArraySlice<UInt8> {
        let element = try element()
        guard element.tag == tag else { throw Malformed("an element has the tag \(element.tag) instead of \(tag)") }
        return element.content
    }

    /// An INTEGER or ENUMERATED that is not negative, of at most 31 bits (RFC 4511 section 4.1.1).
    mutating func number(_ tag: UInt8 = BER.integer) throws(Malformed) -> Int {
        let content = try content(tag)
        guard let first = content.first, first < 0x80, content.count <= 4 else {
            throw Malformed("a number is negative, or has \(content.count) bytes")
        }
        return Self.length(content)
    }

    /// The number of bytes in a length, by the first byte.
    static func lengthBytes(_ first: UInt8) throws(Malformed) -> Int {
        let count = Int(first & 0x7f)
        guard (1...maxLengthBytes).contains(count) else { throw Malformed("a length is indefinite, or too long") }
        return count
    }

    static func length(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

/// Encodes elements of BER.
enum BER {
    static let integer: UInt8 = 0x02
    static let octets: UInt8 = 0x04
    static let enumerated: UInt8 = 0x0a
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// Encodes an element.
    ///
    /// - Parameter contents: The content, at most 127 bytes.
    static func element(_ tag: UInt8, _ contents: [UInt8]...) -> [UInt8] {
        let content = Array(contents.joined())
        return [tag, UInt8(content.count)] + content
    }

    static func text(_ text: String, tag: UInt8 = octets) -> [UInt8] { element(tag, Array(text.utf8)) }
}
