/// Why an upstream was not reached.
package struct ForwardError: Error, Sendable, Hashable, CustomStringConvertible {
    /// For people, without secrets.
    package let description: String

    package init(_ description: String) { self.description = description }
}
