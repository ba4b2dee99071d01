import Glibc
import NetworkModel

/// The text of a message for users.
package struct AlertText: Sendable {
    /// The maximum number of targets and changes that are listed. The others are only counted.
    private static let maxTargets = 20
    private static let maxChanges = 5

    let message: AlertMessage
    private var incident: StatusDocument.Incident { message.incident }

    package init(_ message: AlertMessage) { self.message = message }

    /// What is affected and the cause, on one line.
    package var title: String {
        // Its parts were escaped when the sentence was composed. Escaped twice, `\u{a}` would become `\\u{a}`.
        let cause = SafeText.harmless(SafeText.cut(incident.cause.summary, to: 300))
        let host = SafeText.escaped(message.host)
        let isDown = incident.cause.severity == .error
        let state = isDown ? "down" : "degraded"
        guard message.event != .test else { return "\(host): test: \(cause)" }
        let words: String
        switch message.event {
        case .opened: words = spells.map { "\(state) \($0) in \(lasted)" } ?? state
        case .reminder: words = spells.map { "\(state) \($0) in \(lasted)" } ?? "still \(state) after \(lasted)"
        case .closed where incident.ending == .replaced:
            words = message.mergedInto.map { "continues as incident \($0)" } ?? "has another cause now"
        case .closed where message.mergedInto != nil: words = "part of incident \(message.mergedInto ?? 0)"
        case .closed: words = "\(over) after \(lasted)" + (spells.map { ", \(state) \($0)" } ?? "")
        case .passed:
            words =
                "\(incident.targetCount > 1 ? "were" : "was") \(state) "
                + (spells.map { "\($0) in \(lasted)" } ?? "for \(lasted)")
        case .test: words = "test"
        }
        return "\(host): \(subject(before: words)): \(cause)"
    }

    /// How often a fault that comes and goes was there; `nil` if it was there all the time. Without it, "over after 60 s" and
    /// "still down after 4 h" would hide that the target worked in between.
    private var spells: String? { incident.reopened > 0 ? "\(incident.reopened + 1) times" : nil }

    /// What is affected, and how: a target by its name, or the number of several.
    private func subject(before words: String) -> String {
        switch incident.targetCount {
        case ..<1: return words
        case 1:
            guard let target = incident.targets.first else { return "1 target: \(words)" }
            return "\(SafeText.escaped(SafeText.cut(target, to: 100))): \(words)"
        default:
            let isVerb = message.event != .closed
            // A target that works, for example by its other address family, is not down.
            let degraded = incident.cause.severity == .error ? min(incident.degradedCount, incident.targetCount) : 0
            guard isVerb, degraded > 0 else { return "\(incident.targetCount) targets\(isVerb ? "" : ":") \(words)" }
            let down = incident.targetCount - degraded
            guard down > 0 else { return "\(degraded) targets degraded" }
            return "\(down) \(down == 1 ? "target" : "targets") \(words), \(degraded) degraded"
        }
    }

    private var over: String { incident.ending == .unwatched ? "no longer monitored" : "over" }

    /// The duration of the incident until the message was made.
    package var duration: Duration {
        let end = incident.closed ?? message.created
        return .milliseconds(max(0, end.millisecondsSince1970 - incident.opened.millisecondsSince1970))
    }

    private var lasted: String { Self.span(Int(duration.components.seconds)) }

    /// All lines of the text except for the title, without line feeds.
    package var lines: [String] {
        guard message.event != .test else { return ["This is a test message: nothing is wrong."] }
        var lines: [String] = []
        if let closed = incident.closed {
            lines.append("from \(Self.local(incident.opened)) to \(Self.local(closed)), for \(lasted)")
        } else {
            lines.append("since \(Self.local(incident.opened))")
        }
        lines.append(affected)
        if incident.reopened > 0 {
            lines.append(incident.reopened == 1 ? "recurred once" : "recurred \(incident.reopened) times")
        }
        if let scope = incident.cause.scope { lines.append(SafeText.harmless(scope.summary)) }
        for change in incident.changes.suffix(Self.maxChanges) {
            lines.append("before: \(Self.local(change.at)) \(SafeText.harmless(change.summary))")
        }
        if message.isFiring, let advice = incident.cause.advice.first {
            lines.append("next: \(SafeText.harmless(advice))")
        }
        lines.append("incident \(incident.id), cause \(SafeText.escaped(incident.cause.id.rawValue))")
        return lines
    }

    private var affected: String {
        guard incident.targetCount > 0 else {
            // Targets may be checked, and fail, only after this message.
            return "found by this machine's own check; no target \(incident.isOpen ? "has shown" : "showed") it"
        }
        let named = incident.targets.prefix(Self.maxTargets).map { SafeText.escaped($0) }
        let others = incident.targetCount - named.count
        return "affects \(incident.targetCount) \(incident.targetCount == 1 ? "target" : "targets"): "
            + named.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
    }

    /// A duration such as `45 s`, `14 min`, `3 h 20 min`, `2 d 4 h`.
    static func span(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7_200: "\(seconds / 60) min"
        case ..<172_800:
            "\(seconds / 3_600) h" + (seconds % 3_600 >= 60 ? " \(seconds % 3_600 / 60) min" : "")
        default: "\(seconds / 86_400) d" + (seconds % 86_400 >= 3_600 ? " \(seconds % 86_400 / 3_600) h" : "")
        }
    }

    /// A moment in the time zone of this machine, with the offset from UTC.
    static func local(_ moment: Timestamp) -> String {
        var seconds = time_t(moment.millisecondsSince1970 / 1_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let offset = parts.tm_gmtoff / 60
        let zone = "\(offset < 0 ? "-" : "+")\(two(abs(offset) / 60)):\(two(abs(offset) % 60))"
        let date = "\(Int(parts.tm_year) + 1_900)-\(two(Int(parts.tm_mon) + 1))-\(two(Int(parts.tm_mday)))"
        return "\(date) \(two(Int(parts.tm_hour))):\(two(Int(parts.tm_min))):\(two(Int(parts.tm_sec))) \(zone)"
    }
}
