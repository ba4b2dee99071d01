import NetworkModel
import Testing

@testable import NetdiagAlerts
@testable import NetdiagConfiguration

@Suite("Alerts of incidents whose severity changes")
struct AlertSeverityTests {
    @Test("whoever was told of an error is told of its end, also if it was a warning at a restart in between")
    func told() throws {
        var story = AlertStory([AlertStory.route("ops") { $0.severity = .error }], settle: .zero)
        story.open(at: 0)
        story.change(at: 10) { $0.cause.severity = .warning }
        // The first restart stores the track with the lower severity.
        let incident = try #require(story.incidents[1])
        for second in [20.0, 30.0] { story.restart(knowing: [incident], at: second) }
        story.close(at: 40)
        #expect(story.told == ["ops opened 1", "ops closed 1"])
    }

    @Test("a receiver of errors is not told of what has become a warning before its delay was over")
    func untold() {
        var story = AlertStory([AlertStory.route("ops") { ($0.severity, $0.after) = (.error, .seconds(30)) }])
        story.open(at: 0)
        story.change(at: 10) { $0.cause.severity = .warning }
        story.proceed(at: 60)
        #expect(story.told == [])
        story.change(at: 70) { $0.cause.severity = .error }
        story.proceed(at: 101)
        #expect(story.told == ["ops opened 1"])
    }
}
