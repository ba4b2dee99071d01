package import NetworkModel

/// The state of one incident for one receiver.
package struct AlertTrack: Sendable, Hashable {
    /// An incident and a receiver.
    package struct Key: Sendable, Hashable, Comparable {
        package var incident: Int
        package var receiver: String

        package init(incident: Int, receiver: String) {
            self.incident = incident
            self.receiver = receiver
        }

        package static func < (left: Key, right: Key) -> Bool {
            (left.incident, left.receiver) < (right.incident, right.receiver)
        }
    }

    /// The part of a track that is stored on the disk.
    package struct Record: Sendable, Hashable {
        package var incident: StatusDocument.Incident
        package var receiver: String
        /// When the receiver was last notified that the incident is open; `nil` if it was not.
        package var told: Timestamp?
        /// How long the fault was present, without the times in between and, if the incident is open, without the
        /// time since ``openSince``; `nil` if an earlier version has stored the track.
        package var present: Duration?
        /// When an open incident opened, or reopened the last time; `nil` if it is closed.
        package var openSince: Timestamp?
        /// The labels of the alert; `nil` if there was no message yet, if the receiver has no use for them, or if an earlier
        /// version has stored the track.
        package var labels: [String: String]?
        /// The severity that the alert had in its first message; `nil` in the same cases.
        package var severity: Severity?

        package init(
            incident: StatusDocument.Incident, receiver: String, told: Timestamp?, present: Duration? = nil,
            openSince: Timestamp? = nil, labels: [String: String]? = nil, severity: Severity? = nil
        ) {
            self.incident = incident
            self.receiver = receiver
            self.told = told
            self.present = present
            self.openSince = openSince
            self.labels = labels
            self.severity = severity
        }

        package var key: Key { Key(incident: incident.id, receiver: receiver) }
    }

    /// The current state of the incident.
    var incident: StatusDocument.Incident
    let receiver: String
    /// The index of the route by which the receiver is notified.
    var route: Int
    /// When the incident opened, or reopened the last time. Of a closed incident, it says nothing.
    var openSince: ContinuousClock.Instant
    /// How long the fault was present before that, without the times in between.
    var openBefore = Duration.zero
    /// When the receiver was last notified that the incident is open.
    var told: AlertTime?
    /// When the end of the incident was observed.
    var closedAt: ContinuousClock.Instant?
    var mergedInto: Int?
    /// The labels of the alert, which identify it and stay as they were in its first message.
    var labels: [String: String]?
    /// The severity of the alert, which is a label as well, and stays as it was in the first message.
    var severity: Severity?
    /// Whether an earlier run has stored the track, but the incident is not known any more. The same fault may be found
    /// again.
    var isOrphan = false

    var key: Key { Key(incident: incident.id, receiver: receiver) }

    func record(at now: AlertTime) -> Record {
        var record = Record(
            incident: incident, receiver: receiver, told: told?.wall, present: openBefore, labels: labels,
            severity: severity)
        // The end of an orphan is only assumed, and the next run makes this assumption again.
        if isOrphan { (record.incident.closed, record.incident.ending) = (nil, nil) }
        if closedAt == nil { record.openSince = now.wall(of: openSince) }
        return record
    }

    /// When the fault will have been present for a time, if it stays present.
    func due(after span: Duration) -> ContinuousClock.Instant { openSince + max(.zero, span - openBefore) }

    /// Applies a change of the incident.
    ///
    /// - Parameter begun: When the fault of an open incident was observed again; `nil` if that is not known.
    mutating func follow(
        _ changed: StatusDocument.Incident, since begun: ContinuousClock.Instant? = nil, at now: AlertTime
    ) {
        switch (closedAt, changed.isOpen) {
        case (nil, false):
            (closedAt, openBefore) = (now.clock, openBefore + openSince.duration(to: now.clock))
        case (let end?, true): (closedAt, openSince, mergedInto) = (nil, max(begun ?? now.clock, end), nil)
        case (nil, true), (.some, false): break
        }
        incident = changed
    }

    /// Continues a track of an earlier run with the current state of its incident.
    mutating func resume(_ current: StatusDocument.Incident, at now: AlertTime) {
        guard closedAt == nil, let closed = current.closed else { return follow(current, at: now) }
        // It ended after the track was stored, at a time that only the wall clock tells.
        let end = max(openSince, now.instant(of: closed, atMost: openSince.duration(to: now.clock)))
        (closedAt, openBefore) = (now.clock, openBefore + openSince.duration(to: end))
        incident = current
    }
}
