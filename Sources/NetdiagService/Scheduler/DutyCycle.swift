/// How long to wait before a document is generated again after changes. The time grows with the size of the document, so that
/// generating it takes at most a twentieth of a core.
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
