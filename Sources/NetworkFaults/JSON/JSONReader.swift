/// Parses a JSON document (RFC 8259) within limits.
///
/// Foundation's decoder does not provide the lines, the order of members, and whether a name occurs twice (decision 39).
package struct JSONReader {
    /// The maximum depth of nested arrays and objects.
    package static let maxDepth = 64
    /// The maximum number of values.
    package static let maxValues = 200_000

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var line = 1
    private var values = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Parses a document.
    ///
    /// - Throws: ``JSONReadingError`` with the line of the first error.
    package static func read(_ bytes: some Sequence<UInt8>) throws(JSONReadingError) -> JSONNode {
        let result =
            bytes.withContiguousStorageIfAvailable { bytes in
                Result { () throws(JSONReadingError) in try document(bytes) }
            }
            ?? Array(bytes).withUnsafeBufferPointer { bytes in
                Result { () throws(JSONReadingError) in try document(bytes) }
            }
        return try result.get()
    }

    private static func document(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONReadingError) -> JSONNode {
        var reader = JSONReader(bytes)
        // Many editors write a byte order mark; parsers may ignore it (section 8.1).
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { reader.place = 3 }
        reader.skipBlanks()
        guard reader.place < bytes.count else { throw reader.error("is empty; write a value") }
        let node = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.place == bytes.count else { throw reader.error("continues after its value; write only one value") }
        return node
    }

    private func error(_ reason: String) -> JSONReadingError { JSONReadingError(line: line, reason: reason) }

    private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipBlanks() {
        while place < bytes.count {
            switch bytes[place] {
            case 0x0a: line += 1
            case 0x20, 0x09, 0x0d: break
            default: return
            }
            place += 1
        }
    }

    private mutating func value(depth: Int) throws(JSONReadingError) -> JSONNode {
        values += 1
        guard values <= Self.maxValues else { throw error("has more than \(Self.maxValues) values") }
        let begun = line
        switch byte {
        case UInt8(ascii: "{"): return JSONNode(.object(try members(depth)), line: begun)
        case UInt8(ascii: "["): return JSONNode(.array(try items(depth)), line: begun)
        case UInt8(ascii: "\""): return JSONNode(.string(try string()), line: begun)
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            return JSONNode(try number(), line: begun)
        case nil: throw error("ends where a value belongs")
        default: throw error("has \(shownByte) where a value belongs")
        }
    }

    private var shownByte: String {
        guard let byte else { return "its end" }
        return (0x21...0x7e).contains(byte)
            ? "\"\(Unicode.Scalar(byte))\"" : "the byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
    }

    private mutating func word(_ word: StaticString, _ content: JSONNode.Content) throws(JSONReadingError) -> JSONNode {
        let end = place + word.utf8CodeUnitCount
        let isWord =
            end <= bytes.count
            && (place..<end).allSatisfy { bytes[$0] == word.utf8Start[$0 - place] }
        guard isWord else { throw error("has an unknown word; write texts in quotes") }
        place = end
        return JSONNode(content, line: line)
    }

    private mutating func deeper(_ depth: Int) throws(JSONReadingError) {
        guard depth < Self.maxDepth else { throw error("is nested deeper than \(Self.maxDepth) levels") }
        place += 1
        skipBlanks()
    }

    private mutating func items(_ depth: Int) throws(JSONReadingError) -> [JSONNode] {
        try deeper(depth)
        var items: [JSONNode] = []
        if byte == UInt8(ascii: "]") {
            place += 1
            return items
        }
        while true {
            items.append(try value(depth: depth + 1))
            if try isOver(UInt8(ascii: "]"), "a list") { return items }
        }
    }

    private mutating func members(_ depth: Int) throws(JSONReadingError) -> [JSONNode.Member] {
        try deeper(depth)
        var members: [JSONNode.Member] = []
        var names: Set<String> = []
        if byte == UInt8(ascii: "}") {
            place += 1
            return members
        }
        while true {
            guard byte == UInt8(ascii: "\"") else {
                throw error("has \(shownByte) where a name in quotes belongs")
            }
            let name = try string()
            // With few names, comparing is faster than hashing.
            let isKnown: Bool
            if members.count < 16 {
                isKnown = members.contains { $0.name == name }
            } else {
                if names.isEmpty { names = Set(members.map(\.name)) }
                isKnown = !names.insert(name).inserted
            }
            guard !isKnown else {
                throw error("has the name \(JSONText.quoted(String(name.prefix(80)))) twice in an object")
            }
            skipBlanks()
            guard byte == UInt8(ascii: ":") else { throw error("has \(shownByte) where a colon belongs") }
            place += 1
            skipBlanks()
            members.append(.init(name, try value(depth: depth + 1)))
            if try isOver(UInt8(ascii: "}"), "an object") { return members }
        }
    }

    /// Moves past a comma, or past the end of an array or object.
    ///
    /// - Returns: Whether this was the end.
    private mutating func isOver(_ end: UInt8, _ what: String) throws(JSONReadingError) -> Bool {
        skipBlanks()
        switch byte {
        case end:
            place += 1
            return true
        case UInt8(ascii: ","):
            place += 1
            skipBlanks()
            guard byte != end else { throw error("has a comma after the last value of \(what); remove it") }
            return false
        default: throw error("has \(shownByte) where a comma or the end of \(what) belongs")
        }
    }

    private mutating func number() throws(JSONReadingError) -> JSONNode.Content {
        let start = place
        var isWhole = true
        if byte == UInt8(ascii: "-") { place += 1 }
        let first = byte
        guard digits() > 0 else { throw error("has a minus without digits") }
        guard first != UInt8(ascii: "0") || place == start + (bytes[start] == UInt8(ascii: "-") ? 2 : 1) else {
            throw error("has a number that begins with 0")
        }
        if byte == UInt8(ascii: ".") {
            isWhole = false
            place += 1
            guard digits() > 0 else { throw error("has a number without digits after its decimal point") }
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            isWhole = false
            place += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
            guard digits() > 0 else { throw error("has a number without digits in its exponent") }
        }
        guard place - start <= 1_024 else { throw error("has a number of more than 1024 digits") }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else { throw error("has a number that is too large") }
        return .number(value)
    }

    private mutating func digits() -> Int {
        let start = place
        while place < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[place] { place += 1 }
        return place - start
    }
}

