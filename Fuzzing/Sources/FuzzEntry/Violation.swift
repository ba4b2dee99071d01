/// What should have been true of an answer and was not.
public struct Violation: Error, CustomStringConvertible {
    public let description: String
}

/// - Throws: ``Violation`` where the condition does not hold.
func require(_ condition: Bool, _ what: @autoclosure () -> String) throws(Violation) {
    if !condition { throw Violation(description: what()) }
}

/// Text that is shown to people: nothing in it steers a terminal, hides, or begins a line of its own.
///
/// - Throws: ``Violation``.
func requireShowable(_ text: String, _ what: String) throws(Violation) {
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            throw Violation(description: "\(what) holds U+\(String(scalar.value, radix: 16)): \(text.debugDescription)")
        default: continue
        }
    }
}
