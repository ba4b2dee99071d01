import Synchronization

/// The data that waits to be recorded. Checks add it from their own threads, and never wait.
package final class HistoryQueue: Sendable {
    /// The maximum number of waiting results; beyond it, the oldest are lost. 20,000 targets have a third of it in ten
    /// seconds.
    static let maxWaiting = 20_000
    /// The maximum number of incidents with waiting changes.
    static let maxIncidents = 4_096

    struct Batch: Sendable {
        var results: [CheckResult] = []
        /// The last change of each incident, by its ID.
        var incidents: [Int: IncidentChange] = [:]
        var isEmpty: Bool { results.isEmpty && incidents.isEmpty }
    }

    fileprivate struct State {
        var batch = Batch()
        var lost = 0
    }

    private let state = Mutex(State())
    /// An element for data that must be recorded at once. Elements are merged until the stream is read.
    let urgent: AsyncStream<Void>
    private let urgency: AsyncStream<Void>.Continuation

    init() {
        (urgent, urgency) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    package func add(_ result: CheckResult) {
        let isHalfFull = state.withLock { state in
            state.batch.results.append(result)
            state.dropOldest()
            return state.batch.results.count == Self.maxWaiting / 2
        }
        if isHalfFull { urgency.yield() }
    }

    /// - Parameter isUrgent: Whether the change is committed at once, together with all waiting data.
    package func add(_ change: IncidentChange, isUrgent: Bool) {
        state.withLock { state in
            if state.batch.incidents.count < Self.maxIncidents || state.batch.incidents[change.id] != nil {
                state.batch.incidents[change.id] = change
            } else {
                state.lost += 1
            }
        }
        if isUrgent { urgency.yield() }
    }

    /// Requests that the waiting data is recorded now.
    func wake() { urgency.yield() }

    /// Ends the stream of urgent requests.
    func finish() { urgency.finish() }

    func drain() -> Batch {
        state.withLock { state in
            defer { state.batch = Batch() }
            return state.batch
        }
    }

    /// Returns data to the queue that could not be recorded. Newer changes of the same incident take precedence.
    func putBack(_ batch: Batch) {
        state.withLock { state in
            state.batch.results = batch.results + state.batch.results
            state.batch.incidents.merge(batch.incidents) { newer, _ in newer }
            state.dropOldest()
        }
    }

    /// The number of results that were lost since the last call.
    func drainLostCount() -> Int {
        state.withLock { state in
            defer { state.lost = 0 }
            return state.lost
        }
    }
}

extension HistoryQueue.State {
    fileprivate mutating func dropOldest() {
        let excess = batch.results.count - HistoryQueue.maxWaiting
        guard excess > 0 else { return }
        // One per cent more is dropped, so that this is not done for each new result.
        let dropped = min(excess + HistoryQueue.maxWaiting / 100, batch.results.count)
        batch.results.removeFirst(dropped)
        lost += dropped
    }
}
