import NetworkModel

/// The state of attempts to reach one receiver.
struct AlertAttempts: Sendable {
    /// From the first failure to the next attempt; each time twice as long.
    static let firstPause = Duration.seconds(5)
    static let longestPause = Duration.seconds(300)

    private(set) var failures = 0
    private(set) var reason: String?
    private(set) var failingSince: Timestamp?
    private(set) var next: ContinuousClock.Instant?
    private(set) var nextWall: Timestamp?
    private(set) var lastDelivered: Timestamp?

    /// - Returns: Whether it had failed before.
    mutating func succeed(at moment: Timestamp) -> Bool {
        defer { self = AlertAttempts(); lastDelivered = moment }
        return failures > 0
    }

    /// - Returns: Whether that is news: the first failure, or another reason.
    mutating func fail(_ why: String, now: ContinuousClock.Instant, wall: Timestamp) -> Bool {
        let isNews = why != reason
        failures += 1
        (reason, failingSince) = (why, failingSince ?? wall)
        let pause = min(Self.firstPause * (1 << min(failures - 1, 6)), Self.longestPause)
        next = now + pause
        nextWall = Timestamp(millisecondsSince1970: wall.millisecondsSince1970 + pause.components.seconds * 1_000)
        return isNews
    }

    /// Something has changed: it may work now.
    mutating func hurry() { (next, nextWall) = (nil, nil) }
}
