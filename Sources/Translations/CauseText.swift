/// The words of one cause in another language than English: the same places for facts, and as many steps in the same order.
package struct CauseText: Sendable, Hashable {
    package var meaning = ""
    package var summary = ""
    package var advice: [String] = []
}
