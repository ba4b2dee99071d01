import NetworkModel

/// The changes of the machine's network in the last minutes, as possible reasons for an incident.
struct RecentChanges: Sendable {
    /// The maximum time from a change to the incident.
    static let span = Duration.seconds(120)
    /// The maximum number of changes in an incident, which are the latest.
    static let maxShown = 32
    /// The maximum number of changes that are kept; the oldest ones are dropped.
    private static let maxKept = 128

    private var kept: [(at: ContinuousClock.Instant, change: StatusDocument.Incident.Change)] = []

    /// Adds a change, unless it concerns neighbours, which change all the time and are covered by the verdict.
    mutating func add(_ change: NetworkChange, at moment: DualClockTime) {
        guard change.subject != .neighbour, change.subject != .resynchronised else { return }
        if kept.count >= Self.maxKept { kept.removeFirst(kept.count - Self.maxKept + 1) }
        kept.append(
            (
                moment.clock,
                .init(at: moment.wall, subject: change.subject, interface: change.interface, summary: change.summary)
            ))
    }

    /// Changes the times after the wall clock was set.
    mutating func restate(at moment: DualClockTime) {
        for place in kept.indices {
            kept[place].change.at = (moment - kept[place].at.duration(to: moment.clock)).wall
        }
    }

    /// The changes before a fault, with the moments when it began and when it was confirmed.
    func before(_ begun: ContinuousClock.Instant, until confirmed: ContinuousClock.Instant)
        -> [StatusDocument.Incident.Change]
    {
        kept.filter { $0.at >= begun - Self.span && $0.at <= confirmed }.suffix(Self.maxShown).map(\.change)
    }
}
