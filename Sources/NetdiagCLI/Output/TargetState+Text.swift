import NetworkModel

/// The symbol before a line that shows its status.
enum Mark: Sendable, Hashable, CaseIterable {
    case up, degraded, down, unknown, maintenance, idle

    init(_ status: ConnectionStatus, isDegraded: Bool = false) {
        switch status {
        case .connectionUp: self = isDegraded ? .degraded : .up
        case .connectionIndeterminate, .err: self = .unknown
        case .connectionDown: self = .down
        case .noErr: self = .idle
        }
    }

    init(_ target: StatusDocument.TargetStatus) {
        self = target.isInMaintenance ? .maintenance : Mark(target.status, isDegraded: target.degraded)
    }

    init(_ severity: Severity) {
        switch severity {
        case .error: self = .down
        case .warning: self = .degraded
        case .info: self = .idle
        }
    }

    /// The order in lists that begin with the worst.
    var state: TargetState {
        switch self {
        case .down: .down
        case .unknown: .unknown
        case .degraded: .degraded
        case .maintenance: .maintenance
        case .idle: .idle
        case .up: .up
        }
    }

    var style: Style {
        switch self {
        case .up: .good
        case .degraded, .unknown: .warning
        case .down: .bad
        case .maintenance, .idle: .dim
        }
    }

    func text(_ glyphs: Glyphs) -> Text {
        switch self {
        case .up: Text(glyphs.up, style)
        case .degraded: Text(glyphs.degraded, style)
        case .down: Text(glyphs.down, style)
        case .unknown: Text(glyphs.unknown, style)
        case .maintenance: Text(glyphs.maintenance, style)
        case .idle: Text(glyphs.idle, style)
        }
    }
}
