/// An invalid property of a link. The description says what would be valid.
public struct LinkTextError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
