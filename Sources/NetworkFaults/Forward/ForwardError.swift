/// The reason why an upstream was not reached.
package struct ForwardError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason as text, without secrets.
    package let description: String

    /// Whether there are no descriptors for another connection.
    let isShortage: Bool

    package init(_ description: String, isShortage: Bool = false) {
        (self.description, self.isShortage) = (description, isShortage)
    }
}
