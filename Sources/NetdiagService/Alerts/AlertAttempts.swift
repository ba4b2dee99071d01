import NetworkModel

/// The state of attempts to reach one receiver.
struct AlertAttempts: Sendable {
    /// The time from the first failure to the next attempt; it doubles with each failure.
    static let firstPause = Duration.seconds(5)
    static let maxPause = Duration.seconds(300)

    private(set) var failures = 0
    private(set) var reason: String?
    private(set) var failingSince: Timestamp?
    private(set) var next: ContinuousClock.Instant?
    private(set) var nextWall: Timestamp?
    private(set) var lastDelivered: Timestamp?

    init() {}

    /// Continues the failures of the last run, of which only the first one's time is kept.
    init(failingSince: Timestamp) { self.failingSince = failingSince }

    /// Whether a failure is kept on the disk.
    var isFailing: Bool { failingSince != nil }

    /// - Returns: Whether there were failures before.
    mutating func succeed(at moment: Timestamp) -> Bool {
        defer { self = AlertAttempts(); lastDelivered = moment }
        return failures > 0
    }

    /// - Returns: Whether it must be reported: the first failure, or another reason.
    mutating func fail(_ why: String, now: ContinuousClock.Instant, wall: Timestamp) -> Bool {
        let isNews = why != reason
        failures += 1
        (reason, failingSince) = (why, failingSince ?? wall)
        let pause = min(Self.firstPause * (1 << min(failures - 1, 6)), Self.maxPause)
        next = now + pause
        nextWall = Timestamp(millisecondsSince1970: wall.millisecondsSince1970 + pause.components.seconds * 1_000)
        return isNews
    }

    /// Allows an immediate attempt, since something has changed.
    mutating func resetBackoff() { (next, nextWall) = (nil, nil) }
}
