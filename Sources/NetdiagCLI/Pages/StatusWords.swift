import NetworkModel

/// A status in a word or two.
extension ConnectionStatus {
    func word(isDegraded: Bool = false) -> String {
        switch self {
        case .noErr: "not checked yet"
        case .err: "could not be checked"
        case .connectionUp: isDegraded ? "works, with warnings" : "works"
        case .connectionIndeterminate: "cannot be told"
        case .connectionDown: "does not work"
        }
    }

    /// With whose fault it is, where it does not work: the first question of whoever reads it.
    func sentence(isDegraded: Bool, _ cause: Finding?) -> String {
        let word = word(isDegraded: isDegraded)
        guard self == .connectionDown, let cause, cause.severity == .error, let side = cause.side else { return word }
        return "\(word): \(side.words)"
    }
}
