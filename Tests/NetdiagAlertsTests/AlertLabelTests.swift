import NetworkModel
import Testing

@testable import NetdiagAlerts
@testable import NetdiagConfiguration

@Suite("Labels of alerts")
struct AlertLabelTests {
    private let web = AlertReceiver.Web(
        endpoint: .init(isSecure: false, host: .name("am"), port: 9_093, path: "/"), credentials: nil,
        certificateAuthorityFile: nil, allowsOwnAddresses: false)

    @Test("an alert of Alertmanager keeps the severity of its first message, also after a restart")
    func severity() {
        var story = AlertStory(kind: .alertmanager(web))
        story.open(severity: .warning, at: 0)
        story.proceed(at: 1)
        story.change(at: 5) { $0.cause.severity = .error }
        story.proceed(at: 130)
        story.restart(knowing: [story.incidents[1]!], at: 131)
        story.close(at: 200)
        story.proceed(at: 300)
        #expect(story.messages.map(\.event) == [.opened, .reminder, .closed])
        #expect(story.messages.last?.incident.cause.severity == .error)
        let labels = story.messages.map { AlertmanagerAlert($0, now: story.wall(300)).labels }
        #expect(labels.allSatisfy { $0 == labels.first && $0["severity"] == "warning" }, "\(labels)")
        // An earlier version has stored none.
        let key = AlertTrack.Key(incident: 1, receiver: "ops")
        story.open(at: 400)
        story.proceed(at: 401)
        #expect(story.records[key]?.severity == .error)
        story.records[key]?.severity = nil
        story.change(at: 402) { $0.cause.severity = .warning }
        story.restart(knowing: [story.incidents[1]!], at: 403)
        story.proceed(at: 600)
        #expect(story.messages.last?.severity == .error)
    }

    @Test("an alert of Alertmanager has the labels that all its targets shared at first, and they do not change")
    func sharedLabels() {
        let targets: [String: AlertPlan.Subject] = [
            "a": .init(target: "tcp://a:1", group: "web", labels: ["team": "red", "rack": "1"]),
            "b": .init(target: "tcp://b:1", group: "web", labels: ["team": "red", "rack": "2"]),
            "c": .init(target: "tcp://c:1", group: "db", labels: [:]),
        ]
        var story = AlertStory(targets: targets, kind: .alertmanager(web))
        story.open(targets: ["a", "b"], at: 0)
        story.proceed(at: 1)
        story.change(at: 5) { $0.targets.append("c") }
        story.proceed(at: 130)
        #expect(story.messages.map(\.event) == [.opened, .reminder])
        #expect(story.messages.allSatisfy { $0.labels == ["group": "web", "team": "red"] }, "\(story.messages)")
        // Nor do they after a restart, except for an alert that an earlier version has told without labels.
        let records = story.records
        story.restart(knowing: [story.incidents[1]!], at: 131)
        story.proceed(at: 260)
        #expect(story.messages.count > 2 && story.messages.last?.labels == ["group": "web", "team": "red"])
        story.records = records.mapValues { record in
            var record = record
            record.labels = nil
            return record
        }
        story.restart(knowing: [story.incidents[1]!], at: 261)
        story.proceed(at: 390)
        #expect(story.messages.last?.created == story.wall(390) && story.messages.last?.labels == [:])
        // Other receivers have no use for them.
        var other = AlertStory(targets: targets)
        other.open(targets: ["a"], at: 0)
        other.proceed(at: 1)
        #expect(other.messages.count == 1 && other.messages[0].labels == nil)
    }
}
