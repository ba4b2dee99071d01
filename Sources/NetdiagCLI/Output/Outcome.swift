import NetworkModel

/// What a command has come to: all that its exit status depends on.
enum Outcome: Sendable, Hashable {
    /// It was found out how it stands.
    case verdict(ConnectionStatus, isDegraded: Bool)
    /// What was asked for has not been done.
    case failure(Failure)

    /// Facts were asked for, or something was to be done, and it is.
    static let done = Outcome.verdict(.connectionUp, isDegraded: false)

    init(_ report: Report) { self = .verdict(report.status, isDegraded: report.degraded) }
    init(_ document: StatusDocument) { self = .verdict(document.status, isDegraded: document.degraded) }
    init(_ resolution: Resolution) { self = .verdict(resolution.status, isDegraded: false) }

    /// An open incident takes down or degrades what it meets, by its severity.
    init(_ incidents: [StatusDocument.Incident]) {
        switch incidents.filter(\.isOpen).map(\.cause.severity).max() {
        case .error: self = .verdict(.connectionDown, isDegraded: false)
        case .warning, .info: self = .verdict(.connectionUp, isDegraded: true)
        case nil: self = .done
        }
    }
}
