/// How long something rests that is made anew after changes, and takes longer the more there is of everything: so long that
/// it takes no more than a twentieth of a core.
struct DutyCycle: Sendable {
    /// It rests so many times as long as it took.
    private static let factor = 20

    /// It rests so long at least, and at most.
    let limits: ClosedRange<Duration>

    /// - Parameter cost: How long it took.
    func rest(after cost: Duration) -> Duration {
        min(max(cost * Self.factor, limits.lowerBound), limits.upperBound)
    }
}
