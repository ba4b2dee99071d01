package import NetworkModel

/// How one receiver stands with one incident.
package struct AlertTrack: Sendable, Hashable {
    /// One incident, for one receiver.
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

    /// What is kept on the disk.
    package struct Record: Sendable, Hashable {
        package var incident: StatusDocument.Incident
        package var receiver: String
        /// When the receiver was last told that it is open; `nil`: it has not been.
        package var told: Timestamp?

        package init(incident: StatusDocument.Incident, receiver: String, told: Timestamp?) {
            self.incident = incident
            self.receiver = receiver
            self.told = told
        }

        package var key: Key { Key(incident: incident.id, receiver: receiver) }
    }

    /// As it is now.
    var incident: StatusDocument.Incident
    let receiver: String
    /// The place of the route by which the receiver is told.
    var route: Int
    /// When `after` is over.
    var due: ContinuousClock.Instant
    /// When the receiver was last told that it is open.
    var told: AlertTime?
    /// When its end was seen.
    var closedAt: ContinuousClock.Instant?
    var mergedInto: Int?
    /// It was told of by an earlier run, and nobody knows it any more: the same fault may be found again.
    var isOrphan = false

    var key: Key { Key(incident: incident.id, receiver: receiver) }
    package var record: Record {
        var incident = incident
        // That it is over is a guess, which the next run makes again.
        if isOrphan { (incident.closed, incident.ending) = (nil, nil) }
        return Record(incident: incident, receiver: receiver, told: told?.wall)
    }

    /// By the wall clock, since both moments stand in the incident.
    func hasLasted(_ span: Duration) -> Bool {
        guard let closed = incident.closed else { return true }
        return .milliseconds(closed.millisecondsSince1970 - incident.opened.millisecondsSince1970) >= span
    }
}
