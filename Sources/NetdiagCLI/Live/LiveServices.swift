import NetworkModel
import Translations

/// The instances in a live browser. New ones are marked, and removed ones are kept for a moment, so that users notice the
/// change.
struct LiveServices {
    /// The reason why a row is highlighted.
    enum Highlight: Sendable, Hashable { case added, updated, removed }

    struct Row: Sendable, Hashable {
        var instance: ServiceInstance
        var news: Highlight?
        /// The end of the highlighting.
        var until: ContinuousClock.Instant?
    }

    /// How long a change is highlighted.
    static let noticeable = Duration.seconds(3)
    /// Instances that appear within this time after the beginning already existed, and are not highlighted.
    private static let beginning = Duration.seconds(1)
    /// The maximum number of rows, which is more than the services of any link.
    private static let maxRows = 100_000
    /// The maximum number of removed instances that are kept. In a storm of changes, others disappear immediately.
    private static let maxRemoved = 200

    private var rows: [String: Row] = [:]
    private var removed = 0
    private var begun: ContinuousClock.Instant
    /// The reason why avahi-daemon is not available; `nil` if it is.
    private(set) var away: String?

    init(at now: ContinuousClock.Instant) {
        begun = now
    }

    /// The number of existing instances.
    var count: Int { rows.count - removed }

    /// The rows in the order of type, name, interface.
    var sorted: [Row] {
        rows.values.sorted { ServicePage.isBefore($0.instance, $1.instance) }
    }

    /// The time at which the next highlighting ends.
    var nextChange: ContinuousClock.Instant? { rows.values.lazy.compactMap(\.until).min() }

    mutating func apply(_ line: BrowseLine, at now: ContinuousClock.Instant) throws(Failure) {
        switch line {
        case .unavailable(let reason): away = reason
        case .available:
            away = nil
            begun = now
        case .event(let event): try apply(event, at: now)
        case .cut(let reason): throw .failed(Text.shown(FactWords.local(reason)))
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
            // Resolving an instance does not change its highlighting.
            if let old, old.news != .removed {
                (row.news, row.until) = (old.news, old.until)
            } else if now > begun + Self.beginning {
                row.news = .added
            }
        case .updated: row.news = old?.news == .added ? .added : .updated
        }
        if row.news != nil, row.until == nil { row.until = now + Self.noticeable }
        rows[identity] = row
        guard rows.count <= Self.maxRows else { throw .failed(CommandPhrase.tooManyServices.text(Self.maxRows)) }
    }

    /// Ends the highlighting of rows whose time is over.
    mutating func update(at now: ContinuousClock.Instant) {
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
