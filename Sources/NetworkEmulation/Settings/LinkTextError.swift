/// Why a property of a link cannot be taken as it was typed, and what would be right.
public struct LinkTextError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
