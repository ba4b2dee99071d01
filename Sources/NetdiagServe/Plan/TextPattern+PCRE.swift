import NetworkFaults
import NetworkModel
import Probes

extension TextPattern {
    /// A pattern of PCRE2, which is matched within limits.
    ///
    /// - Throws: ``SettingsError`` with PCRE2's reason and the place.
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
