/// The result of a check, after CFNetDiagnostics: five values, each with a name and a code that are always used together.
public enum ConnectionStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing is wrong, and there is no status yet: the check has not run.
    case noErr
    /// The check itself could not be completed: an invalid target, a missing permission, an internal failure.
    case err
    /// The target works.
    case connectionUp
    /// It is not known whether the target works: the evidence is missing or contradictory.
    case connectionIndeterminate
    /// The target does not work.
    case connectionDown

    /// The numeric constant, with the values of CFNetDiagnostics.
    public var code: Int {
        switch self {
        case .noErr: 0
        case .err: -66560
        case .connectionUp: -66559
        case .connectionIndeterminate: -66558
        case .connectionDown: -66557
        }
    }
}
