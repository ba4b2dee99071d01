import NetworkModel

/// Decodes a few members of a JSON object without decoding the others: the daemon's document is passed on unchanged, and may be
/// large.
enum TopLevel {
    /// Decodes a value from only those members of the object that have the given names.
    ///
    /// In the other members, only strings and brackets are checked, to detect a truncated document or one that is not JSON.
    /// Other tokens are not checked.
    static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, members names: [String], from document: [UInt8]
    ) throws -> Value {
        guard let members = document.withUnsafeBufferPointer({ members(of: $0, named: names.map { Array($0.utf8) }) })
        else { throw NotAnObject() }
        return try JSON.decode(
            Value.self,
            from: [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")])
    }

    struct NotAnObject: Error, CustomStringConvertible {
        let description = "it is not one JSON object"
    }

    /// The members as they are in the document, `"name":value`; `nil` if it is not a single object.
    private static func members(of bytes: UnsafeBufferPointer<UInt8>, named names: [[UInt8]]) -> [[UInt8]]? {
        var found: [[UInt8]] = []
        var open: [UInt8] = []
        var start = 0
        var isClosed = false
        var index = 0

        func finish(at end: Int) {
            let member = bytes[start..<end].drop { $0 <= 0x20 }
            let isWanted = names.contains { name in
                member.count > name.count + 2 && member.dropFirst().starts(with: name)
                    && member[member.startIndex + name.count + 1] == UInt8(ascii: "\"")
            }
            if isWanted { found.append(Array(member)) }
        }

        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                guard !open.isEmpty, let end = endOfString(bytes, from: index + 1) else { return nil }
                index = end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard !isClosed, !open.isEmpty || byte == UInt8(ascii: "{") else { return nil }
                open.append(byte)
                if open.count == 1 { start = index + 1 }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // The codes of "{" and "}", and of "[" and "]", differ by two in ASCII.
                guard let last = open.popLast(), last + 2 == byte else { return nil }
                if open.isEmpty {
                    finish(at: index)
                    isClosed = true
                }
            case UInt8(ascii: ",") where open.count == 1:
                finish(at: index)
                start = index + 1
            default:
                guard !open.isEmpty || byte == 0x20 || 0x09...0x0d ~= byte else { return nil }
            }
            index += 1
        }
        return isClosed ? found : nil
    }

    /// The position of the closing quotation mark; `nil` if the string has no end or contains a control character.
    private static func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count, bytes[index] >= 0x20 {
            if bytes[index] == UInt8(ascii: "\"") { return index }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }
}
