import NetworkModel

/// What a live browser knows: the instances that there are, with what has just come marked and what has just gone kept
/// for a moment, so that a person sees the change.
struct LiveServices {
    /// What a row stands out for.
    enum News: Sendable, Hashable { case added, updated, removed }

    struct Row: Sendable, Hashable {
        var instance: ServiceInstance
        var news: News?
        /// Until when it stands out.
        var until: ContinuousClock.Instant?
    }

    /// How long a change stands out.
    static let noticeable = Duration.seconds(3)
    /// What comes so soon after the beginning was there before, and is no news.
    private static let beginning = Duration.seconds(1)
    /// More than a link holds.
    private static let maxRows = 100_000
    /// Rows of what has gone; in a storm of changes, the rest goes at once.
    private static let maxRemoved = 200

    private var rows: [String: Row] = [:]
    private var removed = 0
    private var begun: ContinuousClock.Instant
    /// Why there are none: avahi-daemon is away.
    private(set) var away: String?

    init(at now: ContinuousClock.Instant) {
        begun = now
    }

    /// Instances that there are.
    var count: Int { rows.count - removed }

    /// In order of type, name, interface.
    var sorted: [Row] {
        rows.values.sorted { ServicePage.isBefore($0.instance, $1.instance) }
    }

    /// When something ceases to stand out.
    var nextChange: ContinuousClock.Instant? { rows.values.lazy.compactMap(\.until).min() }

    mutating func apply(_ line: BrowseLine, at now: ContinuousClock.Instant) throws(Failure) {
        switch line {
        case .unavailable(let reason): away = reason
        case .available:
            away = nil
            begun = now
        case .event(let event): try apply(event, at: now)
        case .cut(let reason): throw .failed(Text.shown(reason))
        }
    }

    private mutating func apply(_ event: ServiceEvent, at now: ContinuousClock.Instant) throws(Failure) {
        let identity = event.instance.identity
        let old = rows.removeValue(forKey: identity)
        if old?.news == .removed { removed -= 1 }
        var row = Row(instance: event.instance)
        switch event.event {
        case .removed:
            guard old != nil, removed < Self.maxRemoved else { return }
            removed += 1
            row.news = .removed
        case .added, .resolved:
            // What is resolved goes on to be as new as it was.
            if let old, old.news != .removed {
                (row.news, row.until) = (old.news, old.until)
            } else if now > begun + Self.beginning {
                row.news = .added
            }
        case .updated: row.news = old?.news == .added ? .added : .updated
        }
        if row.news != nil, row.until == nil { row.until = now + Self.noticeable }
        rows[identity] = row
        guard rows.count <= Self.maxRows else { throw .failed("more than \(Self.maxRows) services") }
    }

    /// Lets go of what has stood out for long enough.
    mutating func settle(at now: ContinuousClock.Instant) {
        for (identity, row) in rows {
            guard let until = row.until, until <= now else { continue }
            if row.news == .removed {
                rows[identity] = nil
                removed -= 1
            } else {
                rows[identity] = Row(instance: row.instance)
            }
        }
    }
}
