/// The reason why the daemon does not start, or why it ends. Its description says what to do.
public struct DaemonError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// Whether the command line or the configuration is wrong, as opposed to the state of this machine.
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
