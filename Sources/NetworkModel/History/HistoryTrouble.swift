/// Why results and incidents are not recorded, and since when.
public struct HistoryTrouble: Sendable, Hashable, Codable {
    /// In a line, with what can be done.
    public var reason: String
    /// When the first result was lost.
    public var since: Timestamp
    /// Results that are lost by it so far.
    public var lost: Int

    /// A trouble that has lost `lost` results since `since`.
    public init(reason: String, since: Timestamp, lost: Int) {
        self.reason = reason
        self.since = since
        self.lost = lost
    }
}
