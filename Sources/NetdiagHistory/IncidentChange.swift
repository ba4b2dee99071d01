package import NetworkModel

/// A change of an incident, as it is recorded.
package enum IncidentChange: Sendable {
    /// The current state of the incident.
    case kept(StatusDocument.Incident)
    /// The incident turned out to be the same as another.
    case merged(id: Int, opened: Timestamp)

    var id: Int {
        switch self {
        case .kept(let incident): incident.id
        case .merged(let id, _): id
        }
    }
}
