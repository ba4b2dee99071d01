/// The results of targets over time: `netdiag history --json` and `GET /v1/history`.
package struct HistoryDocument: Sendable, Hashable, Codable {
    package static let schema = "netdiag.history/1"
    /// The maximum number of columns of a document, for all of its targets together.
    package static let maxColumns = 1_000

    package var schema: String
    /// The beginning of the first column.
    package var from: Timestamp
    /// The end of the last column, part of which may be in the future.
    package var to: Timestamp
    /// The length of a column in seconds.
    package var step: Int
    package var targets: [TargetHistory]
    /// Why results are not recorded; `nil` if they are.
    package var trouble: HistoryWriteFailure?

    enum CodingKeys: String, CodingKey {
        case schema, from, to, targets, trouble
        case step = "step_s"
    }

    package init(
        from: Timestamp, to: Timestamp, step: Int, targets: [TargetHistory], trouble: HistoryWriteFailure? = nil
    ) {
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
