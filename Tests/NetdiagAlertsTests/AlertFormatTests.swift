import Foundation
import NetworkModel
import Testing

@testable import NetdiagAlerts

@Suite("Formats of alerts")
struct AlertFormatTests {
    private func message(_ event: AlertEvent, summary: String = "the DNS server 10.0.0.53 does not answer")
        -> AlertMessage
    {
        let isOver = event == .closed || event == .passed
        var message = AlertMessage(
            event: event, receiver: "ops", host: "h1", created: Timestamp(millisecondsSince1970: 1_795_004_801_000),
            incident: .init(
                id: 7,
                cause: Finding(
                    id: "dns.timeout", layer: .dns, severity: .error, confidence: 1, summary: summary,
                    advice: ["look there"]),
                culprit: "10.0.0.53", targets: ["Shop", "Mail"],
                opened: Timestamp(millisecondsSince1970: 1_795_004_800_000),
                closed: isOver ? Timestamp(millisecondsSince1970: 1_795_005_640_000) : nil),
            configured: [
                "Shop": .init(target: "https://shop.example/", group: "web", labels: ["team": "red"]),
                "Other": .init(target: "other.example", group: nil, labels: [:]),
            ])
        message.id = "abc-7"
        return message
    }

    private func object(_ value: some Encodable) throws -> [String: Any] {
        try #require(
            JSONSerialization.jsonObject(with: Data(try JSON.line(value))) as? [String: Any])
    }

    @Test("netdiag's own format: the incident, and its text")
    func own() throws {
        let body = try object(AlertBody(message(.closed)))
        #expect(body["schema"] as? String == "netdiag.alert/1" && body["id"] as? String == "abc-7")
        #expect(body["event"] as? String == "closed" && body["firing"] as? Bool == false)
        #expect(body["duration_ms"] as? Double == 840_000)
        #expect(
            body["title"] as? String == "h1: 2 targets: over after 14 min: the DNS server 10.0.0.53 does not answer")
        #expect((body["incident"] as? [String: Any])?["id"] as? Int == 7)
        // Mail was removed from the configuration.
        let targets = try #require(body["targets"] as? [[String: Any]])
        #expect(targets.count == 1 && targets[0]["name"] as? String == "Shop")
        #expect(targets[0]["target"] as? String == "https://shop.example/" && targets[0]["group"] as? String == "web")
        #expect(targets[0]["labels"] as? [String: String] == ["team": "red"])
        let environment = AlertBody(message(.opened)).environment
        #expect(environment["NETDIAG_EVENT"] == "opened" && environment["NETDIAG_TARGETS"] == "Shop\nMail")
        #expect(environment["NETDIAG_CAUSE"] == "dns.timeout" && environment["NETDIAG_CLOSED"] == nil)
    }

    @Test("Alertmanager gets the group and the labels of the targets, which replace none of the alert's own")
    func alertmanagerLabels() {
        var message = message(.opened)
        message.labels = ["team": "red", "group": "web", "exported_instance": "first", "instance": "mine"]
        let labels = AlertmanagerAlert(message, now: Timestamp()).labels
        #expect(labels["team"] == "red" && labels["group"] == "web")
        #expect(labels["instance"] == "h1" && labels["exported_instance"] == "first")
        #expect(labels["exported_exported_instance"] == "mine" && labels.count == 11)
    }

    @Test("Alertmanager: labels that stay the same, and times that show whether the incident is open")
    func alertmanager() throws {
        let now = Timestamp(millisecondsSince1970: 1_795_004_900_000)
        let (open, over) = (
            AlertmanagerAlert(message(.opened), now: now), AlertmanagerAlert(message(.closed), now: now)
        )
        #expect(open.labels == over.labels && open.labels["alertname"] == "dns.timeout")
        #expect(open.endsAt > now && over.endsAt == Timestamp(millisecondsSince1970: 1_795_005_640_000))
        let webhook = try object(AlertmanagerWebhook(message(.opened), now: now))
        #expect(webhook["version"] as? String == "4" && webhook["status"] as? String == "firing")
        let alert = try #require((webhook["alerts"] as? [[String: Any]])?.first)
        #expect(
            alert["endsAt"] as? String == "0001-01-01T00:00:00.000Z" && (alert["fingerprint"] as? String)?.count == 16)
        // The beginning of an open incident may be corrected.
        var earlier = message(.reminder)
        earlier.incident.opened = Timestamp(millisecondsSince1970: 1_795_000_000_000)
        let corrected = try object(AlertmanagerWebhook(earlier, now: now))["alerts"] as? [[String: Any]]
        #expect(corrected?.first?["fingerprint"] as? String == alert["fingerprint"] as? String)
        let resolved = try object(AlertmanagerWebhook(message(.passed), now: now))
        #expect(resolved["status"] as? String == "resolved")
    }

    @Test("mail: foreign bytes never become a header field, and the text is complete")
    func mail() throws {
        let evil = "no answer\r\nBcc: victim@example.org\r\n\r\nü 漢字 \u{202e}" + String(repeating: "x", count: 300)
        let bytes = MailText.bytes(
            message(.opened, summary: evil), from: "a@example.org", to: ["b@example.org", "c@d"])
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.components(separatedBy: "\r\n\r\n")
        #expect(parts.count == 2)
        let fields = parts[0].components(separatedBy: "\r\n").filter { !$0.hasPrefix(" ") }
            .map { $0.prefix { $0 != ":" } }
        #expect(
            fields == [
                "From", "To", "Date", "Message-ID", "References", "Auto-Submitted", "MIME-Version", "Content-Type",
                "Content-Transfer-Encoding", "Subject",
            ])
        #expect(text.contains("Date: Wed, 18 Nov 2026 12:26:41 +0000") && text.contains("Message-ID: <abc-7@h1>"))
        #expect(parts[0].components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 })
        let body = try #require(Data(base64Encoded: parts[1], options: .ignoreUnknownCharacters))
        let words = String(decoding: body, as: UTF8.self)
        #expect(words.hasPrefix("h1: 2 targets down: no answer") && words.contains("affects 2 targets: Shop, Mail\r\n"))
        #expect(!words.contains("\u{202e}") && !words.contains("\r\nBcc"))
    }

    @Test("ntfy: topic, title and priority")
    func ntfy() throws {
        let body = try object(NtfyMessage(message(.opened), topic: "alerts"))
        #expect(body["topic"] as? String == "alerts" && body["priority"] as? Int == 4)
        #expect((body["message"] as? String)?.hasSuffix("id abc-7") == true)
        #expect(try object(NtfyMessage(message(.closed), topic: "alerts"))["priority"] as? Int == 3)
    }

    @Test("a message that an earlier version has queued has no targets, and is still sent")
    func earlier() throws {
        var message = message(.opened)
        let now = try JSON.line(message)
        #expect(try JSON.decode(AlertMessage.self, from: Data(now)) == message)
        message.targets = nil
        let before = try JSON.line(message)
        #expect(!String(decoding: before, as: UTF8.self).contains("shop.example"))
        #expect(try JSON.decode(AlertMessage.self, from: Data(before)) == message)
    }

    @Test("an incident with very many long targets stays within the limits of a program")
    func bounds() throws {
        var long = message(.opened)
        let incident = StatusDocument.Incident(
            id: 7, cause: long.incident.cause,
            targets: (0..<10_000).map { "\($0)" + String(repeating: "é", count: 900) },
            opened: long.incident.opened, closed: nil)
        long = AlertMessage(event: .opened, receiver: "ops", host: "h1", created: long.created, incident: incident)
        #expect(long.incident.targetCount == 10_000 && long.incident.targets.count < 100)
        #expect(try AlertBody(long).json.count <= 60_000)
        // The settings of the targets are left out before their names.
        var wide = message(.opened)
        wide.targets = Array(repeating: try #require(wide.targets?.first), count: 2_000)
        let json = String(decoding: try AlertBody(wide).json, as: UTF8.self)
        #expect(json.utf8.count <= 60_000 && json.contains(#""targets":["Shop","Mail"]"#), "\(json)")
        #expect(AlertBody(long).environment.values.allSatisfy { $0.utf8.count <= 16_400 })
    }
}
