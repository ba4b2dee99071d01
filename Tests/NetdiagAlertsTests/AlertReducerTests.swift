import NetworkModel
import Testing

@testable import NetdiagAlerts
@testable import NetdiagConfiguration

@Suite("Which receiver gets which message, and when")
struct AlertReducerTests {
    @Test("an incident is reported when it opens, and once more with its duration when it has been over for a minute")
    func course() {
        var story = AlertStory()
        story.open(at: 0)
        story.proceed(at: 500)
        story.close(at: 840)
        #expect(story.told == ["ops opened 1"])
        #expect(story.reducer.due(at: story.at(840)) == story.at(900).clock)
        story.proceed(at: 900)
        #expect(story.told == ["ops opened 1", "ops closed 1"])
        #expect(story.reducer.due(at: story.at(900)) == nil && story.records.isEmpty)
        let text = AlertText(story.messages[1])
        #expect(text.title == "h1: a: over after 14 min: the summary of dns.timeout")
        #expect(text.lines[0].hasSuffix(", for 14 min") && text.lines[1] == "affects 1 target: a")
        #expect(AlertText(story.messages[0]).title == "h1: a: down: the summary of dns.timeout")
        #expect(AlertText(story.messages[0]).lines.contains("next: look there"))
    }

    @Test("a sentence that is already escaped is not escaped again, and stays one line")
    func sentences() throws {
        var story = AlertStory()
        story.open(at: 0)
        var incident = story.messages[0].incident
        incident.cause = Finding(
            id: "http.unexpected-body", layer: .tcp, severity: .error, confidence: 1,
            summary: "the content has \"<p>\\u{a}\", and \n more", advice: ["see a\\\\b"])
        let text = AlertText(
            AlertMessage(
                event: .opened, receiver: "ops", host: "h1", created: incident.opened, incident: incident))
        #expect(text.title == "h1: a: down: the content has \"<p>\\u{a}\", and \\u{a} more")
        #expect(text.lines.contains("next: see a\\\\b"), "\(text.lines)")
    }

    @Test("the first line names the target, or the number of targets; a fault of this machine alone has none")
    func subjects() {
        var story = AlertStory()
        func title(_ event: AlertEvent, _ targets: [String]) -> String {
            var incident = story.messages[0].incident
            (incident.targets, incident.targetCount) = (targets, targets.count)
            return AlertText(
                AlertMessage(event: event, receiver: "ops", host: "h1", created: incident.opened, incident: incident)
            ).title
        }
        story.open(at: 0)
        #expect(title(.opened, ["Shop\n"]) == "h1: Shop\\u{a}: down: the summary of dns.timeout")
        #expect(title(.opened, ["a", "b"]) == "h1: 2 targets down: the summary of dns.timeout")
        #expect(title(.reminder, ["a", "b"]) == "h1: 2 targets still down after 0 s: the summary of dns.timeout")
        #expect(title(.closed, ["a", "b"]) == "h1: 2 targets: over after 0 s: the summary of dns.timeout")
        #expect(title(.passed, ["a", "b"]) == "h1: 2 targets were down for 0 s: the summary of dns.timeout")
        #expect(title(.opened, []) == "h1: down: the summary of dns.timeout")
    }

    @Test("of a fault that only this machine's own check has found, the message says no more about targets than that")
    func withoutTargets() {
        var story = AlertStory(settle: .zero)
        story.open(targets: [], at: 0)
        story.close(at: 10)
        let lines = story.messages.map { AlertText($0).lines }
        #expect(lines.first?.contains("found by this machine's own check; no target has shown it") == true, "\(lines)")
        #expect(lines.last?.contains("found by this machine's own check; no target showed it") == true, "\(lines)")
    }

