package import NetworkModel

/// A message on one incident to one receiver, as it waits in the queue.
package struct AlertMessage: Sendable, Hashable, Codable {
    package static let schema = "netdiag.alert/1"
    /// Targets that are named in one; the others are counted.
    package static let maxTargets = 100
    /// Bytes of their names.
    private static let maxTargetBytes = 16_384

    package var schema = Self.schema
    /// What receivers tell repetitions by: it stays the same for all attempts. Empty before it is in the queue.
    package var id = ""
    package var event: AlertEvent
    /// The receiver's name.
    package var receiver: String
    /// The name of this machine.
    package var host: String
    /// When it was put into the queue.
    package var created: Timestamp
    package var incident: StatusDocument.Incident
    /// The incident that proved to be the same fault, and goes on.
    package var mergedInto: Int?

    enum CodingKeys: String, CodingKey {
        case schema, id, event, receiver, host, created, incident
        case mergedInto = "merged_into"
    }

    package init(
        event: AlertEvent, receiver: String, host: String, created: Timestamp, incident: StatusDocument.Incident,
        mergedInto: Int? = nil
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
    }

    /// One that tries a receiver out.
    package static func test(receiver: String, host: String, at moment: Timestamp) -> AlertMessage {
        let finding = Finding(
            id: "local.test", layer: .local, severity: .info, confidence: 1,
            summary: "a message to try the receiver \(SafeText.shown(receiver)) out", advice: [])
        return AlertMessage(
            event: .test, receiver: receiver, host: host, created: moment,
            incident: .init(id: 0, cause: finding, targets: [], opened: moment, closed: nil))
    }

    /// Whether the incident goes on.
    package var isFiring: Bool {
        switch event {
        case .opened, .reminder, .test: true
        case .closed, .passed: false
        }
    }
}
