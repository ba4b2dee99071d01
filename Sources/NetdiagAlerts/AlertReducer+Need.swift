import NetdiagConfiguration
import NetworkModel

/// The action that a track requires at a given time.
extension AlertReducer {
    enum Reason: String, Sendable {
        case after
        case quiet = "quiet hours"
        /// The incident is closed, but may reopen.
        case settling = "whether it comes back"
        case reminder
    }

    enum Need: Sendable {
        case nothing
        case send(AlertEvent)
        /// No message was sent, and none is needed.
        case forget
        case wait(ContinuousClock.Instant, Reason)
    }

    /// The time that checks have to find the same fault again after the daemon was killed.
    static let orphanGrace = Duration.seconds(300)

    private static func settlingTime(_ track: AlertTrack, _ plan: AlertPlan) -> Duration {
        let isReplaced = track.incident.ending == .replaced
        if track.mergedInto != nil, !isReplaced { return .zero }
        if track.incident.cause.severity < .error, track.incident.reopened > 0 {
            return max(plan.alerts.settle, Configuration.Alerts.settleOfWarnings)
        }
        return track.isOrphan ? max(plan.alerts.settle, orphanGrace) : plan.alerts.settle
    }

    static func need(_ track: AlertTrack, _ plan: AlertPlan, _ now: AlertTime) -> Need {
        let route = plan.route(at: track.route)
        let isQuiet = route.quiet.contains { $0.contains(now.wall) }
        let later = now.nextMinute
        if let closedAt = track.closedAt {
            // An incident may reopen after a short time, except if it was merged into another one.
            let settled = closedAt + settlingTime(track, plan)
            if now.clock < settled { return .wait(settled, .settling) }
            // Of an orphan that nobody was told of, it is not known how long the fault was present.
            // Of one that was replaced, the incident that replaced it informs.
            let isReplaced = track.incident.ending == .replaced
            if track.told == nil, track.isOrphan || isReplaced || track.openBefore < route.after { return .forget }
            if isQuiet { return .wait(later, .quiet) }
            return .send(track.told == nil ? .passed : .closed)
        }
        guard let told = track.told else {
            let due = track.due(after: route.after)
            if now.clock < due { return .wait(due, .after) }
            return isQuiet ? .wait(later, .quiet) : .send(.opened)
        }
        guard let pause = plan.reminder(track.route, for: track.receiver) else { return .nothing }
        if now.clock < told.clock + pause { return .wait(told.clock + pause, .reminder) }
        return isQuiet ? .wait(later, .quiet) : .send(.reminder)
    }

    /// When to examine a waiting message again, because of the receiver's quiet hours; `nil` if it can be sent.
    package func quiet(for message: AlertMessage, at now: AlertTime) -> ContinuousClock.Instant? {
        guard message.event != .test, let place = plan.route(of: message.incident, to: message.receiver, isTold: true)
        else { return nil }
        return plan.route(at: place).quiet.contains { $0.contains(now.wall) } ? now.nextMinute : nil
    }
}

extension AlertTime {
    /// The start of the next minute. Windows begin and end at full minutes.
    fileprivate var nextMinute: ContinuousClock.Instant {
        clock + .milliseconds(60_000 - (wall.millisecondsSince1970 % 60_000 + 60_000) % 60_000)
    }
}
