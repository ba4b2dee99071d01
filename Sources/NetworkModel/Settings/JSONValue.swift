/// A JSON value (RFC 8259).
///
/// The type is not `Decodable`, so that untrusted documents are only read with limits (``init(reading:)``).
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as a binary64 value: integers beyond 2⁵³ lose precision (RFC 8259 section 6).
    case number(Double)
    /// A string, without quotes and escapes.
    case string(String)
    /// The elements of an array.
    case array([JSONValue])
    /// The members of an object, without their order.
    case object([String: JSONValue])

    /// The reason why a body is not read as JSON, or has no value at a path.
    public struct ReadingError: Error, Sendable, Hashable {
        /// The reason, which completes a sentence.
        public let reason: String
    }

    /// A short form for messages: long strings are truncated, and arrays and objects are shown by their size.
    public var shown: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value):
            value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
        case .string(let value): "\"\(SafeText.escaped(SafeText.cut(value, to: 80)))\""
        case .array(let values): "a list of \(values.count)"
        case .object(let values): "an object of \(values.count)"
        }
    }
}

/// A query with at most one result in a JSON value: a singular query (RFC 9535 section 2.3.5.1).
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    enum Segment: Sendable, Hashable {
        case name(String)
        /// An index in an array; negative ones count from the end.
        case index(Int)
    }

    /// The query as it was written.
    public let description: String
    let segments: [Segment]

    /// Parses a query.
    ///
    /// - Throws: ``SettingsError`` with what is wrong.
    public init(_ text: String) throws(SettingsError) {
        func wrong(_ reason: String) -> SettingsError {
            SettingsError(
                "\"\(SafeText.escaped(String(text.prefix(80))))\" is not a path: \(reason), as in $.items[0].name")
        }
        guard text.utf8.count <= 512 else { throw wrong("it has more than 512 bytes") }
        guard text.hasPrefix("$") else { throw wrong("it begins with $") }
        var segments: [Segment] = []
        var rest = text.dropFirst()
        while let first = rest.first {
            if first == "." {
                let name = rest.dropFirst().prefix { $0 == "_" || $0.isLetter || $0.isNumber }
                guard let start = name.first, !start.isNumber else { throw wrong("a name follows the dot") }
                segments.append(.name(String(name)))
                rest = rest[name.endIndex...]
            } else if first == "[", let close = Self.end(of: rest) {
                let inner = rest[rest.index(after: rest.startIndex)..<close]
                if let quote = inner.first, quote == "'" || quote == "\"" {
                    segments.append(.name(String(inner.dropFirst().dropLast())))
                } else if let index = Int(inner) {
                    segments.append(.index(index))
                } else {
                    throw wrong("brackets hold a number, or a name in quotes")
                }
                rest = rest[rest.index(after: close)...]
            } else {
                throw wrong("only .name, [number] and ['name'] follow the $")
            }
        }
        self.segments = segments
        description = text
    }

    private static func end(of text: Substring) -> Substring.Index? {
        let inner = text.dropFirst()
        guard let quote = inner.first, quote == "'" || quote == "\"" else { return inner.firstIndex(of: "]") }
        guard let close = inner.dropFirst().firstIndex(of: quote) else { return nil }
        let bracket = text.index(after: close)
        return bracket < text.endIndex && text[bracket] == "]" ? bracket : nil
    }

    /// The result of the query in a document of any length; `nil` if there is none. If several members have the same name,
    /// the first one is used.
    ///
    /// - Throws: ``JSONValue/ReadingError`` if the body is not JSON, or if the result has more than 16,384 values or 128
    ///   levels.
    public func value(in body: [UInt8]) throws(JSONValue.ReadingError) -> JSONValue? {
        try Self.values(of: [self], in: body)[0].get()
    }

    /// The results of several queries in a document, in their order, which is parsed once.
    package static func values(
        of paths: [JSONPath], in body: [UInt8]
    ) -> [Result<JSONValue?, JSONValue.ReadingError>] {
        JSONValue.values(at: paths.map(\.segments), in: body)
    }
}
