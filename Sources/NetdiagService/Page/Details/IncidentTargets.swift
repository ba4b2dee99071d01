import NetworkModel
import Translations

/// The number of targets that an incident affects. Targets that work again do not count as affected, even if the
/// incident is still open for others.
struct IncidentTargets: Sendable {
    private let states: [String: StatusDocument.TargetStatus]

    /// - Parameter targets: The current states.
    init(_ targets: [StatusDocument.TargetStatus] = []) {
        states = Dictionary(targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether a target of an open incident works again. With a warning, a target is up all the time.
    func isOver(_ key: String, in incident: StatusDocument.Incident) -> Bool {
        guard incident.isOpen, let target = states[key] else { return false }
        // A target with another warning may be affected by the warning of a lower layer.
        guard incident.cause.severity == .error else { return target.cause == nil }
        return target.status == .connectionUp && target.cause?.id != incident.cause.id
    }

    /// The target, if it is one that is still affected, and otherwise ``text(_:)``.
    func shortText(_ incident: StatusDocument.Incident) -> String {
        guard incident.targetCount == 1, let name = incident.targets.first, !isOver(name, in: incident) else {
            return text(incident)
        }
        return name
    }

    /// The number as text, as in `3 targets`, or `1 of 3 targets still affected`; empty for a fault of this machine's
    /// own network.
    func text(_ incident: StatusDocument.Incident) -> String {
        guard incident.targetCount > 0 else { return "" }
        let count = incident.targetCount
        let over = incident.targets.count { isOver($0, in: incident) }
        return over == 0
            ? Phrase.countTargets.text(count) : Phrase.stillAffected.text(count, ["affected": "\(count - over)"])
    }
}
