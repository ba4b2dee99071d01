import NetdiagConfiguration
import NetworkModel

/// What a track asks for at a moment.
extension AlertReducer {
    enum Reason: String, Sendable {
        case after
        case quiet = "quiet hours"
        /// An end that may be none.
        case settling = "whether it comes back"
        case reminder
    }

    enum Need: Sendable {
        case nothing
        case tell(AlertEvent)
        /// It was never told of, and need not be.
        case forget
        case wait(ContinuousClock.Instant, Reason)
    }

    /// So long the checks of a daemon that was killed may take to find again what it had found.
    static let orphanGrace = Duration.seconds(300)

    private static func settling(_ track: AlertTrack, _ plan: AlertPlan) -> Duration {
        if track.mergedInto != nil { return .zero }
        return track.isOrphan ? max(plan.alerts.settle, orphanGrace) : plan.alerts.settle
    }

    static func need(_ track: AlertTrack, _ plan: AlertPlan, _ now: AlertTime) -> Need {
        let route = plan.route(at: track.route)
        let isQuiet = route.quiet.contains { $0.contains(now.wall) }
        let later = now.nextMinute
        if let closedAt = track.closedAt {
            // Whether it is over for good is not known at once; what is the same as another goes on there.
            let settled = closedAt + settling(track, plan)
            if now.clock < settled { return .wait(settled, .settling) }
            if track.told == nil, !track.hasLasted(route.after) { return .forget }
            if isQuiet { return .wait(later, .quiet) }
            return .tell(track.told == nil ? .passed : .closed)
        }
        guard let told = track.told else {
            if now.clock < track.due { return .wait(track.due, .after) }
            return isQuiet ? .wait(later, .quiet) : .tell(.opened)
        }
        guard let pause = plan.reminder(track.route, for: track.receiver) else { return .nothing }
        if now.clock < told.clock + pause { return .wait(told.clock + pause, .reminder) }
        return isQuiet ? .wait(later, .quiet) : .tell(.reminder)
    }

    /// When a message that waits is examined again, since it is quiet for its receiver now; `nil`: it may be sent.
    package func quiet(for message: AlertMessage, at now: AlertTime) -> ContinuousClock.Instant? {
        guard message.event != .test, let place = plan.route(of: message.incident, to: message.receiver) else {
            return nil
        }
        return plan.route(at: place).quiet.contains { $0.contains(now.wall) } ? now.nextMinute : nil
    }
}

extension AlertTime {
    /// Windows begin and end with a minute.
    fileprivate var nextMinute: ContinuousClock.Instant {
        clock + .milliseconds(60_000 - (wall.millisecondsSince1970 % 60_000 + 60_000) % 60_000)
    }
}
