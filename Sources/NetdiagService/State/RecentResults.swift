import NetworkModel
import Synchronization

/// The last results of each configured target, for the page: the history on disk may be disabled, and does not record
/// warnings.
final class RecentResults: Sendable {
    /// One check of a target.
    struct Result: Sendable, Hashable {
        let at: Timestamp
        let duration: Duration
        let mark: TargetState
        /// The cause in its report; `nil` if nothing was wrong.
        let cause: String?

        /// The duration in microseconds: a reply on the link takes less than a tenth of a millisecond.
        var microseconds: Int {
            let (seconds, attoseconds) = duration.components
            return Int(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
        }
    }

    /// The maximum number of results per target.
    static let maxCount = 60
    /// The maximum number of results of all targets together, 16 bytes each; with thousands of targets, fewer are kept
    /// of each.
    private static let maxTotal = 240_000

    /// A result in 16 bytes.
    private struct Entry {
        /// The time in milliseconds since 1970.
        let at: Int64
        /// The duration in microseconds; at most 71 minutes.
        let duration: UInt32
        /// The position in the list of causes, starting at 1; 0 for none.
        let cause: UInt16
        /// The position in the list of marks.
        let mark: UInt8
    }

    private struct Series {
        /// A ring buffer, once it is full.
        var entries: [Entry] = []
        var oldest = 0
        /// The value of ``State/sequence`` at the last result.
        var sequence: UInt64 = 0
    }

    private struct State {
        /// The keys of the configured targets.
        var keys: Set<String> = []
        var series: [String: Series] = [:]
        var depth = RecentResults.maxCount
        var sequence: UInt64 = 0
        var generation: UInt64 = 0
        /// The causes by number, as results refer to them; the rules have a few hundred.
        var causes: [String] = []
        var numbers: [String: UInt16] = [:]

        mutating func add(_ result: Result, of key: String) {
            sequence += 1
            let entry = Entry(
                at: result.at.millisecondsSince1970,
                duration: UInt32(clamping: result.microseconds),
                cause: result.cause.map { number(of: $0) } ?? 0,
                mark: UInt8(TargetState.allCases.firstIndex(of: result.mark) ?? 0))
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
                    duration: .microseconds(Int64(entry.duration)),
                    mark: TargetState.allCases[Int(entry.mark)],
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

    /// The number of results so far; a page that has this number can request later ones.
    var sequence: UInt64 { state.withLock { $0.sequence } }
    /// The number of configurations so far.
    var generation: UInt64 { state.withLock { $0.generation } }

    /// Sets the targets, by their keys, and removes the results of others.
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

    /// The number of results that are currently kept per target.
    var depth: Int { state.withLock { $0.depth } }

    /// Inserts results before the existing ones, which are later; ignored for a target that is no longer configured.
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

    /// The results of a target, oldest first.
    func results(of key: String) -> [Result] { state.withLock { $0.results(of: key) } }

    /// The keys of targets with results after that number, and the current number.
    func changes(since sequence: UInt64) -> (keys: Set<String>, sequence: UInt64) {
        state.withLock { state in
            guard sequence < state.sequence else { return ([], state.sequence) }
            return (Set(state.series.lazy.filter { $0.value.sequence > sequence }.map(\.key)), state.sequence)
        }
    }
}
