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
            switch pattern.matches(Array(value.utf8)) {
            case .yes: true
            case .no: false
            case .tooCostly: nil
            }
        }
    }
}
