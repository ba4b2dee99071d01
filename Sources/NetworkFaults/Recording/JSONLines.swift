/// Finds the line of a syntax error, or of a value by its path, in a JSON text (RFC 8259).
struct JSONLines {
    /// A step of a path in a value.
    enum Step: Sendable, Hashable {
        case member(String)
        case item(Int)
    }

    private struct Broken: Error {}

    private static let maxDepth = 512

    private let bytes: [UInt8]
    private var index = 0
    private var found: Int?

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the line of the first syntax error, counted from 1; `nil` if the text is valid.
    static func broken(_ bytes: [UInt8]) -> Int? {
        var walk = JSONLines(bytes)
        do {
            try walk.value(nil, depth: 0)
            walk.skipSpace()
            return walk.index == bytes.count ? nil : walk.line(at: walk.index)
        } catch {
            return walk.line(at: walk.index)
        }
    }

    /// Returns the line on which the value of a path begins, counted from 1. If the value is missing, it is the line of the
    /// innermost value that exists.
    static func line(of path: [Step], in bytes: [UInt8]) -> Int {
        for count in stride(from: path.count, through: 0, by: -1) {
            var walk = JSONLines(bytes)
            try? walk.value(path.prefix(count), depth: 0)
            if let found = walk.found { return walk.line(at: found) }
        }
        return 1
    }

    private func line(at index: Int) -> Int { 1 + bytes.prefix(index).count { $0 == 0x0a } }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[index]) { index += 1 }
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// Parses a value.
    ///
    /// - Parameter path: The rest of the path if this value is on it; `nil` if not.
    private mutating func value(_ path: ArraySlice<Step>?, depth: Int) throws {
        skipSpace()
        guard index < bytes.count, depth < Self.maxDepth else { throw Broken() }
        if path?.isEmpty == true { found = found ?? index }
        switch bytes[index] {
        case UInt8(ascii: "{"): try members(path, depth)
        case UInt8(ascii: "["): try items(path, depth)
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    private mutating func members(_ path: ArraySlice<Step>?, _ depth: Int) throws {
        index += 1
        skipSpace()
        if consume(UInt8(ascii: "}")) { return }
        while true {
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw Broken() }
            let name = try string()
            skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw Broken() }
            let isOnTheWay = path?.first == .member(name)
            try value(isOnTheWay ? path?.dropFirst() : nil, depth: depth + 1)
            skipSpace()
            if consume(UInt8(ascii: "}")) { return }
            guard consume(UInt8(ascii: ",")) else { throw Broken() }
        }
    }

    private mutating func items(_ path: ArraySlice<Step>?, _ depth: Int) throws {
        index += 1
        skipSpace()
        if consume(UInt8(ascii: "]")) { return }
        for number in 0... {
            let isOnTheWay = path?.first == .item(number)
            try value(isOnTheWay ? path?.dropFirst() : nil, depth: depth + 1)
            skipSpace()
            if consume(UInt8(ascii: "]")) { return }
            guard consume(UInt8(ascii: ",")) else { throw Broken() }
        }
    }

    /// Parses a string and returns its content without unescaping, since the names to find contain no escapes.
    private mutating func string() throws -> String {
        index += 1
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            guard bytes[index] >= 0x20 else { throw Broken() }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < bytes.count else {
            index = bytes.count
            throw Broken()
        }
        defer { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func word(_ word: String) throws {
        for byte in word.utf8 {
            guard consume(byte) else { throw Broken() }
        }
    }

    private mutating func number() throws {
        let start = index
        while index < bytes.count, "+-.eE0123456789".utf8.contains(bytes[index]) { index += 1 }
        guard index > start, Double(String(decoding: bytes[start..<index], as: UTF8.self)) != nil else {
            index = start
            throw Broken()
        }
    }
}
