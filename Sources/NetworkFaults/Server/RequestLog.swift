import Synchronization

/// The last requests of a run, with a limit in bytes. It stores no secrets.
package final class RequestLog: Sendable {
    /// An exchange.
    package struct Entry: Sendable, Hashable {
        /// The number of the request, from 1.
        package var number: Int
        /// The time since the run began.
        package var at: Duration
        package var listener: String
        package var method: String
        /// The path without the query, which may contain secrets.
        package var path: String
        package var peer: String
        /// The status; 0 if no response was sent.
        package var status: UInt
        package var bodyBytes: Int
        /// The names of the applied faults.
        package var faults: [String]
        /// The reason why an upstream did not respond; `nil` if it did, or there is none.
        package var failure: String?

        package init(
            number: Int, at: Duration, listener: String, method: String, path: String, peer: String, status: UInt,
            bodyBytes: Int, faults: [String], failure: String? = nil
        ) {
            (self.number, self.at, self.listener, self.method) = (number, at, listener, method)
            (self.path, self.peer, self.status, self.bodyBytes) = (path, peer, status, bodyBytes)
            (self.faults, self.failure) = (faults, failure)
        }

        /// The approximate size in bytes.
        var size: Int {
            128 + listener.utf8.count + method.utf8.count + path.utf8.count + peer.utf8.count
                + (failure?.utf8.count ?? 0)
        }
    }

    private struct State {
        var entries: [Entry] = []
        /// The index of the first stored entry. The array is only cut from time to time.
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

    /// The stored entries, the oldest first.
    package var entries: [Entry] { state.withLock { Array($0.entries[$0.start...]) } }

    /// The number of requests since the run began, including those that are no longer stored.
    package var count: Int { state.withLock { $0.count } }

    package func clear() {
        state.withLock { state in
            (state.entries, state.start, state.bytes, state.count) = ([], 0, 0, 0)
        }
    }

    /// Returns a stream of new entries. A slow reader misses the oldest ones.
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
