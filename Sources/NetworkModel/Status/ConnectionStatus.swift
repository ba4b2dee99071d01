/// The result of a check, after CFNetDiagnostics: five values, each with a name and a code that are always used together.
public enum ConnectionStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing wrong, and no status yet: the check has not run.
    case noErr
    /// The check itself could not be completed: a bad target, a missing permission, an internal failure.
    case err
    /// It works.
    case connectionUp
    /// It is not known: the evidence is missing or contradicts itself.
    case connectionIndeterminate
    /// It does not work.
    case connectionDown

    /// The numeric constant, as CFNetDiagnostics numbers them.
    public var code: Int {
        switch self {
        case .noErr: 0
        case .err: -66560
        case .connectionUp: -66559
        case .connectionIndeterminate: -66558
        case .connectionDown: -66557
        }
    }

    /// How grave a status is beside another when the worst of several counts; higher is worse.
    ///
    /// "Could not be completed" ranks above "down": a broken check hides whatever it was there to tell.
    public var gravity: Int {
        switch self {
        case .connectionUp: 0
        case .noErr: 1
        case .connectionIndeterminate: 2
        case .connectionDown: 3
        case .err: 4
        }
    }
}
