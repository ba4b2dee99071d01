/// The reason why an upstream was not reached.
package struct ForwardError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason as text, without secrets.
    package let description: String

    package init(_ description: String) { self.description = description }
}
