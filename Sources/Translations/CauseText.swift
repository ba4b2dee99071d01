/// The texts of a cause in a language other than English. They have the same placeholders, and the same steps in the same
/// order.
package struct CauseText: Sendable, Hashable {
    package var meaning = ""
    package var summary = ""
    package var advice: [String] = []
}
