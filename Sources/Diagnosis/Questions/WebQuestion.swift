/// Questions about what answers in the target's place, and what lies between.
@frozen public enum WebQuestion: Sendable, Hashable {
    /// What another clock says, beside this machine's.
    case clock
    /// Whether a captive portal answers.
    case portal
    /// Whether a proxy that is configured, and not used for this target, leads to it.
    case detour
}
