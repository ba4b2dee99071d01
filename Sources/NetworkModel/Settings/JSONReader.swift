/// Reads JSON (RFC 8259) that a stranger sent: by byte, in one pass, in a time that grows with its length alone.
///
/// Foundation's decoder works out the line and column of each type that a value turns out not to be of, from the beginning
/// of the document: a body of a megabyte took it minutes.
struct JSONReader {
    /// Why there is no value; completes a sentence.
    struct Problem: Error, Hashable {
        let reason: String

        static let noJSON = Problem(reason: "a body that is no JSON")
        static let tooDeep = Problem(reason: "JSON of more than \(maxDepth) levels")
        static let tooMany = Problem(reason: "more than \(maxValues) values")
    }

    /// Lists and objects within each other.
    static let maxDepth = 128
    /// Values that are kept, at some 100 bytes each.
    static let maxValues = 16_384

    private let bytes: [UInt8]
    private var next = 0
    private var kept = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The byte order mark, which may be ignored (RFC 8259 section 8.1).
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { next = 3 }
    }

    /// The whole document.
    mutating func document() throws(Problem) -> JSONValue {
        let value = try value(depth: 0)
        skipBlanks()
        guard next == bytes.count else { throw .noJSON }
        return value
    }

    /// The value at the end of a path, in a document that is JSON as a whole; `nil` where there is none. Of members with the
    /// same name, the last one counts.
    mutating func value(at segments: [JSONPath.Segment]) throws(Problem) -> JSONValue? {
        let start = next
        try skipValue()
        skipBlanks()
        guard next == bytes.count else { throw .noJSON }
        next = start
        for segment in segments {
            guard let place = try place(of: segment) else { return nil }
            next = place
        }
        return try value(depth: 0)
    }

    // MARK: Finding

    /// Where the value of a member or an item begins.
    private mutating func place(of segment: JSONPath.Segment) throws(Problem) -> Int? {
        skipBlanks()
        switch (segment, peek) {
        case (.name(let name), UInt8(ascii: "{")?):
            var found: Int?
            try eachMember { reader, key throws(Problem) in
                if key.utf8.elementsEqual(name.utf8) { found = reader.next }
                try reader.skipValue()
            }
            return found
        case (.index(let index), UInt8(ascii: "[")?):
            let start = next
            var count = 0
            if index < 0 {
                try eachItem { reader throws(Problem) in
                    count += 1
                    try reader.skipValue()
                }
                next = start
            }
            let wanted = index < 0 ? count + index : index
            var (number, found) = (0, Int?.none)
            try eachItem { reader throws(Problem) in
                if number == wanted { found = reader.next }
                number += 1
                try reader.skipValue()
            }
            return found
        default: return nil
        }
    }

    /// Passes a value by, however deep it is: what it holds is not kept.
    private mutating func skipValue() throws(Problem) {
        var isObject: [Bool] = []
        repeat {
            skipBlanks()
            switch peek {
            case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
                guard isObject.count < Self.maxDepth else { throw .tooDeep }
                isObject.append(peek == UInt8(ascii: "{"))
                next += 1
                skipBlanks()
                if peek != (isObject.last == true ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    if isObject.last == true { try skipKey() }
                    continue
                }
            case UInt8(ascii: "\"")?: _ = try stringBytes()
            default: _ = try scalar()
            }
            // Behind a value, or at the end of an empty list or object.
            while let object = isObject.last {
                skipBlanks()
                if peek == UInt8(ascii: ",") {
                    next += 1
                    if object { try skipKey() }
                    break
                }
                guard peek == (object ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw .noJSON }
                next += 1
                isObject.removeLast()
            }
        } while !isObject.isEmpty
    }

    private mutating func skipKey() throws(Problem) { _ = try key() }

    // MARK: Keeping

    private mutating func value(depth: Int) throws(Problem) -> JSONValue {
        kept += 1
        guard kept <= Self.maxValues else { throw .tooMany }
        skipBlanks()
        switch peek {
        case UInt8(ascii: "[")?:
            guard depth < Self.maxDepth else { throw .tooDeep }
            var items: [JSONValue] = []
            try eachItem { reader throws(Problem) in items.append(try reader.value(depth: depth + 1)) }
            return .array(items)
        case UInt8(ascii: "{")?:
            guard depth < Self.maxDepth else { throw .tooDeep }
            var members: [String: JSONValue] = [:]
            try eachMember { reader, key throws(Problem) in members[key] = try reader.value(depth: depth + 1) }
            return .object(members)
        case UInt8(ascii: "\"")?: return .string(try string())
        default: return try scalar()
        }
    }

    private mutating func eachItem(
        _ body: (inout JSONReader) throws(Problem) -> Void
    ) throws(Problem) {
        try each(until: UInt8(ascii: "]")) { reader throws(Problem) in try body(&reader) }
    }

    private mutating func eachMember(
        _ body: (inout JSONReader, String) throws(Problem) -> Void
    ) throws(Problem) {
        try each(until: UInt8(ascii: "}")) { reader throws(Problem) in
            let key = try reader.key()
            try body(&reader, key)
        }
    }

    /// What stands between the opening bracket, at which the reader is, and the closing one.
    private mutating func each(
        until end: UInt8, _ body: (inout JSONReader) throws(Problem) -> Void
    ) throws(Problem) {
        next += 1
        skipBlanks()
        if peek == end {
            next += 1
            return
        }
        while true {
            try body(&self)
            skipBlanks()
            defer { next += 1 }
            if peek == end { return }
            guard peek == UInt8(ascii: ",") else { throw .noJSON }
        }
    }

    // MARK: Words

    private var peek: UInt8? { next < bytes.count ? bytes[next] : nil }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { next += 1 }
    }

    /// The name of a member, and the colon behind it.
    private mutating func key() throws(Problem) -> String {
        skipBlanks()
        guard peek == UInt8(ascii: "\"") else { throw .noJSON }
        let key = try string()
        skipBlanks()
        guard peek == UInt8(ascii: ":") else { throw .noJSON }
        next += 1
        return key
    }

    private mutating func scalar() throws(Problem) -> JSONValue {
        switch peek {
        case UInt8(ascii: "t")?: return try word("true", .bool(true))
        case UInt8(ascii: "f")?: return try word("false", .bool(false))
        case UInt8(ascii: "n")?: return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Problem) -> JSONValue {
        let matches = word.withUTF8Buffer { bytes[next...].starts(with: $0) }
        guard matches else { throw .noJSON }
        next += word.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(Problem) -> Double {
        let start = next
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }
        if peek == UInt8(ascii: "-") { next += 1 }
        guard isDigit(peek) else { throw .noJSON }
        if peek == UInt8(ascii: "0") { next += 1 } else { while isDigit(peek) { next += 1 } }
        if peek == UInt8(ascii: ".") {
            next += 1
            guard isDigit(peek) else { throw .noJSON }
            while isDigit(peek) { next += 1 }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            next += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { next += 1 }
            guard isDigit(peek) else { throw .noJSON }
            while isDigit(peek) { next += 1 }
        }
        // No number of a double's range takes more.
        guard next - start <= 1_100, let value = Double(String(decoding: bytes[start..<next], as: UTF8.self)),
            value.isFinite
        else { throw .noJSON }
        return value
    }

    private mutating func string() throws(Problem) -> String {
        guard let text = String(validating: try stringBytes(), as: UTF8.self) else { throw .noJSON }
        return text
    }

    /// RFC 8259 section 7.
    private mutating func stringBytes() throws(Problem) -> [UInt8] {
        next += 1
        var result: [UInt8] = []
        while let byte = peek {
            next += 1
            switch byte {
            case UInt8(ascii: "\""): return result
            case ..<0x20: throw .noJSON
            case UInt8(ascii: "\\"): result += try escaped()
            default: result.append(byte)
            }
        }
        throw .noJSON
    }

    private mutating func escaped() throws(Problem) -> String.UTF8View {
        guard let byte = peek else { throw .noJSON }
        next += 1
        switch byte {
        case UInt8(ascii: "\""): return "\"".utf8
        case UInt8(ascii: "\\"): return "\\".utf8
        case UInt8(ascii: "/"): return "/".utf8
        case UInt8(ascii: "b"): return "\u{8}".utf8
        case UInt8(ascii: "f"): return "\u{c}".utf8
        case UInt8(ascii: "n"): return "\n".utf8
        case UInt8(ascii: "r"): return "\r".utf8
        case UInt8(ascii: "t"): return "\t".utf8
        case UInt8(ascii: "u"): break
        default: throw .noJSON
        }
        var code = try hexadecimal()
        if 0xd800...0xdbff ~= code {
            guard bytes[next...].starts(with: "\\u".utf8) else { throw .noJSON }
            next += 2
            let low = try hexadecimal()
            guard 0xdc00...0xdfff ~= low else { throw .noJSON }
            code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw .noJSON }
        return String(scalar).utf8
    }

    private mutating func hexadecimal() throws(Problem) -> UInt32 {
        let digits = bytes[next...].prefix(4)
        guard digits.count == 4 else { throw .noJSON }
        next += 4
        var value: UInt32 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - UInt8(ascii: "A") + 10)
            default: throw .noJSON
            }
        }
        return value
    }
}
