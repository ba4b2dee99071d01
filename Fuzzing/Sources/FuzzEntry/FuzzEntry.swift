/// A parser that is given bytes of others, and what has to be true of whatever it makes of them.
public protocol FuzzEntry: Sendable {
    /// By which it is chosen, and its folder in Seeds and Crashes.
    static var name: String { get }

    /// - Throws: ``Violation``. What ends the process is found by libFuzzer itself.
    static func run(_ input: [UInt8]) throws
}
