import EventLoopKit
import NetworkModel
import Synchronization

@testable import NetdiagHistory

/// A store on a thread of its own, which records its events.
final class RecordingStore: Sendable {
    let store: HistoryStore
    let clock: SetClock
    let loop: EventLoop
    let told = Mutex<(troubles: [HistoryWriteFailure?], notices: [String])>(([], []))

    init(
        _ path: String, at seconds: Int64 = 1_795_000_000, settings: HistorySettings = .init(),
        schema: HistorySchema = .current, incidents: [StatusDocument.Incident] = []
    ) throws {
        let loop = try EventLoop(name: "history-test")
        let clock = SetClock(seconds)
        let holder = Holder()
        store = HistoryStore(
            path: path, settings: settings, schema: schema, loop: loop, clock: { clock.now }, incidents: { incidents }
        ) { holder.publish($0) }
        self.clock = clock
        self.loop = loop
        holder.set(self)
    }

    deinit { loop.shutdown() }

    private final class Holder: Sendable {
        private struct Weak { weak var value: RecordingStore? }
        private let owner = Mutex(Weak(value: nil))

        func set(_ store: RecordingStore) { owner.withLock { $0.value = store } }

        func publish(_ news: HistoryStore.StoreEvent) {
            guard let store = owner.withLock({ $0.value }) else { return }
            store.told.withLock { told in
                switch news {
                case .trouble(let trouble): told.troubles.append(trouble)
                case .notice(let line): told.notices.append(line)
                }
            }
        }
    }

    var trouble: HistoryWriteFailure? { told.withLock { $0.troubles.last ?? nil } }
    var notices: [String] { told.withLock { $0.notices } }

    /// Adds a result that begins now.
    func add(_ outcome: CheckOutcome, key: String = "a", cause: String? = nil, milliseconds: Int = 20) {
        store.queue.add(
            CheckResult(
                key: key, at: clock.now.wall, outcome: outcome, cause: cause, duration: .milliseconds(milliseconds)))
    }

    /// The total of a period that ends now.
    func total(_ seconds: Int, key: String = "a", step: Int? = nil) async throws -> HistorySummary {
        let query = HistoryQuery(
            keys: [key], from: clock.second - seconds, to: clock.second,
            step: step ?? HistoryQuery.step(for: seconds, columns: 100))
        return try await store.history(query).targets[0].total
    }
}
