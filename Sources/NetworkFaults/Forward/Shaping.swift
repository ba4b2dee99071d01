import NetworkModel

/// The shaping of one direction: a delay of each byte, and a maximum pace.
struct Shaping: Sendable, Hashable {
    var delay: Duration = .zero
    var pace: SendRate?

    /// Whether there is neither a delay nor a pace.
    var isNone: Bool { delay == .zero && pace == nil }
}
