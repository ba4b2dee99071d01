import Diagnosis
import NetworkModel

/// The status in the first line of the status page.
struct DisplayedStatus: Sendable, Hashable {
    var status: ConnectionStatus
    /// Whether the machine works, but some of its targets do not.
    var isPartly = false

    init(status: ConnectionStatus, isPartly: Bool = false) {
        (self.status, self.isPartly) = (status, isPartly)
    }

    init(_ status: ConnectionStatus, _ targets: [StatusDocument.TargetStatus]) {
        self.init(
            status: status,
            isPartly: status == .connectionUp
                && targets.contains { !$0.isInMaintenance && OverallStatus.hasFailed($0) })
    }
}

/// How long the displayed status has lasted.
struct StatusAge: Sendable {
    /// How long the status may be indeterminate before its start is reset: a router that reports nothing for some seconds
    /// leaves it open whether the machine works.
    private static let maxIndeterminateTime = Duration.seconds(30)

    private(set) var since = Timestamp()
    private(set) var displayed = DisplayedStatus(status: .noErr)
    /// The status at the end of the last run; `nil` if it does not continue.
    private var earlier: RestoredStatus?
    /// The status before an indeterminate one, its start, and when it was interrupted.
    private var interrupted: (displayed: DisplayedStatus, since: Timestamp, at: ContinuousClock.Instant)?

    mutating func restore(_ record: StatusRecord) {
        earlier = RestoredStatus(record: record, until: .now + StatusRecord.startTime)
    }

    mutating func update(_ new: DisplayedStatus, at now: ContinuousClock.Instant = .now) {
        guard new != displayed else { return }
        let old = (displayed, since, now)
        since = RestoredStatus.since(&earlier, from: displayed, to: new)
        if let before = interrupted, before.displayed == new, now - before.at <= Self.maxIndeterminateTime {
            since = before.since
        }
        interrupted = displayed.status == .connectionUp && new.status == .connectionIndeterminate ? old : nil
        displayed = new
    }

    /// The status and its start, for the next run.
    func record(seen: Timestamp) -> StatusRecord {
        StatusRecord(status: displayed.status, isPartly: displayed.isPartly, since: since, seen: seen)
    }
}
