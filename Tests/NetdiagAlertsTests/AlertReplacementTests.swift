import NetworkModel
import Testing

@testable import NetdiagAlerts
@testable import NetdiagConfiguration

@Suite("Messages about targets whose cause changes")
struct AlertReplacementTests {
    @Test("no message says that it is over, and what was told continues as the other incident")
    func told() {
        var story = AlertStory()
        story.open(1, "tcp.timeout", at: 0)
        story.open(2, "path.upstream-down", at: 10)
        story.replace(1, by: 2, at: 10)
        story.proceed(at: 100)
        #expect(story.told == ["ops opened 1", "ops opened 2", "ops closed 1"])
        #expect(AlertText(story.messages[2]).title == "h1: a: continues as incident 2: the summary of tcp.timeout")
        story.close(2, at: 110)
        story.proceed(at: 200)
        #expect(AlertText(story.messages[3]).title.contains("over after"))
    }

    @Test("causes that alternate within the settling time send no further messages")
    func alternating() {
        var story = AlertStory()
        story.open(1, "tcp.timeout", at: 0)
        story.open(2, "path.upstream-down", at: 10)
        for second in stride(from: 20.0, to: 200, by: 20) {
            story.replace(2, by: 1, at: second)
            story.open(2, "path.upstream-down", at: second + 10)
        }
        #expect(story.told == ["ops opened 1", "ops opened 2"])
    }

    @Test("the time before the cause changed counts for the delay of the first message")
    func delay() {
        var story = AlertStory([AlertStory.route("ops") { $0.after = .seconds(60) }])
        story.open(1, "tcp.timeout", at: 0)
        story.open(2, "tcp.refused", at: 40)
        story.replace(1, by: 2, at: 40)
        story.proceed(at: 61)
        #expect(story.told == ["ops opened 2"])
        story.proceed(at: 300)
        #expect(story.told == ["ops opened 2"])
    }

    @Test("after a restart, an incident whose beginning was corrected is still the same")
    func corrected() {
        var story = AlertStory()
        story.open(1, at: 10)
        story.change(1, at: 20) { $0.opened = AlertStory().wall(5) }
        #expect(story.records.values.map(\.incident.opened) == [story.wall(5)])
        story.restart(knowing: Array(story.incidents.values), at: 30)
        story.proceed(at: 1_000)
        #expect(story.told == ["ops opened 1"])
    }

    @Test("a warning that comes and goes is reported as recurring, and not each time")
    func flapping() {
        for (severity, count) in [(Severity.warning, 3), (.error, 20)] {
            var story = AlertStory()
            for round in 0..<10 {
                story.open(1, "http.slow", severity: severity, at: Double(round) * 200)
                story.close(1, at: Double(round) * 200 + 50)
                story.proceed(at: Double(round) * 200 + 150)
            }
            #expect(story.told.count == count)
            story.proceed(at: 1_850 + 601)
            #expect(story.told.last == "ops closed 1" && story.told.count == (severity == .error ? count : count + 1))
        }
    }

    @Test("targets that work with a warning are not called down")
    func degraded() {
        var story = AlertStory([AlertStory.route("ops") { $0.after = .seconds(10) }])
        story.open(1, targets: ["a", "b", "c"], at: 0)
        story.change(1, at: 5) { $0.degradedCount = 1 }
        story.proceed(at: 20)
        #expect(
            AlertText(story.messages[0]).title == "h1: 2 targets down, 1 degraded: the summary of dns.timeout")
    }
}
