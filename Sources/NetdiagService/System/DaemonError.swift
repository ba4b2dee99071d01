/// The reason why the daemon does not start, or ends: one line that says what to do.
public struct DaemonError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// What was asked for is wrong, as opposed to what was found on this machine.
    public let isUsage: Bool

    init(_ description: String) {
        self.description = description
        isUsage = false
    }

    init(usage description: String) {
        self.description = description
        isUsage = true
    }
}
