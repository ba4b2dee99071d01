/// The states of a target in lists that begin with the worst, in this order.
///
/// The terminal and the pages use the same order: targets by their states, then as configured; groups by the state of
/// their worst target, then by name.
package enum TargetState: Int, Sendable, Hashable, Comparable, CaseIterable {
    case down, unknown, degraded, maintenance, idle, up

    package static func < (left: TargetState, right: TargetState) -> Bool { left.rawValue < right.rawValue }

    /// The names of groups in their order: those without a name last.
    package static func orderedNames(_ names: some Sequence<String?>) -> [String?] {
        Set(names).sorted { left, right in
            guard let left else { return false }
            return right.map { left < $0 } ?? true
        }
    }
}
