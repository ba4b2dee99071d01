/// How long to wait before a document is generated again after changes. The time grows with the size of the document, so that
/// generating it takes at most a twentieth of a core.
struct RegenerationThrottle: Sendable {
    /// The wait is this many times the cost.
    private static let factor = 20

    /// The limits of the wait.
    let limits: ClosedRange<Duration>

    /// - Parameter cost: How long generating the document took.
    func rest(after cost: Duration) -> Duration {
        min(max(cost * Self.factor, limits.lowerBound), limits.upperBound)
    }
}
