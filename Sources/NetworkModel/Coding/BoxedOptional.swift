/// A value that is rarely present, behind a reference. A missing value takes eight bytes, which matters since thousands of
/// reports with links are kept. In JSON it is the plain value, or absent.
@propertyWrapper
public struct BoxedOptional<Value: Sendable & Hashable & Codable>: Sendable, Hashable {
    // Inlined: otherwise, the types are looked up at run time with each use.
    @usableFromInline final class Box: Sendable {
        @usableFromInline let value: Value

        @inlinable init(_ value: Value) {
            self.value = value
        }
    }

    @usableFromInline var box: Box?

    /// The value; `nil` if it is missing.
    public var wrappedValue: Value? {
        @inlinable get { box?.value }
        @inlinable set { if let newValue { box = Box(newValue) } else { box = nil } }
    }

    /// The box itself.
    public var projectedValue: BoxedOptional {
        @inlinable get { self }
    }

    /// Whether the value is missing. Unlike a comparison of the value with `nil`, this copies nothing.
    public var isEmpty: Bool {
        @inlinable get { box == nil }
    }

    /// Stores a value, if there is one.
    @inlinable
    public init(wrappedValue: Value?) {
        if let wrappedValue { box = Box(wrappedValue) }
    }

    public static func == (left: BoxedOptional, right: BoxedOptional) -> Bool {
        left.box === right.box || left.wrappedValue == right.wrappedValue
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue)
    }
}

extension BoxedOptional: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try Value(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try wrappedValue?.encode(to: encoder)
    }
}

extension KeyedDecodingContainer {
    func decode<Value>(_ type: BoxedOptional<Value>.Type, forKey key: Key) throws -> BoxedOptional<Value> {
        BoxedOptional(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value>(_ value: BoxedOptional<Value>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