    @Test("after: what is over sooner is never reported")
    func after() {
        var story = AlertStory([AlertStory.route("ops") { $0.after = .seconds(30) }])
        story.open(at: 0)
        #expect(story.told.isEmpty && story.reducer.due(at: story.at(0)) == story.at(30).clock)
        #expect(story.reducer.pending(at: story.at(1), hasRoom: true).map(\.reason) == ["after"])
        story.close(at: 20)
        story.proceed(at: 80)
        #expect(story.told.isEmpty && story.records.isEmpty)
        story.open(2, at: 100)
        story.proceed(at: 130)
        #expect(story.told == ["ops opened 2"])
    }

    @Test("an incident that comes and goes is one message, and one at its end")
    func flapping() {
        var story = AlertStory([AlertStory.route("ops") { $0.after = .seconds(30) }])
        for turn in 0..<20 {
            story.open(at: Double(turn) * 20)
            story.close(at: Double(turn) * 20 + 10)
        }
        #expect(story.told == ["ops opened 1"])
        story.proceed(at: 450)
        #expect(story.told == ["ops opened 1", "ops closed 1"])
        #expect(story.messages[0].created == story.wall(60), "ten seconds in each of three turns")
        #expect(AlertText(story.messages[0]).title == "h1: a: down 4 times in 60 s: the summary of dns.timeout")
        #expect(AlertText(story.messages[1]).lines.contains("recurred 19 times"))
        #expect(
            AlertText(story.messages[1]).title == "h1: a: over after 6 min, down 20 times: the summary of dns.timeout")
    }

    @Test("after: the times between the spells of one incident do not count, when it is over neither")
    func spells() {
        var story = AlertStory([AlertStory.route("ops") { $0.after = .seconds(30) }])
        story.open(at: 0)
        story.close(at: 10)
        story.open(at: 65)
        #expect(story.told.isEmpty && story.reducer.due(at: story.at(65)) == story.at(85).clock)
        story.close(at: 75)
        story.proceed(at: 135)
        #expect(story.told.isEmpty && story.records.isEmpty, "20 s of 75")
        // A spell begins when the fault was observed, and not when a second check has confirmed it.
        var slow = AlertStory([AlertStory.route("ops") { $0.after = .seconds(30) }])
        slow.open(at: 0)
        slow.close(at: 10)
        slow.open(since: 31, at: 40)
        #expect(slow.reducer.due(at: slow.at(40)) == slow.at(51).clock)
        // What was present long enough, but never at a time at which a message could be sent.
        story.room = 0
        for turn in 0..<4 {
            story.open(2, at: 200 + Double(turn) * 20)
            story.close(2, at: 210 + Double(turn) * 20)
        }
        story.room = 1
        story.proceed(at: 330)
        #expect(story.told == ["ops passed 2"])
        #expect(AlertText(story.messages[0]).title == "h1: a: was down 4 times in 70 s: the summary of dns.timeout")
        // A reminder does not say "still down" of what worked in between.
        var other = AlertStory([AlertStory.route("ops") { $0.remind = .seconds(600) }])
        other.open(at: 0)
        other.close(at: 10)
        other.open(at: 30)
        other.proceed(at: 600)
        #expect(AlertText(other.messages[1]).title == "h1: a: down 2 times in 10 min: the summary of dns.timeout")
    }

    @Test("a longer delay after a reload applies to what is open, counted from its beginning")
    func reload() {
        var story = AlertStory([AlertStory.route("ops") { $0.after = .seconds(30) }])
        story.open(at: 0)
        let longer = AlertStory.plan([AlertStory.route("ops") { $0.after = .seconds(600) }])
        story.reducer.configure(longer, incidents: [], at: story.at(20))
        #expect(story.reducer.due(at: story.at(20)) == story.at(600).clock)
    }

    @Test("remind: as often as the route says, while the incident is open")
    func remind() {
        var story = AlertStory([AlertStory.route("ops") { $0.remind = .seconds(14_400) }])
        story.open(at: 0)
        story.proceed(at: 14_399)
        story.proceed(at: 14_400)
        story.proceed(at: 28_799)
        story.proceed(at: 28_800)
        story.close(at: 30_000)
        story.proceed(at: 50_000)
        #expect(story.told == ["ops opened 1", "ops reminder 1", "ops reminder 1", "ops closed 1"])
        #expect(AlertText(story.messages[1]).title == "h1: a: still down after 4 h: the summary of dns.timeout")
    }

    @Test("quiet hours: nothing is sent, and afterwards a summary with its times")
    func quiet() throws {
        // Berlin is an hour ahead of UTC in November: 13:30 to 13:40 is 12:30 to 12:40 UTC.
        let windows = try parsedAlerts(
            "alerts: {quiet: {weekly: daily 13:30-13:40, zone: Europe/Berlin}, receivers: [{name: ops, exec: /bin/true}]}"
        ).effectiveRoutes[0].quiet
        var story = AlertStory([AlertStory.route("ops") { $0.quiet = windows }])
        // 12:30 UTC is 200 s after the start of the story.
        story.open(1, at: 210)
        story.open(2, "tcp.refused", at: 220)
        story.close(1, at: 300)
        story.proceed(at: 400)
        #expect(story.told.isEmpty)
        let pending = story.reducer.pending(at: story.at(400), hasRoom: true)
        #expect(pending.map(\.reason) == ["quiet hours", "quiet hours"])
        #expect(pending.map(\.until) == [story.wall(800), story.wall(800)])
        #expect(story.reducer.due(at: story.at(400)) == story.at(440).clock)
        // Messages that are already in the queue wait as well.
        let queued = AlertMessage(
            event: .opened, receiver: "ops", host: "h1", created: story.wall(100),
            incident: try #require(story.incidents[2]))
        #expect(story.reducer.quiet(for: queued, at: story.at(400)) == story.at(440).clock)
        #expect(story.reducer.quiet(for: queued, at: story.at(800)) == nil)
        story.proceed(at: 799.9)
        #expect(story.told.isEmpty)
        story.proceed(at: 800)
        #expect(story.told == ["ops passed 1", "ops opened 2"])
        #expect(AlertText(story.messages[0]).title == "h1: a: was down for 90 s: the summary of dns.timeout")
    }

    @Test("routes: by group and label of a target, by severity, by cause; the first match decides")
    func routes() throws {
        let targets: [String: AlertPlan.Subject] = [
            "shop": .init(target: "https://shop.example/", group: "web", labels: ["team": "red"]),
            "mail": .init(target: "smtp://mail.example", group: "mail", labels: ["team": "blue"]),
        ]
        var story = AlertStory(
            [
                AlertStory.route("web") { $0.groups = ["web"] },
                AlertStory.route("red-mail") { ($0.groups, $0.labels) = (["mail"], ["team": "red"]) },
                AlertStory.route("blue") { $0.labels = ["team": "blue"] },
                AlertStory.route("errors") { $0.severity = .error },
                AlertStory.route("dns") { ($0.causes, $0.after) = (["dns.*"], .zero) },
                AlertStory.route("dns") { $0.after = .seconds(1_000) },
            ], receivers: ["web", "red-mail", "blue", "errors", "dns"], targets: targets)
        story.open(1, "dns.timeout", targets: ["shop"], severity: .warning, at: 0)
        #expect(story.told == ["dns opened 1", "web opened 1"])
        story.open(2, "tcp.refused", targets: ["mail"], at: 1)
        #expect(story.told.dropFirst(2) == ["blue opened 2", "errors opened 2"])
        // The incident has more targets and a higher severity, so that other receivers are notified as well.
        story.change(1, at: 2) { incident in
            incident.targets.append("mail")
            incident.targetCount += 1
            incident.cause.severity = .error
        }
        #expect(story.told.dropFirst(4) == ["blue opened 1", "errors opened 1"])
        // Receivers get what the targets are, in the order of the incident.
        #expect(story.messages[0].targets == [AlertTarget("shop", try #require(targets["shop"]))])
        #expect(story.messages[4].targets?.map(\.target) == ["https://shop.example/", "smtp://mail.example"])
    }

    @Test("an incident that turns out to be part of another one is closed there")
    func merged() {
        var story = AlertStory()
        story.open(1, at: 0)
        story.open(2, "gateway.unreachable", at: 1)
        story.merge(1, into: 2, at: 2)
        #expect(story.told == ["ops opened 1", "ops opened 2", "ops closed 1"])
        #expect(AlertText(story.messages[2]).title == "h1: a: part of incident 2: the summary of dns.timeout")
    }

    @Test("after a kill, nothing is sent twice, and the end is still reported")
    func restart() {
        var story = AlertStory([], receivers: ["ops"])
        story.open(1, at: 0)
        story.open(2, "tcp.refused", at: 1)
        let both = [story.incidents[1], story.incidents[2]].compactMap(\.self)
        story.restart(knowing: both, at: 10)
        #expect(story.told == ["ops opened 1", "ops opened 2"])
        story.close(1, at: 20)
        // The second incident ended while no daemon ran.
        var ended = both
        (ended[0], ended[1].closed) = (story.incidents[1] ?? both[0], story.wall(25))
        story.restart(knowing: ended, at: 30)
        story.proceed(at: 90)
        #expect(story.told.dropFirst(2) == ["ops closed 1", "ops closed 2"])
    }

    @Test(
        "an incident that is missing in the file of a killed daemon is the same one if it is found again under another id"
    )
    func orphan() {
        var story = AlertStory()
        story.open(1, at: 0)
        story.restart(knowing: [], at: 10)
        // The daemon is killed again before the fault was found again.
        story.restart(knowing: [], at: 12)
        story.open(65, at: 15)
        story.proceed(at: 100)
        #expect(story.told == ["ops opened 1"])
        story.close(65, at: 200)
        story.proceed(at: 260)
        #expect(story.told == ["ops opened 1", "ops closed 65"])
        // If the fault is not found again, its end is reported as such.
        var other = AlertStory()
        other.open(1, at: 0)
        other.restart(knowing: [], at: 10)
        other.proceed(at: 309)
        #expect(other.told == ["ops opened 1"])
        other.proceed(at: 310)
        #expect(
            AlertText(other.messages[1]).title == "h1: a: no longer monitored after 10 s: the summary of dns.timeout")
    }

    @Test("an orphan that nobody was told of is not reported, unless the fault is found again")
    func silentOrphan() {
        let routes = [AlertStory.route("ops") { $0.after = .seconds(30) }]
        var story = AlertStory(routes)
        story.open(1, at: 0)
        story.restart(knowing: [], at: 400)
        #expect(story.told.isEmpty && story.records.count == 1)
        story.proceed(at: 700)
        #expect(story.told.isEmpty && story.records.isEmpty)
        // If it is found again, the message about its beginning is not lost.
        var other = AlertStory(routes)
        other.open(1, at: 0)
        other.restart(knowing: [], at: 10)
        other.open(65, at: 15)
        other.proceed(at: 34)
        #expect(other.told.isEmpty)
        other.proceed(at: 35)
        #expect(other.told == ["ops opened 65"])
    }

    @Test("the time of an orphan counts once, however often the daemon restarts")
    func orphanOfTwoRestarts() {
        let routes = [AlertStory.route("ops") { $0.after = .seconds(30) }]
        var story = AlertStory(routes)
        story.open(1, at: 0)
        for second in [10.0, 12, 14] { story.restart(knowing: [], at: second) }
        story.open(65, at: 15)
        #expect(story.reducer.due(at: story.at(15)) == story.at(35).clock)
    }

    @Test("a restart continues the time for which a fault that comes and goes was present")
    func presentAcrossRestart() {
        let routes = [AlertStory.route("ops") { $0.after = .seconds(30) }]
        var story = AlertStory(routes)
        story.open(at: 0)
        story.close(at: 10)
        story.open(at: 20)
        story.restart(knowing: [story.incidents[1]!], at: 25)
        #expect(story.reducer.due(at: story.at(25)) == story.at(40).clock)
        story.close(at: 30)
        // 20 s have passed in two spells, and the third one begins while no daemon runs.
        story.restart(knowing: [story.incidents[1]!], at: 32)
        story.open(at: 35)
        #expect(story.reducer.due(at: story.at(35)) == story.at(45).clock)
        story.proceed(at: 44.9)
        #expect(story.told.isEmpty)
        story.proceed(at: 45)
        #expect(story.told == ["ops opened 1"])
    }

    @Test("of an incident that ended while no daemon ran, only the time until its end counts")
    func endedMeanwhile() {
        let routes = [AlertStory.route("ops") { $0.after = .seconds(30) }]
        var story = AlertStory(routes)
        story.open(at: 0)
        var ended = story.incidents[1]!
        ended.closed = story.wall(20)
        story.restart(knowing: [ended], at: 3_600)
        story.proceed(at: 3_660)
        #expect(story.told.isEmpty && story.records.isEmpty)
    }

    @Test("of an incident that an earlier version has stored, the whole span counts")
    func storedByEarlierVersion() {
        let routes = [AlertStory.route("ops") { $0.after = .seconds(30) }]
        var story = AlertStory(routes)
        story.open(at: 0)
        story.close(at: 40)
        story.messages = []
        let key = AlertTrack.Key(incident: 1, receiver: "ops")
        story.records = [key: AlertTrack.Record(incident: story.incidents[1]!, receiver: "ops", told: nil)]
        story.restart(knowing: [story.incidents[1]!], at: 50)
        story.proceed(at: 110)
        #expect(story.told == ["ops passed 1"])
    }

    @Test("while the queue is full nothing is lost, including what has ended meanwhile")
    func full() {
        var story = AlertStory()
        story.room = 0
        story.open(1, at: 0)
        story.open(2, "tcp.refused", at: 1)
        story.close(1, at: 10)
        story.proceed(at: 100)
        #expect(story.told.isEmpty)
        #expect(
            story.reducer.pending(at: story.at(100), hasRoom: false).map(\.reason) == [
                "room in the queue", "room in the queue",
            ])
        story.room = 10
        story.proceed(at: 101)
        #expect(story.told == ["ops passed 1", "ops opened 2"])
        // The end of a reported incident replaces the waiting message.
        story.room = 0
        story.close(2, at: 110)
        story.proceed(at: 170)
        #expect(story.told.last == "ops closed 2")
    }

    @Test("setting the wall clock neither speeds up nor delays what is measured")
    func clocks() {
        var story = AlertStory([AlertStory.route("ops") { $0.after = .seconds(30) }])
        story.open(at: 0)
        // The clock was set back, so that the incident opened in its future.
        let set = AlertTime(clock: story.at(5).clock, wall: story.wall(-5_000))
        story.reducer.configure(story.reducer.plan, incidents: [], at: set)
        #expect(story.reducer.due(at: set) == story.at(30).clock)
        // After a restart, only the wall clock says since when. The wait is still limited to the whole delay.
        let plan = story.reducer.plan
        let record = AlertTrack.Record(incident: story.incidents[1]!, receiver: "ops", told: nil)
        story.reducer = AlertReducer(host: "h1")
        story.reducer.configure(plan, incidents: [], at: set)
        story.reducer.restore([record], incidents: [record.incident], at: set)
        _ = story.reducer.proceed(at: set, room: 1)
        #expect(story.reducer.due(at: set) == story.at(35).clock)
    }

    private func parsedAlerts(_ text: String) throws -> Configuration.Alerts {
        try Configuration.parse(Array(text.utf8), file: "test.yaml").alerts
    }
}
