import Diagnosis
import NetworkModel

/// What other daemons on the link say of incidents.
extension IncidentReducer {
    /// Takes what others say now. An incident that is over keeps what was said of it last.
    mutating func setOpinions(_ opinions: SecondOpinions?) -> [IncidentEvent] {
        self.opinions = opinions
        var events = Ledger()
        for (id, incident) in open {
            let scope = scope(of: incident)
            guard scope != incident.document.cause.scope else { continue }
            open[id]?.document.cause.scope = scope
            events.changed.insert(id)
        }
        return events.told(in: self)
    }

    /// What is said of the incident; where it shows in targets alone, of those that it holds down now.
    func scope(of incident: OpenIncident) -> FaultScope? {
        opinions?.scope(of: incident.document.cause, targets: incident.targets.sorted().map { namedTargets[$0] ?? $0 })
    }
}
