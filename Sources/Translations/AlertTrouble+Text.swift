public import NetworkModel

extension AlertTrouble {
    /// The maximum number of receivers that are named.
    private static let maxNamed = 3

    /// What keeps alerts from being delivered, in the current language, a sentence each.
    public var localLines: [String] {
        var lines: [String] = []
        if let queue { lines.append(Phrase.alertsNotQueued.text(["reason": FactWords.local(queue)])) }
        lines += failing.prefix(Self.maxNamed).map {
            Phrase.alertsFail.text(["receiver": SafeText.escaped($0.name), "reason": FactWords.local($0.reason)])
        }
        let rest = failing.count - Self.maxNamed
        if rest > 0 { lines[lines.count - 1] += " (\(Phrase.andMore.text(rest)))" }
        return lines
    }
}
