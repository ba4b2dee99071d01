package import NetworkModel

/// An alert in the format of Alertmanager (`POST /api/v2/alerts`), which it also uses for webhooks.
package struct AlertmanagerAlert: Encodable, Sendable {
    /// The time after which Alertmanager considers the alert resolved unless it is repeated: three intervals between
    /// messages, in milliseconds.
    static let lifetime: Int64 = 360_000

    var labels: [String: String]
    var annotations: [String: String]
    var startsAt: Timestamp
    var endsAt: Timestamp
    var generatorURL = ""
    var status: String?
    var fingerprint: String?

    /// An alert for Alertmanager, which identifies alerts by their labels; therefore, no label ever changes.
    ///
    /// - Parameter now: The time at which the alert is sent.
    package init(_ message: AlertMessage, now: Timestamp) {
        let words = AlertText(message)
        let incident = message.incident
        labels = [
            "alertname": incident.cause.id.rawValue,
            "severity": (message.severity ?? incident.cause.severity).rawValue,
            "instance": message.host, "job": "netdiag", "incident": "\(incident.id)",
            "layer": incident.cause.layer.rawValue,
        ]
        if let culprit = incident.culprit { labels["culprit"] = SafeText.escaped(culprit) }
        for (name, value) in (message.labels ?? [:]).sorted(by: { $0.key < $1.key }) {
            // As in Prometheus's scrapes, a configured label does not replace one of the alert's own.
            var key = name
            while labels[key] != nil { key = "exported_" + key }
            labels[key] = value
        }
        annotations = [
            "summary": SafeText.escaped(incident.cause.summary), "description": words.lines.joined(separator: "\n"),
            "title": words.title, "message_id": message.id,
        ]
        startsAt = incident.opened
        endsAt =
            message.isFiring
            ? Timestamp(millisecondsSince1970: now.millisecondsSince1970 + Self.lifetime)
            // An alert must not end at the time at which it starts.
            : max(incident.closed ?? now, Timestamp(millisecondsSince1970: incident.opened.millisecondsSince1970 + 1))
    }
}

/// The body of Alertmanager's requests to webhooks, version 4
/// (https://prometheus.io/docs/alerting/latest/configuration/#webhook_config).
package struct AlertmanagerWebhook: Encodable, Sendable {
    private let version = "4"
    private let groupKey: String
    private let truncatedAlerts = 0
    private let status: String
    private let receiver: String
    private let groupLabels: [String: String]
    private let commonLabels: [String: String]
    private let commonAnnotations: [String: String]
    private let externalURL = ""
    private let alerts: [AlertmanagerAlert]

    /// - Parameter now: The time at which the alert is sent.
    package init(_ message: AlertMessage, now: Timestamp) {
        var alert = AlertmanagerAlert(message, now: now)
        status = message.isFiring ? "firing" : "resolved"
        alert.status = status
        alert.fingerprint = Self.fingerprint(message)
        // The end of an open incident is not known.
        if message.isFiring { alert.endsAt = Self.unknown }
        receiver = message.receiver
        groupKey = "{}:{incident=\"\(message.incident.id)\"}"
        groupLabels = ["incident": "\(message.incident.id)"]
        commonLabels = alert.labels
        commonAnnotations = alert.annotations
        alerts = [alert]
    }

    /// 0001-01-01T00:00:00Z, Go's zero time, which Alertmanager uses in this case.
    private static let unknown = Timestamp(millisecondsSince1970: -62_135_596_800_000)

    /// An ID that is the same for all messages about one incident of one machine, whose beginning may be corrected: FNV-1a,
    /// 64 bits in hexadecimal digits.
    private static func fingerprint(_ message: AlertMessage) -> String {
        FNV1a("\(message.host)\0\(message.incident.id)".utf8).digits
    }
}
