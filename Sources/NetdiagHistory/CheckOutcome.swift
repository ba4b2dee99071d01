/// What a result means for its target.
package enum CheckOutcome: Int, Sendable, Hashable {
    case up = 0
    case down = 1
    /// Not known: this machine, its network or its uplink was at fault, or the check was not completed.
    case unknown = 2
    /// A maintenance window is open.
    case maintenance = 3
}
