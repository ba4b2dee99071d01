/// Questions about what responds in place of the target, and what is between it and this machine.
@frozen public enum WebFollowUp: Sendable, Hashable {
    /// The time of another clock, for comparison with this machine's.
    case clock
    /// Whether a captive portal intercepts traffic.
    case portal
    /// Whether a configured proxy that is not used for this target reaches it.
    case detour
}
