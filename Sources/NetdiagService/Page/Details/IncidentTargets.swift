import NetworkModel
import Translations

/// How many targets an incident affects: those that work again are not counted among those that are down, though the
/// incident is open for the others.
struct IncidentTargets: Sendable {
    private let states: [String: StatusDocument.TargetStatus]

    /// - Parameter targets: As they stand now.
    init(_ targets: [StatusDocument.TargetStatus] = []) {
        states = Dictionary(targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether a target of an open incident works again. Of a warning, a target is up all the while.
    func isOver(_ key: String, in incident: StatusDocument.Incident) -> Bool {
        guard incident.isOpen, let target = states[key] else { return false }
        // One with a warning of its own may be held by that of a layer below.
        guard incident.cause.severity == .error else { return target.cause == nil }
        return target.status == .connectionUp && target.cause?.id != incident.cause.id
    }

    /// As in `3 targets`, or `1 of 3 targets still affected`; empty for a fault of this machine's own network.
    func text(_ incident: StatusDocument.Incident) -> String {
        guard incident.targetCount > 0 else { return "" }
        let count = incident.targetCount
        let over = incident.targets.count { isOver($0, in: incident) }
        return over == 0
            ? Phrase.countTargets.text(count) : Phrase.stillAffected.text(count, ["affected": "\(count - over)"])
    }
}
