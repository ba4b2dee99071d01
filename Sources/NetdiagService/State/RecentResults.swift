import NetworkModel
import Synchronization

/// The last results of each configured target, for the page: the history on the disk may be switched off, and does not know
/// of warnings.
final class RecentResults: Sendable {
    /// One check of a target.
    struct Result: Sendable, Hashable {
        let at: Timestamp
        let duration: Duration
        let mark: StatusMark
        /// What it named; `nil` if nothing was wrong.
        let cause: String?

        /// How long it took in tenths of a millisecond.
        var tenths: Int {
            let (seconds, attoseconds) = duration.components
            return Int(clamping: seconds * 10_000 + attoseconds / 100_000_000_000_000)
        }
    }

    /// Results of a target that are kept.
    static let maxCount = 60
    /// Of all targets together, 16 bytes each: of thousands, fewer are kept of each.
    private static let maxTotal = 240_000

    /// 16 bytes.
    private struct Entry {
        /// Milliseconds since 1970.
        let at: Int64
        /// Tenths of a millisecond.
        let duration: UInt32
        /// The place in the list of causes, from 1 on; 0 for none.
        let cause: UInt16
        /// The place in the list of marks.
        let mark: UInt8
    }

    private struct Series {
        /// A ring, once it is full.
        var entries: [Entry] = []
        var oldest = 0
        /// What ``State/sequence`` was when the last one came.
        var sequence: UInt64 = 0
    }

    private struct State {
        /// Of the targets that are configured.
        var keys: Set<String> = []
        var series: [String: Series] = [:]
        var depth = RecentResults.maxCount
        var sequence: UInt64 = 0
        var generation: UInt64 = 0
        /// The rules name few hundred causes; results refer to them by number.
        var causes: [String] = []
        var numbers: [String: UInt16] = [:]

        mutating func add(_ result: Result, of key: String) {
            sequence += 1
            let entry = Entry(
                at: result.at.millisecondsSince1970,
                duration: UInt32(clamping: result.tenths),
                cause: result.cause.map { number(of: $0) } ?? 0,
                mark: UInt8(StatusMark.allCases.firstIndex(of: result.mark) ?? 0))
            var kept = series.removeValue(forKey: key) ?? Series()
            if kept.entries.count < depth {
                kept.entries.append(entry)
            } else {
                kept.entries[kept.oldest] = entry
                kept.oldest = (kept.oldest + 1) % depth
            }
            kept.sequence = sequence
            series[key] = kept
        }

        func results(of key: String) -> [Result] {
            guard let kept = series[key] else { return [] }
            return (kept.entries[kept.oldest...] + kept.entries[..<kept.oldest]).map { entry in
                Result(
                    at: Timestamp(millisecondsSince1970: entry.at),
                    duration: .microseconds(Int64(entry.duration) * 100),
                    mark: StatusMark.allCases[Int(entry.mark)],
                    cause: entry.cause > 0 ? causes[Int(entry.cause) - 1] : nil)
            }
        }

        mutating func number(of cause: String) -> UInt16 {
            if let number = numbers[cause] { return number }
            guard causes.count < Int(UInt16.max) else { return 0 }
            causes.append(cause)
            numbers[cause] = UInt16(causes.count)
            return UInt16(causes.count)
        }
    }

    private let state = Mutex(State())

    /// Counts results; a page that knows the number can ask what came later.
    var sequence: UInt64 { state.withLock { $0.sequence } }
    /// Counts configurations.
    var generation: UInt64 { state.withLock { $0.generation } }

    /// Keeps results of these targets, by their keys, and forgets others.
    func configure(_ keys: Set<String>) {
        state.withLock { state in
            state.generation += 1
            state.keys = keys
            state.series = state.series.filter { keys.contains($0.key) }
            let depth = max(1, min(Self.maxCount, Self.maxTotal / max(keys.count, 1)))
            guard depth != state.depth else { return }
            state.depth = depth
            for (key, series) in state.series {
                let entries = series.entries[series.oldest...] + series.entries[..<series.oldest]
                state.series[key]?.entries = Array(entries.suffix(depth))
                state.series[key]?.oldest = 0
            }
        }
    }

    func add(_ result: Result, of key: String) {
        state.withLock { $0.add(result, of: key) }
    }

    /// How many results of a target are kept now.
    var depth: Int { state.withLock { $0.depth } }

    /// Puts results before those that there are, which are later; of a target that is not configured any more, nothing.
    func restore(_ results: [Result], of key: String) {
        state.withLock { state in
            guard state.keys.contains(key) else { return }
            let known = state.results(of: key)
            state.series[key] = nil
            for result in results.filter({ result in known.first.map { result.at < $0.at } ?? true }) + known {
                state.add(result, of: key)
            }
        }
    }

    /// A target's results, the oldest first.
    func results(of key: String) -> [Result] { state.withLock { $0.results(of: key) } }

    /// The keys of targets with results that came after that number, and the number now.
    func changes(since sequence: UInt64) -> (keys: Set<String>, sequence: UInt64) {
        state.withLock { state in
            guard sequence < state.sequence else { return ([], state.sequence) }
            return (Set(state.series.lazy.filter { $0.value.sequence > sequence }.map(\.key)), state.sequence)
        }
    }
}
