/// The validated arguments of a fault. Each argument of the definition has a value of its kind.
public struct FaultArguments: Sendable, Hashable {
    /// A value of an argument.
    public enum Value: Sendable, Hashable {
        /// A whole number, in the unit of the argument's definition.
        case integer(Int)
        /// A duration.
        case duration(Duration)
        /// Free text, or one of the words that the definition allows.
        case text(String)
    }

    /// The text that they were parsed from; empty for the defaults.
    package private(set) var text = ""
    private var values: [String: Value]

    /// Creates the defaults of all arguments.
    public init(defaultsOf arguments: [FaultArgument] = []) {
        values = Dictionary(arguments.map { ($0.name, $0.defaultValue) }) { first, _ in first }
    }

    /// Records the text that the arguments were parsed from.
    mutating func record(text: String) { self.text = text }

    /// Sets an argument without validation. ``FaultDefinition/arguments(_:)`` parses and validates untrusted text.
    mutating func set(_ name: String, _ value: Value) { values[name] = value }

    /// Returns the number of an argument that takes whole numbers.
    ///
    /// - Precondition: The definition has an argument with this name and kind.
    public func integer(_ name: String) -> Int {
        guard case .integer(let value) = values[name] else { preconditionFailure("no number is called \(name)") }
        return value
    }

    /// Returns the duration of an argument that takes durations.
    ///
    /// - Precondition: The definition has an argument with this name and kind.
    public func duration(_ name: String) -> Duration {
        guard case .duration(let value) = values[name] else { preconditionFailure("no duration is called \(name)") }
        return value
    }

    /// Returns the text of an argument that takes a text or one of some words.
    ///
    /// - Precondition: The definition has an argument with this name and kind.
    public func text(_ name: String) -> String {
        guard case .text(let value) = values[name] else { preconditionFailure("no text is called \(name)") }
        return value
    }
}
