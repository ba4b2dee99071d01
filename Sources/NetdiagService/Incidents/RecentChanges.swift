import NetworkModel

/// The changes of the machine's network in the last minutes: possible reasons for an incident.
struct RecentChanges: Sendable {
    /// How long before an incident a change may lie.
    static let span = Duration.seconds(120)
    /// The most that are told with an incident: the latest.
    static let most = 32
    /// A burst of changes longer than this loses its oldest ones.
    private static let maxKept = 128

    private var kept: [(at: ContinuousClock.Instant, change: StatusDocument.Incident.Change)] = []

    /// Neighbours come and go all the time, and are a matter of the verdict.
    mutating func add(_ change: NetworkChange, at moment: Moment) {
        guard change.subject != .neighbour, change.subject != .resynchronised else { return }
        if kept.count >= Self.maxKept { kept.removeFirst(kept.count - Self.maxKept + 1) }
        kept.append(
            (
                moment.clock,
                .init(at: moment.wall, subject: change.subject, interface: change.interface, summary: change.summary)
            ))
    }

    /// Those before a fault that began at a moment, and was confirmed at another.
    func before(_ begun: ContinuousClock.Instant, until confirmed: ContinuousClock.Instant)
        -> [StatusDocument.Incident.Change]
    {
        kept.filter { $0.at >= begun - Self.span && $0.at <= confirmed }.suffix(Self.most).map(\.change)
    }
}
