/// An argument of a fault: its name, its values and its default.
public struct FaultArgument: Sendable, Hashable {
    /// The kind of values of an argument.
    public enum Kind: Sendable, Hashable {
        /// A whole number.
        case integer(ClosedRange<Int>, default: Int)
        /// A duration, as in `250ms` or `3s`.
        case duration(ClosedRange<Duration>, default: Duration)
        /// One of these words.
        case choice([String], default: String)
        /// A text of at most this number of UTF-8 bytes.
        case text(maxBytes: Int, default: String)
    }

    /// The name, before the equals sign.
    public let name: String
    /// What the argument changes, in a few words.
    public let summary: String
    /// The kind of values, and the default.
    public let kind: Kind

    /// Creates an argument of a fault.
    public init(_ name: String, _ kind: Kind, _ summary: String) {
        self.name = name
        self.kind = kind
        self.summary = summary
    }

    /// The value of the argument if it is omitted.
    public var defaultValue: FaultArguments.Value {
        switch kind {
        case .integer(_, let value): .integer(value)
        case .duration(_, let value): .duration(value)
        case .choice(_, let value), .text(_, let value): .text(value)
        }
    }
}
