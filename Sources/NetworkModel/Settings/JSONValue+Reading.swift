import FoundationEssentials

extension JSONValue {
    /// The maximum depth of nested arrays and objects.
    static let maxDepth = 128
    /// The maximum number of values, each of which takes some 100 bytes.
    static let maxValues = 16_384

    /// Parses a document of at most 16,384 values and 128 levels.
    ///
    /// - Throws: ``ReadingError`` if the body is not JSON, or exceeds a limit.
    public init(reading body: [UInt8]) throws(ReadingError) {
        guard let value = try Self.value(at: [], in: body) else { throw .noJSON }
        self = value
    }

    /// The value at the end of a path; `nil` if there is none.
    static func value(at path: [JSONPath.Segment], in body: [UInt8]) throws(ReadingError) -> JSONValue? {
        let decoder = JSONDecoder()
        decoder.userInfo[JSONPlace.path] = path
        do {
            return try decoder.decode(JSONPlace.self, from: Data(body)).value
        } catch let error as ReadingError {
            throw error
        } catch {
            throw .noJSON
        }
    }
}

extension JSONValue.ReadingError {
    static let noJSON = Self(reason: "a body that is not JSON")
    static let tooDeep = Self(reason: "JSON of more than \(JSONValue.maxDepth) levels")
    static let tooMany = Self(reason: "more than \(JSONValue.maxValues) values")
}

/// The value at a place in a document. Everything else is parsed, but not kept.
private struct JSONPlace: Decodable {
    static let path: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "path") else { preconditionFailure("a key of text") }
        return key
    }()

    let value: JSONValue?

    init(from decoder: any Decoder) throws {
        let path = decoder.userInfo[Self.path] as? [JSONPath.Segment] ?? []
        var allowance = JSONValue.maxValues
        value = try Self.place(path[...], in: decoder).map { try Self.value($0, depth: 0, &allowance) }
    }

    private static func place(_ path: ArraySlice<JSONPath.Segment>, in decoder: any Decoder) throws -> (any Decoder)? {
        switch path.first {
        case nil: return decoder
        case .name(let name):
            let key = AnyKey(stringValue: name)
            guard let members = try? decoder.container(keyedBy: AnyKey.self), members.contains(key) else { return nil }
            return try place(path.dropFirst(), in: members.superDecoder(forKey: key))
        case .index(let index):
            guard var items = try? decoder.unkeyedContainer(), let count = items.count else { return nil }
            let wanted = index < 0 ? count + index : index
            guard (0..<count).contains(wanted) else { return nil }
            for _ in 0..<wanted { _ = try items.superDecoder() }
            return try place(path.dropFirst(), in: items.superDecoder())
        }
    }

    /// Arrays and objects come first: trying a wrong type is slowest for long values.
    private static func value(_ decoder: any Decoder, depth: Int, _ allowance: inout Int) throws -> JSONValue {
        allowance -= 1
        guard allowance >= 0 else { throw JSONValue.ReadingError.tooMany }
        if var items = try? decoder.unkeyedContainer() {
            guard depth < JSONValue.maxDepth else { throw JSONValue.ReadingError.tooDeep }
            var values: [JSONValue] = []
            while !items.isAtEnd { values.append(try value(items.superDecoder(), depth: depth + 1, &allowance)) }
            return .array(values)
        }
        if let members = try? decoder.container(keyedBy: AnyKey.self) {
            guard depth < JSONValue.maxDepth else { throw JSONValue.ReadingError.tooDeep }
            var values: [String: JSONValue] = [:]
            for key in members.allKeys {
                values[key.stringValue] = try value(members.superDecoder(forKey: key), depth: depth + 1, &allowance)
            }
            return .object(values)
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { return .null }
        if let text = try? container.decode(String.self) { return .string(text) }
        if let truth = try? container.decode(Bool.self) { return .bool(truth) }
        return .number(try container.decode(Double.self))
    }
}
