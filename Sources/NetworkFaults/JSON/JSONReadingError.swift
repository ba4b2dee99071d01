/// The reason why a text is not valid JSON, or exceeds the limits.
package struct JSONReadingError: Error, Sendable, Hashable {
    /// The line, counted from 1.
    package let line: Int
    /// The reason as a clause: what is wrong, and what would be valid.
    package let reason: String
}
