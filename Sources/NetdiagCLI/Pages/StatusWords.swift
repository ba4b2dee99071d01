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
}
