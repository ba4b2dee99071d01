import NetworkModel
import Testing

@testable import NetdiagAlerts
@testable import NetdiagConfiguration

@Suite("Labels of alerts")
struct AlertLabelTests {
    @Test("an alert of Alertmanager has the labels that all its targets shared at first, and they do not change")
    func sharedLabels() {
        let web = AlertReceiver.Web(
            endpoint: .init(isSecure: false, host: .name("am"), port: 9_093, path: "/"), credentials: nil,
            certificateAuthorityFile: nil, allowsOwnAddresses: false)
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
