import Diagnosis
import NetworkModel

/// What the first line of the status says.
struct Standing: Sendable, Hashable {
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

/// Since when the standing lasts.
struct StandingClock: Sendable {
    /// The longest doubt that ends nothing: a router that reports nothing for some seconds leaves it open whether the machine
    /// works.
    private static let longestDoubt = Duration.seconds(30)

    private(set) var since = Timestamp()
    private(set) var standing = Standing(status: .noErr)
    /// The standing at the end of the last run; `nil` if it does not go on.
    private var earlier: RestoredStatus?
    /// What a doubt has interrupted.
    private var interrupted: (standing: Standing, since: Timestamp, at: ContinuousClock.Instant)?

    mutating func restore(_ record: StatusRecord) {
        earlier = RestoredStatus(record: record, until: .now + StatusRecord.startTime)
    }

    mutating func update(_ new: Standing, at now: ContinuousClock.Instant = .now) {
        guard new != standing else { return }
        let old = (standing, since, now)
        since = RestoredStatus.since(&earlier, from: standing, to: new)
        if let before = interrupted, before.standing == new, now - before.at <= Self.longestDoubt {
            since = before.since
        }
        interrupted = standing.status == .connectionUp && new.status == .connectionIndeterminate ? old : nil
        standing = new
    }

    /// The standing and its start, for the next run.
    func record(seen: Timestamp) -> StatusRecord {
        StatusRecord(status: standing.status, isPartly: standing.isPartly, since: since, seen: seen)
    }
}
