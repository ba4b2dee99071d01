package import NetworkModel

/// What became of an incident, as it is recorded.
package enum IncidentChange: Sendable {
    /// It is as told now.
    case kept(StatusDocument.Incident)
    /// It turned out to be the same as another.
    case merged(id: Int, opened: Timestamp)

    var id: Int {
        switch self {
        case .kept(let incident): incident.id
        case .merged(let id, _): id
        }
    }
}
