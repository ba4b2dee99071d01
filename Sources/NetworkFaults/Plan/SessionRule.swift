/// The effect of a route on sessions.
package struct SessionRule: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// Starts a session and sets its cookie.
        case start(expiry: Duration)
        /// Refuses requests without a session (403).
        case required
        /// Ends the session.
        case end
    }

    /// A named value, which is derived from a request.
    package struct Value: Sendable, Hashable {
        package var name: String
        package var template: ResponseTemplate

        package init(_ name: String, _ template: ResponseTemplate) { (self.name, self.template) = (name, template) }
    }

    /// The maximum number of values of a rule.
    package static let maxValues = 32
    /// The maximum length of a value in bytes. A request with a longer one is refused.
    package static let maxValueBytes = 1_024
    /// The maximum length of a name in bytes.
    package static let maxNameBytes = 64

    package var action: Action
    /// The values to set. They are set before the response is created, which can use them.
    package var values: [Value]

    package init(_ action: Action, values: [Value] = []) { (self.action, self.values) = (action, values) }

    /// Whether the text is a valid name of a value. The name `number` is reserved for the number of the session.
    package static func isName(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x2d
                || $0 == 0x5f
        }
        return isPlain && (1...maxNameBytes).contains(text.utf8.count) && text != "number"
    }
}
