import NetworkModel

/// The result of a command, which determines the exit status.
enum Outcome: Sendable, Hashable {
    /// A status was determined.
    case verdict(ConnectionStatus, isDegraded: Bool)
    /// The request failed.
    case failure(Failure)

    /// The requested facts were shown, or the requested action was done.
    static let done = Outcome.verdict(.connectionUp, isDegraded: false)

    init(_ report: Report) { self = .verdict(report.status, isDegraded: report.degraded) }
    init(_ document: StatusDocument) { self = .verdict(document.status, isDegraded: document.degraded) }
    init(_ resolution: Resolution) { self = .verdict(resolution.status, isDegraded: false) }

    /// The outcome of open incidents, by their highest severity.
    init(_ incidents: [StatusDocument.Incident]) {
        switch incidents.filter(\.isOpen).map(\.cause.severity).max() {
        case .error: self = .verdict(.connectionDown, isDegraded: false)
        case .warning, .info: self = .verdict(.connectionUp, isDegraded: true)
        case nil: self = .done
        }
    }
}