extension JSONReader {
    private mutating func string() throws(JSONReadingError) -> String {
        place += 1
        let start = place
        // Most strings have no escapes, and are copied unchanged.
        while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\"),
            bytes[place] >= 0x20
        {
            place += 1
        }
        if byte == UInt8(ascii: "\"") {
            defer { place += 1 }
            return try text(bytes[start..<place])
        }
        var decoded = Array(bytes[start..<place])
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return try decoded.withUnsafeBufferPointer { decoded in
                    Result { () throws(JSONReadingError) in try text(decoded[...]) }
                }.get()
            case UInt8(ascii: "\\"): try escape(&decoded)
            case 0..<0x20: throw error("has a control character in a text; write it as an escape, as in \\n")
            default:
                decoded.append(byte)
                place += 1
            }
        }
        throw error("ends within a text; a quote is missing")
    }

    private func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(JSONReadingError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw error("has bytes that are not UTF-8") }
        return text
    }

    private mutating func escape(_ decoded: inout [UInt8]) throws(JSONReadingError) {
        place += 1
        let letter = byte
        place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(letter ?? 0)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0c)
        case UInt8(ascii: "n"): decoded.append(0x0a)
        case UInt8(ascii: "r"): decoded.append(0x0d)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"):
            var value = try hexadecimal()
            if (0xd800..<0xdc00).contains(value), place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
                bytes[place + 1] == UInt8(ascii: "u")
            {
                place += 2
                let low = try hexadecimal()
                guard (0xdc00..<0xe000).contains(low) else { throw error("has half a surrogate pair in an escape") }
                value = 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
            }
            guard let scalar = Unicode.Scalar(value) else { throw error("has half a surrogate pair in an escape") }
            decoded.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        default: throw error("has an unknown escape in a text")
        }
    }

    private mutating func hexadecimal() throws(JSONReadingError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw error("has an escape \\u without four hexadecimal digits")
            }
            value = value << 4 + UInt32(digit)
            place += 1
        }
        return value
    }
}
