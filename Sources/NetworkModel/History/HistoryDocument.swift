/// How targets were over time: `netdiag history --json` and `GET /v1/history`.
package struct HistoryDocument: Sendable, Hashable, Codable {
    package static let schema = "netdiag.history/1"
    /// Columns of one document, over all of its targets.
    package static let maxColumns = 1_000

    package var schema: String
    /// The beginning of the first column.
    package var from: Timestamp
    /// The end of the last column; a part of it may not have come yet.
    package var to: Timestamp
    /// The length of a column in seconds.
    package var step: Int
    package var targets: [TargetHistory]
    /// What is not recorded, and why.
    package var trouble: HistoryTrouble?

    enum CodingKeys: String, CodingKey {
        case schema, from, to, targets, trouble
        case step = "step_s"
    }

    package init(from: Timestamp, to: Timestamp, step: Int, targets: [TargetHistory], trouble: HistoryTrouble? = nil) {
        schema = Self.schema
        self.from = from
        self.to = to
        self.step = step
        self.targets = targets
        self.trouble = trouble
    }

    /// The beginning of a column.
    package func start(ofColumn place: Int) -> Timestamp {
        Timestamp(millisecondsSince1970: from.millisecondsSince1970 + Int64(place) * Int64(step) * 1_000)
    }
}
