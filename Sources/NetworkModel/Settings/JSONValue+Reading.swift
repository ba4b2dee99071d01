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
        guard let value = try Self.values(at: [[]], in: body)[0].get() else { throw .noJSON }
        self = value
    }

    /// The values at the ends of paths, in their order; `nil` where there is none. The body is parsed once.
    static func values(at paths: [[JSONPath.Segment]], in body: [UInt8]) -> [Result<JSONValue?, ReadingError>] {
        guard !paths.isEmpty else { return [] }
        let decoder = JSONDecoder()
        decoder.userInfo[JSONPlaces.paths] = paths
        do {
            return try decoder.decode(JSONPlaces.self, from: Data(body)).values
        } catch {
            return paths.map { _ in .failure(.noJSON) }
        }
    }
}

extension JSONValue.ReadingError {
    static let noJSON = Self(reason: "a body that is not JSON")
    static let tooDeep = Self(reason: "JSON of more than \(JSONValue.maxDepth) levels")
    static let tooMany = Self(reason: "more than \(JSONValue.maxValues) values")
    static let tooCostly = Self(reason: "JSON that takes too long to search")
}

/// The values at places in a document. Everything else is parsed, but not kept.
private struct JSONPlaces: Decodable {
    static let paths: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "paths") else { preconditionFailure("a key of text") }
        return key
    }()

    /// The time in which values are searched for: each search goes through all members or elements.
    private static let maxTime = Duration.seconds(2)

    let values: [Result<JSONValue?, JSONValue.ReadingError>]

    init(from decoder: any Decoder) throws {
        let paths = decoder.userInfo[Self.paths] as? [[JSONPath.Segment]] ?? []
        let end = ContinuousClock.now + Self.maxTime
        values = paths.map { path in
            do {
                guard ContinuousClock.now < end else { throw JSONValue.ReadingError.tooCostly }
                var allowance = JSONValue.maxValues
                return .success(
                    try Self.place(path[...], in: decoder, until: end).map {
                        try Self.value($0, depth: 0, &allowance)
                    })
            } catch let error as JSONValue.ReadingError {
                return .failure(error)
            } catch {
                return .failure(.noJSON)
            }
        }
    }

    private static func place(
        _ path: ArraySlice<JSONPath.Segment>, in decoder: any Decoder, until end: ContinuousClock.Instant
    ) throws -> (any Decoder)? {
        switch path.first {
        case nil: return decoder
        case .name(let name):
            let key = AnyKey(stringValue: name)
            guard let members = try? decoder.container(keyedBy: AnyKey.self), members.contains(key) else { return nil }
            return try place(path.dropFirst(), in: members.superDecoder(forKey: key), until: end)
        case .index(let index):
            guard var items = try? decoder.unkeyedContainer(), let count = items.count else { return nil }
            let wanted = index < 0 ? count + index : index
            guard (0..<count).contains(wanted) else { return nil }
            for index in 0..<wanted {
                if index & 0xfff == 0xfff, ContinuousClock.now > end { throw JSONValue.ReadingError.tooCostly }
                _ = try items.superDecoder()
            }
            return try place(path.dropFirst(), in: items.superDecoder(), until: end)
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
