/// Why a text is no JSON, or more of it than is taken.
package struct JSONReadingError: Error, Sendable, Hashable {
    /// Counted from 1.
    package let line: Int
    /// Completes a sentence: what is wrong, and what would be right.
    package let reason: String
}
