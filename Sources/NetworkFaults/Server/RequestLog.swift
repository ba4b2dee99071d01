import Synchronization

/// The last requests of a run, bounded in bytes; secrets are not among what is kept.
package final class RequestLog: Sendable {
    /// One exchange.
    package struct Entry: Sendable, Hashable {
        /// Counted from 1 since the run began.
        package var number: Int
        /// Since the run began.
        package var at: Duration
        package var listener: String
        package var method: String
        /// Without the query, which may hold secrets.
        package var path: String
        package var peer: String
        /// 0 where no answer was sent.
        package var status: UInt
        package var bodyBytes: Int
        /// The causes that were brought about.
        package var faults: [String]
        /// Why an upstream gave no answer; `nil` if one did, or none was asked.
        package var failure: String?

        package init(
            number: Int, at: Duration, listener: String, method: String, path: String, peer: String, status: UInt,
            bodyBytes: Int, faults: [String], failure: String? = nil
        ) {
            (self.number, self.at, self.listener, self.method) = (number, at, listener, method)
            (self.path, self.peer, self.status, self.bodyBytes) = (path, peer, status, bodyBytes)
            (self.faults, self.failure) = (faults, failure)
        }

        /// What it takes up, about.
        var size: Int {
            128 + listener.utf8.count + method.utf8.count + path.utf8.count + peer.utf8.count
                + (failure?.utf8.count ?? 0)
        }
    }

    private struct State {
        var entries: [Entry] = []
        /// Where the kept ones begin: the array is cut now and then, not at each request.
        var start = 0
        var bytes = 0
        var count = 0
        var watchers: [Int: AsyncStream<Entry>.Continuation] = [:]
        var nextWatcher = 0
    }

    private let maxBytes: Int
    private let state = Mutex(State())

    package init(maxBytes: Int = 4 << 20) { self.maxBytes = maxBytes }

    package func record(_ entry: Entry) {
        state.withLock { state in
            state.count += 1
            var entry = entry
            entry.number = state.count
            entry.path = Self.cut(entry.path, to: 2_048)
            entry.method = Self.cut(entry.method, to: 64)
            state.entries.append(entry)
            state.bytes += entry.size
            while state.bytes > maxBytes, state.start < state.entries.count - 1 {
                state.bytes -= state.entries[state.start].size
                state.start += 1
            }
            if state.start > 4_096, state.start > state.entries.count / 2 {
                state.entries.removeFirst(state.start)
                state.start = 0
            }
            for watcher in state.watchers.values { watcher.yield(entry) }
        }
    }

    private static func cut(_ text: String, to count: Int) -> String {
        text.utf8.count <= count ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }

    /// Those that are kept, the oldest first.
    package var entries: [Entry] { state.withLock { Array($0.entries[$0.start...]) } }

    /// Requests since the run began, kept or not.
    package var count: Int { state.withLock { $0.count } }

    package func clear() {
        state.withLock { state in
            (state.entries, state.start, state.bytes, state.count) = ([], 0, 0, 0)
        }
    }

    /// What comes from now on; a reader that is too slow misses the oldest.
    package func follow() -> AsyncStream<Entry> {
        let (stream, continuation) = AsyncStream.makeStream(of: Entry.self, bufferingPolicy: .bufferingNewest(1_024))
        let number = state.withLock { state in
            state.nextWatcher += 1
            state.watchers[state.nextWatcher] = continuation
            return state.nextWatcher
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
        }
        return stream
    }
}
