/// The state of a target, or of anything else that has a status, as the terminal and the pages show it.
///
/// Lists begin with the worst state, in the order of the cases: targets by their states, then as configured; groups by
/// the state of their worst target, then by name.
package enum TargetState: String, Sendable, Hashable, Comparable, CaseIterable {
    case down, unknown, degraded, maintenance, idle, up

    package init(_ status: ConnectionStatus, isDegraded: Bool = false) {
        self =
            switch status {
            case .connectionUp: isDegraded ? .degraded : .up
            case .connectionDown: .down
            case .connectionIndeterminate, .err: .unknown
            case .noErr: .idle
            }
    }

    package init(_ target: StatusDocument.TargetStatus) {
        self = target.isInMaintenance ? .maintenance : TargetState(target.status, isDegraded: target.degraded)
    }

    /// The position in lists that begin with the worst state.
    package var rank: Int {
        switch self {
        case .down: 0
        case .unknown: 1
        case .degraded: 2
        case .maintenance: 3
        case .idle: 4
        case .up: 5
        }
    }

    package static func < (left: TargetState, right: TargetState) -> Bool { left.rank < right.rank }

    /// The names of groups in their order: those without a name last.
    package static func orderedNames(_ names: some Sequence<String?>) -> [String?] {
        Set(names).sorted { left, right in
            guard let left else { return false }
            return right.map { left < $0 } ?? true
        }
    }
}
