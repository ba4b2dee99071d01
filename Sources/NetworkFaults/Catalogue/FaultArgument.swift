/// An argument of a fault: its name, what it takes, and what stands for it where it is left out.
public struct FaultArgument: Sendable, Hashable {
    /// What an argument takes.
    public enum Kind: Sendable, Hashable {
        /// A whole number.
        case integer(ClosedRange<Int>, default: Int)
        /// A duration, as in `250ms` or `3s`.
        case duration(ClosedRange<Duration>, default: Duration)
        /// One of some words.
        case choice([String], default: String)
        /// A text of at most this many bytes of UTF-8.
        case text(maxBytes: Int, default: String)
    }

    /// What it is called before the equals sign.
    public let name: String
    /// What it changes, in a few words.
    public let summary: String
    /// What values it takes, and its default.
    public let kind: Kind

    /// Creates an argument of a fault.
    public init(_ name: String, _ kind: Kind, _ summary: String) {
        self.name = name
        self.kind = kind
        self.summary = summary
    }

    /// What stands for the argument where it is left out.
    public var defaultValue: FaultArguments.Value {
        switch kind {
        case .integer(_, let value): .integer(value)
        case .duration(_, let value): .duration(value)
        case .choice(_, let value), .text(_, let value): .text(value)
        }
    }
}
