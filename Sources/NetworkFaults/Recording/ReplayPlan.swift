/// What a listener replays.
package struct ReplayPlan: Sendable {
    /// What dates of recorded answers become.
    package enum Dates: String, Sendable, Hashable, CaseIterable {
        /// As far from now as they were from the recording.
        case shifted
        case recorded
    }

    package let table: ReplayTable
    package var dates = Dates.shifted
    /// Whether requests that were not recorded are forwarded; else they get what no route fits.
    package var isSpy = false

    package init(_ table: ReplayTable) { self.table = table }
}
