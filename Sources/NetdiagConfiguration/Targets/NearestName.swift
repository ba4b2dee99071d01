import NetworkModel

/// Finds the name of a target that was meant: upper and lower case do not count.
package enum NearestName {
    /// - Returns: The name that is the same but for case, or differs a little; `nil` if none does.
    package static func of(_ text: String, among names: some Sequence<String>) -> String? {
        let lowered = Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        if let name = lowered[text.lowercased()] { return name }
        return KeySuggestion.nearest(to: text, among: lowered.keys.sorted()).flatMap { lowered[$0] }
    }
}
