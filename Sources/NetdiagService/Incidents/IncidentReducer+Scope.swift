import Diagnosis
import NetworkModel

/// Determines how many hosts an incident affects, from this machine's own check and from other daemons on the link.
extension IncidentReducer {
    /// Whether targets report a device that may respond in place of all hosts, but this machine's own check has not
    /// found it. Only that check distinguishes the device from a single server.
    var mayConcernEverybody: Bool {
        !machine.keys.contains(where: \.isOfEverybody)
            && (pendingIncidents.keys.contains(where: \.isOfEverybody) || openIDs.keys.contains(where: \.isOfEverybody))
    }

    /// Sets the current second opinions. A closed incident keeps its last scope.
    mutating func setOpinions(_ opinions: SecondOpinions?) -> [IncidentEvent] {
        self.opinions = opinions
        var events = IncidentChanges()
        for (id, incident) in open {
            let scope = scope(of: incident)
            guard scope != incident.document.cause.scope else { continue }
            open[id]?.document.cause.scope = scope
            events.changed.insert(id)
        }
        return events.incidentEvents(in: self)
    }

    /// The scope of the incident according to other daemons. If only targets show it, those count that it currently
    /// affects.
    func scope(of incident: OpenIncident) -> FaultScope? {
        opinions?.scope(of: incident.document.cause, targets: incident.targets.sorted().map { namedTargets[$0] ?? $0 })
    }
}
