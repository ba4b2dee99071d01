import Synchronization

/// What waits to be recorded: checks put it in from their own threads, and never wait.
package final class HistoryQueue: Sendable {
    /// Results that wait at most; the oldest are lost then. Ten seconds of 20,000 targets are a third of it.
    static let maxWaiting = 20_000
    /// Incidents whose changes wait at most.
    static let maxIncidents = 4_096

    struct Batch: Sendable {
        var results: [CheckResult] = []
        /// The last change of each, by its id.
        var incidents: [Int: IncidentChange] = [:]
        var isEmpty: Bool { results.isEmpty && incidents.isEmpty }
    }

    fileprivate struct State {
        var batch = Batch()
        var lost = 0
    }

    private let state = Mutex(State())
    /// An element for what cannot wait; one for all that there is since the last was taken.
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

    /// - Parameter isUrgent: It is committed at once, and what waits with it.
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

    /// Has what waits taken now.
    func wake() { urgency.yield() }

    /// Ends the stream of what is urgent.
    func finish() { urgency.finish() }

    func take() -> Batch {
        state.withLock { state in
            defer { state.batch = Batch() }
            return state.batch
        }
    }

    /// Takes back what could not be recorded; newer changes of the same incident count.
    func putBack(_ batch: Batch) {
        state.withLock { state in
            state.batch.results = batch.results + state.batch.results
            state.batch.incidents.merge(batch.incidents) { newer, _ in newer }
            state.dropOldest()
        }
    }

    /// Results that were lost since the last call.
    func takeLost() -> Int {
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
        // Some more than one, so that it is not done for each that comes.
        let dropped = min(excess + HistoryQueue.maxWaiting / 100, batch.results.count)
        batch.results.removeFirst(dropped)
        lost += dropped
    }
}
