import NetworkModel

/// The symbol before a line that shows a state.
extension TargetState {
    init(_ severity: Severity) {
        switch severity {
        case .error: self = .down
        case .warning: self = .degraded
        case .info: self = .idle
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
