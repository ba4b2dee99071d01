import NetworkFaults
import NetworkModel
import Probes

extension TextPattern {
    /// Compiles a PCRE2 pattern, which is matched with limits.
    ///
    /// - Throws: ``SettingsError`` with PCRE2's reason and position.
    init(compiling text: String) throws(SettingsError) {
        let pattern = try Pattern(text)
        self.init(text) { value in
            var budget = MatchBudget()
            let matches: Bool? =
                switch budget.first(of: pattern, in: Array(value.utf8)).match {
                case .yes: true
                case .no: false
                case .tooCostly: nil
                }
            return Outcome(matches: matches, cost: budget.spent)
        }
    }
}
