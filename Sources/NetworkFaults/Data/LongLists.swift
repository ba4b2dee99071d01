/// The forms of lists that repeatedly took longer than others may wait for them.
///
/// A single long list of a form may be due to a busy machine, so that a form counts after several of them, and for some seconds.
struct LongLists: Sendable {
    /// The properties of a list that decide about its time.
    private struct Form: Sendable, Hashable {
        let table: String
        let conditions: String
        let ordering: String

        init(_ query: ListQuery) {
            (table, conditions, ordering) = (query.definition.table, query.conditions, query.ordering)
        }
    }

    private struct Record: Sendable {
        var count = 0
        /// The time until which lists of the form are known to be long.
        var end: ContinuousClock.Instant?
    }

    /// The number of long lists after which a form is known.
    static let threshold = 3
    private static let time = Duration.seconds(5)
    private static let maxForms = 256

    private var records: [Form: Record] = [:]

    /// Whether lists of this form are known to be long.
    mutating func contains(_ query: ListQuery, now: ContinuousClock.Instant = .now) -> Bool {
        guard !records.isEmpty, let end = records[Form(query)]?.end else { return false }
        if end > now { return true }
        records[Form(query)] = nil
        return false
    }

    /// Records a list that took too long.
    mutating func record(_ query: ListQuery, now: ContinuousClock.Instant = .now) {
        if records.count >= Self.maxForms { records = [:] }
        records[Form(query), default: Record()].count += 1
        if let count = records[Form(query)]?.count, count >= Self.threshold {
            records[Form(query)]?.end = now.advanced(by: Self.time)
        }
    }

    /// Forgets all forms, since an index may have made them quick.
    mutating func forget() { records = [:] }
}
