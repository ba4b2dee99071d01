/// The recording that a listener replays.
package struct ReplayPlan: Sendable {
    /// How dates of recorded responses change.
    package enum Dates: String, Sendable, Hashable, CaseIterable {
        /// Dates are shifted by the time since the recording.
        case shifted
        case recorded
    }

    package let table: ReplayTable
    package var dates = Dates.shifted
    /// Whether requests that were not recorded are forwarded. If not, they are handled like requests that no route matches.
    package var isSpy = false

    package init(_ table: ReplayTable) { self.table = table }
}
