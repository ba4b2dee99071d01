/// The reason why results and incidents are not recorded, and since when.
public struct HistoryWriteFailure: Sendable, Hashable, Codable {
    /// The reason in one line, with what can be done.
    public var reason: String
    /// When the first result was lost.
    public var since: Timestamp
    /// The number of results lost so far.
    public var lost: Int

    /// Creates a trouble that has lost `lost` results since `since`.
    public init(reason: String, since: Timestamp, lost: Int) {
        self.reason = reason
        self.since = since
        self.lost = lost
    }
}
