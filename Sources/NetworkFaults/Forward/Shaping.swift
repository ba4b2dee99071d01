import NetworkModel

/// How bytes of one direction are held back: each by a delay, and no faster than a pace.
struct Shaping: Sendable, Hashable {
    var delay: Duration = .zero
    var pace: Pace?

    /// Whether anything is held back at all.
    var isNone: Bool { delay == .zero && pace == nil }
}
