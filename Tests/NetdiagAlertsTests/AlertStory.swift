import NetworkModel

@testable import NetdiagAlerts
@testable import NetdiagConfiguration

/// A sequence of incidents for an alert reducer, with its own clock.
struct AlertStory {
    var reducer = AlertReducer(host: "h1")
    var messages: [AlertMessage] = []
    /// The last stored record of each track.
    var records: [AlertTrack.Key: AlertTrack.Record] = [:]
    var incidents: [Int: StatusDocument.Incident] = [:]
    var room = 1_000
    /// 2026-11-18 12:26:40 UTC, a Wednesday.
    private static let origin: Int64 = 1_795_004_800_000
    private let start = ContinuousClock.now
    private let plan: AlertPlan

    init(
        _ routes: [AlertRoute] = [], receivers: [String] = ["ops"], targets: [String: AlertPlan.Subject] = [:],
        settle: Duration = .seconds(60), kind: AlertReceiver.Kind = .exec(["/bin/true"])
    ) {
        plan = Self.plan(routes, receivers: receivers, targets: targets, settle: settle, kind: kind)
        reducer.configure(plan, incidents: [], at: at(0))
    }

    static func plan(
        _ routes: [AlertRoute] = [], receivers: [String] = ["ops"], targets: [String: AlertPlan.Subject] = [:],
        settle: Duration = .seconds(60), kind: AlertReceiver.Kind = .exec(["/bin/true"])
    ) -> AlertPlan {
        var alerts = Configuration.Alerts()
        alerts.receivers = receivers.map {
            AlertReceiver(name: $0, kind: kind, timeout: .seconds(10))
        }
        (alerts.routes, alerts.settle) = (routes, settle)
        return AlertPlan(alerts: alerts, targets: targets)
    }

    static func route(_ receivers: String..., change: (inout AlertRoute) -> Void = { _ in }) -> AlertRoute {
        var route = AlertRoute(receivers: receivers)
        change(&route)
        return route
    }

    func at(_ second: Double) -> AlertTime {
        AlertTime(clock: start + .milliseconds(Int64(second * 1_000)), wall: wall(second))
    }

    func wall(_ second: Double) -> Timestamp {
        Timestamp(millisecondsSince1970: Self.origin + Int64(second * 1_000))
    }

    /// Opens or reopens an incident.
    mutating func open(
        _ id: Int = 1, _ cause: CauseID = "dns.timeout", targets: [String] = ["a"], severity: Severity = .error,
        since begun: Double? = nil, at second: Double
    ) {
        var incident =
            incidents[id]
            ?? .init(
                id: id,
                cause: Finding(
                    id: cause, layer: cause.layer ?? .local, severity: severity, confidence: 1,
                    summary: "the summary of \(cause)", advice: ["look there"]),
                culprit: "10.0.0.53", targets: targets, opened: wall(second), closed: nil)
        if incident.closed != nil { incident.reopened += 1 }
        (incident.closed, incident.ending) = (nil, nil)
        incidents[id] = incident
        var event = IncidentEvent(.opened, incident)
        event.observedSince = begun.map { at($0).clock }
        reducer.add(event, at: at(second))
        proceed(at: second)
    }

    mutating func change(_ id: Int = 1, at second: Double, _ body: (inout StatusDocument.Incident) -> Void) {
        guard var incident = incidents[id] else { return }
        body(&incident)
        incidents[id] = incident
        reducer.add(IncidentEvent(.changed, incident), at: at(second))
        proceed(at: second)
    }

    mutating func close(_ id: Int = 1, at second: Double) {
        guard var incident = incidents[id] else { return }
        (incident.closed, incident.ending) = (wall(second), .recovered)
        incidents[id] = incident
        reducer.add(IncidentEvent(.closed, incident), at: at(second))
        proceed(at: second)
    }

    /// Closes an incident whose targets have another one.
    mutating func replace(_ id: Int, by other: Int, at second: Double) {
        guard var incident = incidents[id] else { return }
        (incident.closed, incident.ending) = (wall(second), .replaced)
        incidents[id] = incident
        reducer.add(IncidentEvent(.closed, incident, into: other), at: at(second))
        proceed(at: second)
    }

    mutating func merge(_ id: Int, into other: Int, at second: Double) {
        guard let incident = incidents[id] else { return }
        reducer.add(IncidentEvent(.merged, incident, into: other), at: at(second))
        proceed(at: second)
    }

    @discardableResult
    mutating func proceed(at second: Double) -> [AlertMessage] {
        let step = reducer.proceed(at: at(second), room: room)
        for key in step.dropped { records[key] = nil }
        for record in step.kept { records[record.key] = record }
        messages += step.messages
        return step.messages
    }

    /// Restarts the reducer from the stored records, as after the daemon was killed.
    mutating func restart(knowing known: [StatusDocument.Incident], at second: Double) {
        reducer = AlertReducer(host: "h1")
        reducer.configure(plan, incidents: [], at: at(second))
        reducer.restore(Array(records.values), incidents: known, at: at(second))
        reducer.configure(plan, incidents: known, at: at(second))
        proceed(at: second)
    }

    /// `receiver event incident` for all messages.
    var told: [String] { messages.map { "\($0.receiver) \($0.event.rawValue) \($0.incident.id)" } }
}
