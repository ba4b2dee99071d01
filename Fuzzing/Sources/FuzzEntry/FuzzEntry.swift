/// A parser that is given bytes of others, and what has to be true of whatever it makes of them.
public protocol FuzzEntry: Sendable {
    /// By which it is chosen, and its folder in Seeds and Crashes.
    static var name: String { get }
    /// The kinds of targets whose servers' bytes it parses, by the names of their types.
    static var kinds: [String] { get }

    /// - Throws: ``Violation``. What ends the process is found by libFuzzer itself.
    static func run(_ input: [UInt8]) throws
}

extension FuzzEntry {
    /// The kind that it is called after, if it is: `NTPEntry` is for `NTPKind`.
    public static var kinds: [String] { ["\(Self.self)".replacing(/Entry$/, with: "Kind")] }
}
