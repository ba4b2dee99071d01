/// What a route does with sessions.
package struct SessionRule: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// Begins one and sets its cookie.
        case start(expiry: Duration)
        /// Refuses requests without one (403).
        case required
        /// Ends it.
        case end
    }

    /// A named value, as it is made of a request.
    package struct Value: Sendable, Hashable {
        package var name: String
        package var template: ResponseTemplate

        package init(_ name: String, _ template: ResponseTemplate) { (self.name, self.template) = (name, template) }
    }

    /// Values of one rule.
    package static let maxValues = 32
    /// Of one value; a request that brings a longer one is refused.
    package static let maxValueBytes = 1_024
    /// Of one name.
    package static let maxNameBytes = 64

    package var action: Action
    /// What is set, before the answer is made, which sees it already.
    package var values: [Value]

    package init(_ action: Action, values: [Value] = []) { (self.action, self.values) = (action, values) }

    /// Whether it can be a name of a value: `number` is what each session has.
    package static func isName(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x2d
                || $0 == 0x5f
        }
        return isPlain && (1...maxNameBytes).contains(text.utf8.count) && text != "number"
    }
}
