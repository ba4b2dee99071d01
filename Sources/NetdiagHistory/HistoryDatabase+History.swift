import NetworkModel

/// The columns and totals of targets.
extension HistoryDatabase {
    /// The maximum number of causes in a total.
    private static let maxCauses = 10

    /// - Parameters:
    ///   - query: A query from ``HistoryQuery/answerable(_:now:)``.
    ///   - now: Seconds since 1970. Later times have not come yet, and do not count as unknown.
    func histories(_ query: HistoryQuery, interval: (String) -> Duration, now: Int) throws -> [TargetHistory] {
        let names = try causeNames()
        var numbers: [Int64: Int] = [:]
        // The columns of the first target, then those of the second one, and so on.
        var columns = [AggregateSum](repeating: AggregateSum(), count: query.keys.count * query.columns)
        // Rows are sorted by target.
        var last: (target: Int64, place: Int)?
        for (place, key) in query.keys.enumerated() {
            if let number = try number(ofTarget: key) { numbers[number] = place }
        }
        func add(_ target: Int64, _ at: Int, _ part: Aggregate) {
            if last?.target != target { last = numbers[target].map { (target, $0) } }
            guard let last else { return }
            columns[last.place * query.columns + (at - query.from) / query.step].add(part)
        }
        // The coarsest level comes first. Each level contributes what is not complete in the level before it.
        var begin = query.from
        for level in HistoryLevel.allCases.reversed() where query.step % level.seconds == 0 {
            let end = min(query.to, complete[level] ?? begin)
            guard begin < end else { continue }
            if numbers.count == 1, let number = numbers.keys.first {
                for (at, part) in try aggregates(of: number, in: begin..<end, at: level) { add(number, at, part) }
            } else {
                try aggregates(in: begin..<end, at: level, add)
            }
            begin = end
        }
        let end = min(query.to, now + 1)
        let unit = query.step % 300 == 0 ? 300 : query.step
        if begin < end {
            for (number, place) in numbers {
                let longest = Aggregate.longest(interval: interval(query.keys[place]))
                let all = try samples(
                    of: number, in: Int64(begin) * 1_000 - longest..<Int64(end) * 1_000 + longest)
                for start in stride(from: begin, to: end, by: unit) {
                    let span = Int64(start) * 1_000..<Int64(min(start + unit, end)) * 1_000
                    let near = Self.samples(all, near: span)
                    guard !near.isEmpty else { continue }
                    add(number, start, Aggregate(Array(near), in: span, longest: longest))
                }
            }
        }
        return query.keys.indices.map { place in
            var sum = AggregateSum()
            let own = columns[place * query.columns..<(place + 1) * query.columns]
            for column in own { sum.add(column) }
            let summaries = own.enumerated().map { column, parts in
                let start = query.from + column * query.step
                return parts.summary(of: max(min(start + query.step, now) - start, 0), causes: names)
            }
            let causes = sum.causes.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(Self.maxCauses)
            return TargetHistory(
                target: query.keys[place], name: nil,
                total: sum.summary(of: max(min(query.to, now) - query.from, 0), causes: names),
                causes: causes.compactMap { cause in names[cause.key].map { .init(id: $0, checks: cause.value) } },
                columns: summaries)
        }
    }

    /// The samples in a period, with the last one before it and the first one after it. The samples are in ascending
    /// order.
    private static func samples(_ all: [Sample], near span: Range<Int64>) -> ArraySlice<Sample> {
        func first(from moment: Int64) -> Int {
            var (low, high) = (0, all.count)
            while low < high {
                let middle = (low + high) / 2
                if all[middle].at < moment { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return all[max(first(from: span.lowerBound) - 1, 0)..<min(first(from: span.upperBound) + 1, all.count)]
    }
}
