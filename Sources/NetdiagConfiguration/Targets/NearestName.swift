import NetworkModel

/// Finds similar names of targets, regardless of case.
package enum NearestName {
    /// - Returns: The name that only differs in case, or by a few letters; `nil` if there is none.
    package static func of(_ text: String, among names: some Sequence<String>) -> String? {
        let lowered = Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        if let name = lowered[text.lowercased()] { return name }
        return KeySuggestion.nearest(to: text, among: lowered.keys.sorted()).flatMap { lowered[$0] }
    }
}
