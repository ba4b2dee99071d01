package import NetworkModel

/// A message about an incident to one receiver, as stored in the queue.
package struct AlertMessage: Sendable, Hashable, Codable {
    package static let schema = "netdiag.alert/1"
    /// The maximum number of targets that are listed. The others are only counted.
    package static let maxTargets = 100
    /// The maximum size of the names of listed targets, in bytes.
    private static let maxTargetBytes = 16_384

    package var schema = Self.schema
    /// The ID by which receivers recognise repetitions, since it is the same for all attempts. It is empty before the
    /// message is queued.
    package var id = ""
    package var event: AlertEvent
    /// The name of the receiver.
    package var receiver: String
    /// The name of this machine.
    package var host: String
    /// When the message was queued.
    package var created: Timestamp
    package var incident: StatusDocument.Incident
    /// The incident, still open, that turned out to be the same fault.
    package var mergedInto: Int?
    /// The configured targets among those of the incident, in the same order; `nil` in messages that an earlier version has
    /// queued.
    package var targets: [AlertTarget]?
    /// The group and the labels that all targets shared when the receiver was first told, for receivers that identify alerts
    /// by labels; `nil` for others.
    package var labels: [String: String]?
    /// The severity when the receiver was first told, for the same receivers; `nil` for others.
    package var severity: Severity?

    enum CodingKeys: String, CodingKey {
        case schema, id, event, receiver, host, created, incident, targets, labels, severity
        case mergedInto = "merged_into"
    }

    package init(
        event: AlertEvent, receiver: String, host: String, created: Timestamp, incident: StatusDocument.Incident,
        mergedInto: Int? = nil, configured: [String: AlertPlan.Subject] = [:]
    ) {
        self.event = event
        self.receiver = receiver
        self.host = host
        self.created = created
        self.incident = incident
        var bytes = 0
        self.incident.targets = Array(
            incident.targets.prefix(Self.maxTargets).prefix { target in
                bytes += target.utf8.count
                return bytes <= Self.maxTargetBytes
            })
        self.mergedInto = mergedInto
        targets = self.incident.targets.compactMap { name in configured[name].map { AlertTarget(name, $0) } }
    }

    /// A message to test a receiver.
    package static func test(receiver: String, host: String, at moment: Timestamp) -> AlertMessage {
        let finding = Finding(
            id: "local.test", layer: .local, severity: .info, confidence: 1,
            summary: "a message to try the receiver \(SafeText.shown(receiver)) out", advice: [])
        return AlertMessage(
            event: .test, receiver: receiver, host: host, created: moment,
            incident: .init(id: 0, cause: finding, targets: [], opened: moment, closed: nil))
    }

    /// Whether the incident is still open.
    package var isFiring: Bool {
        switch event {
        case .opened, .reminder, .test: true
        case .closed, .passed: false
        }
    }
}
