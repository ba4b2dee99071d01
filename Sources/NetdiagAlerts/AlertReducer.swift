import NetdiagConfiguration
package import NetworkModel

/// Decides which receivers get which messages about incidents, and when.
///
/// A pure reducer: its input are the changes of incidents and the time; its output are messages, and the tracks to
/// store on the disk together with them. An ``AlertTrack`` is for one receiver and one incident, however often that
/// reopens. Its messages are one about the opening, one about the end, and reminders as often as its route says.
package struct AlertReducer: Sendable {
    /// The maximum number of incidents times receivers. Further incidents are taken up when there is room.
    package static let maxTracks = 20_000

    /// The changes to store, all or none.
    package struct Step: Sendable {
        package var messages: [AlertMessage] = []
        package var kept: [AlertTrack.Record] = []
        package var dropped: [AlertTrack.Key] = []

        package var isEmpty: Bool { messages.isEmpty && kept.isEmpty && dropped.isEmpty }
    }

    private let host: String
    package private(set) var plan = AlertPlan.none
    private(set) var tracks: [AlertTrack.Key: AlertTrack] = [:]
    /// The tracks whose state is not on the disk yet.
    private var changed: Set<AlertTrack.Key> = []
    private var dropped: Set<AlertTrack.Key> = []
    /// The number of incidents that were not taken up because there was no room.
    package private(set) var overflowed = 0

    package init(host: String) { self.host = host }

    // MARK: Input

    /// Applies the routes of a configuration. Receivers that were removed get no more messages.
    ///
    /// - Parameter incidents: All known incidents.
    package mutating func configure(
        _ plan: AlertPlan, incidents: [StatusDocument.Incident], at now: AlertTime
    ) {
        self.plan = plan
        for (key, old) in tracks {
            guard let route = plan.route(of: old.incident, to: old.receiver, isTold: old.told != nil) else {
                drop(key)
                continue
            }
            var track = old
            track.route = route
            tracks[key] = track
        }
        for incident in incidents where incident.isOpen { follow(incident, at: now) }
    }

    /// Restores the tracks that an earlier run has stored.
    ///
    /// - Parameter incidents: All known incidents.
    package mutating func restore(
        _ records: [AlertTrack.Record], incidents: [StatusDocument.Incident], at now: AlertTime
    ) {
        let known = Dictionary(incidents.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for record in records.prefix(Self.maxTracks) {
            guard let route = plan.route(of: record.incident, to: record.receiver, isTold: record.told != nil) else {
                dropped.insert(record.key)
                continue
            }
            // The beginning is corrected if another fault turns out to be the same.
            let current = known[record.incident.id].flatMap { $0.opened <= record.incident.opened ? $0 : nil }
            var track = track(of: record, by: route, at: now)
            if let current { track.resume(current, at: now) }
            track.told = record.told.map {
                AlertTime(clock: now.instant(of: $0, atMost: .seconds(30 * 86_400)), wall: $0)
            }
            if current == nil, record.incident.isOpen {
                // The daemon was killed before it had stored the incident.
                var ended = record.incident
                (ended.closed, ended.ending) = (max(now.wall, ended.opened), .unwatched)
                track.follow(ended, at: now)
                track.isOrphan = true
            }
            // An alert that was told without labels has none: Alertmanager would take it for another one.
            track.labels = record.labels ?? (record.told == nil ? nil : [:])
            track.severity = record.severity ?? (record.told == nil ? nil : record.incident.cause.severity)
            tracks[track.key] = track
            changed.insert(track.key)
        }
    }

    /// Applies a change of an incident.
    package mutating func add(_ event: IncidentEvent, at now: AlertTime) {
        switch event.event {
        case .opened, .changed:
            if event.incident.isOpen { adopt(event.incident, at: now) }
            follow(event.incident, since: event.observedSince, at: now)
        case .closed:
            follow(event.incident, at: now)
            if let other = event.into { replace(event.incident.id, by: other) }
        case .merged:
            for key in keys(of: event.incident.id) {
                guard var track = tracks[key] else { continue }
                (track.incident.closed, track.mergedInto) = (max(now.wall, track.incident.opened), event.into)
                track.closedAt = now.clock
                tracks[key] = track
                // If the opening was not reported, the end need not be.
                if track.told == nil { drop(key) } else { changed.insert(key) }
            }
        }
    }

    /// Notes that the targets of a closed incident still do not work, but have another one. The time counts for the other
    /// one's delay, so that whoever was told of the first one is told of the other at once.
    private mutating func replace(_ incident: Int, by other: Int) {
        for key in keys(of: incident) {
            guard var track = tracks[key] else { continue }
            track.mergedInto = other
            let next = AlertTrack.Key(incident: other, receiver: key.receiver)
            if var heir = tracks[next], heir.told == nil {
                heir.openBefore += track.openBefore
                tracks[next] = heir
                changed.insert(next)
                // If the causes alternate, the same time must not be handed over again.
                track.openBefore = .zero
                changed.insert(key)
            }
            tracks[key] = track
        }
    }

    private mutating func follow(
        _ incident: StatusDocument.Incident, since begun: ContinuousClock.Instant? = nil, at now: AlertTime
    ) {
        for receiver in plan.alerts.receivers.map(\.name) {
            let key = AlertTrack.Key(incident: incident.id, receiver: receiver)
            let route = plan.route(of: incident, to: receiver)
            guard var track = tracks[key] else {
                guard let route else { continue }
                guard tracks.count < Self.maxTracks else {
                    overflowed += 1
                    continue
                }
                var new = self.track(of: incident, to: receiver, by: route, at: now)
                // The wall clock may have been set since the first observation.
                if let begun, incident.isOpen { new.openSince = begun }
                tracks[key] = new
                changed.insert(key)
                dropped.remove(key)
                continue
            }
            let known = plan.route(at: track.route)
            if route == nil, track.told == nil, incident.cause.severity < known.severity,
                now.clock < track.due(after: known.after)
            {
                // It was not an error for long enough, and is none any more.
                drop(key)
                continue
            }
            if track.incident.isOpen != incident.isOpen || track.incident.opened != incident.opened {
                changed.insert(key)
            }
            track.follow(incident, since: begun, at: now)
            track.route = route ?? track.route
            tracks[key] = track
        }
    }

    /// Continues orphaned tracks with the same fault, which has a new ID since the daemon was killed.
    private mutating func adopt(_ incident: StatusDocument.Incident, at now: AlertTime) {
        for old in tracks.values
        where old.isOrphan && old.incident.cause.id == incident.cause.id && old.incident.culprit == incident.culprit {
            let key = AlertTrack.Key(incident: incident.id, receiver: old.receiver)
            guard tracks[key] == nil else { continue }
            drop(old.key)
            var track = old
            track.follow(incident, at: now)
            track.isOrphan = false
            tracks[key] = track
            dropped.remove(key)
            changed.insert(key)
        }
    }

    private func keys(of incident: Int) -> [AlertTrack.Key] {
        plan.alerts.receivers.map { AlertTrack.Key(incident: incident, receiver: $0.name) }
    }

    /// A new track. The time since which the fault is present is known only by the wall clock, which may have been set, so
    /// that it counts for no more than any delay.
    private func track(
        of incident: StatusDocument.Incident, to receiver: String, by route: Int, at now: AlertTime
    ) -> AlertTrack {
        var track = AlertTrack(
            incident: incident, receiver: receiver, route: route,
            openSince: now.instant(of: incident.opened, atMost: AlertRoute.maxAfter))
        if let closed = incident.closed {
            let span = closed.millisecondsSince1970 - incident.opened.millisecondsSince1970
            (track.closedAt, track.openBefore) = (now.clock, .milliseconds(max(0, span)))
        }
        return track
    }

    /// The track that an earlier run has stored.
    private func track(of record: AlertTrack.Record, by route: Int, at now: AlertTime) -> AlertTrack {
        var track = track(of: record.incident, to: record.receiver, by: route, at: now)
        guard let present = record.present else { return track }
        track.openBefore = min(present, AlertRoute.maxAfter)
        if let since = record.openSince {
            track.openSince = now.instant(of: since, atMost: AlertRoute.maxAfter)
        } else if track.closedAt == nil {
            // It was an orphan, all of whose time is counted.
            track.openSince = now.clock
        }
        return track
    }

    private mutating func drop(_ key: AlertTrack.Key) {
        tracks[key] = nil
        changed.remove(key)
        dropped.insert(key)
    }

    // MARK: Output

    /// Makes the messages that are due.
    ///
    /// - Parameter room: The number of messages that the queue has room for.
    package mutating func proceed(at now: AlertTime, room: Int) -> Step {
        var step = Step()
        var taken = 0
        for key in tracks.keys.sorted() {
            guard var track = tracks[key] else { continue }
            switch Self.need(track, plan, now) {
            case .nothing, .wait: continue
            case .forget: drop(key)
            case .send(let event):
                // There is always room for a closing message: it replaces waiting messages of its incident, or is the
                // only one. Thus, a queue that is full of closed incidents empties itself.
                guard event == .closed || taken < room else { continue }
                if event != .closed { taken += 1 }
                var message = AlertMessage(
                    event: event, receiver: track.receiver, host: host, created: now.wall,
                    incident: track.incident, mergedInto: track.mergedInto, configured: plan.targets)
                let shared = plan.sharedLabels(of: track.incident, for: track.receiver)
                message.labels = shared.map { track.labels ?? $0 }
                track.labels = message.labels
                message.severity = shared.map { _ in track.severity ?? track.incident.cause.severity }
                track.severity = message.severity
                step.messages.append(message)
                switch event {
                case .opened, .reminder, .test:
                    track.told = now
                    tracks[key] = track
                    changed.insert(key)
                case .closed, .passed: drop(key)
                }
            }
        }
        step.kept = changed.sorted().compactMap { tracks[$0]?.record(at: now) }
        step.dropped = dropped.sorted()
        (changed, dropped, overflowed) = ([], [], 0)
        return step
    }

    /// Whether a message says that an incident is open which was closed in the meantime. The message that follows after
    /// the settling time replaces it.
    package func isOutdated(_ message: AlertMessage) -> Bool {
        let key = AlertTrack.Key(incident: message.incident.id, receiver: message.receiver)
        switch message.event {
        case .opened, .reminder: return tracks[key]?.closedAt != nil
        case .closed, .passed, .test: return false
        }
    }

    /// Whether further messages are due now.
    package func hasMore(at now: AlertTime) -> Bool {
        tracks.values.contains { track in
            if case .send = Self.need(track, plan, now) { true } else { false }
        }
    }

    /// When ``proceed(at:room:)`` must be called next; `nil` if nothing is due.
    package func due(at now: AlertTime) -> ContinuousClock.Instant? {
        if !changed.isEmpty || !dropped.isEmpty { return now.clock }
        return tracks.values.compactMap { track in
            switch Self.need(track, plan, now) {
            case .nothing: nil
            case .forget, .send: now.clock
            case .wait(let until, _): until
            }
        }.min()
    }

    /// The messages that are held back, and the reasons.
    package func pending(at now: AlertTime, hasRoom: Bool) -> [AlertsDocument.Pending] {
        tracks.keys.sorted().compactMap { key in
            guard let track = tracks[key], track.told == nil else { return nil }
            func pending(_ reason: String, _ until: Timestamp?) -> AlertsDocument.Pending {
                .init(receiver: key.receiver, incident: key.incident, reason: reason, until: until)
            }
            switch Self.need(track, plan, now) {
            case .nothing, .forget: return nil
            case .send: return hasRoom ? nil : pending("room in the queue", nil)
            case .wait(_, .quiet):
                // They are examined every minute, since the clock can be set, but users want to know when they end.
                let windows = plan.route(at: track.route).quiet
                return pending(Reason.quiet.rawValue, MaintenanceWindow.end(of: windows, at: now.wall))
            case .wait(let until, let reason):
                let milliseconds = Int64(Milliseconds(now.clock.duration(to: until)).value)
                return pending(
                    reason.rawValue,
                    Timestamp(millisecondsSince1970: now.wall.millisecondsSince1970 + milliseconds))
            }
        }
    }
}
