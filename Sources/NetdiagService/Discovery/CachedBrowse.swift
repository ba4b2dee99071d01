import EventLoopKit
import HTTPTypes
import NetworkModel
import ServiceDiscovery
import Synchronization

/// A continuous browser and its current results.
final class CachedBrowse: Sendable {
    private struct State {
        var isDrained = false
        var unavailable: String?
        var failure: Problem?
        var isOver = false
        var asked = ContinuousClock.now
    }

    /// Signals changes for which answers wait.
    private let changeSignal: ChangeSignal
    private let found = FoundInstances()
    private let lost = Mutex(LostAddresses())
    private let state = Mutex(State())
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Starts to browse immediately.
    init(loop: EventLoop, _ browse: @escaping @Sendable () async throws -> AsyncStream<BrowseEvent>) {
        changeSignal = ChangeSignal(loop: loop)
        task.withLock { task in
            task = Task { [weak self] in
                do {
                    for await event in try await browse() {
                        guard let self else { return }
                        apply(event)
                    }
                    self?.finish(nil)
                } catch is CancellationError {
                    self?.finish(nil)
                } catch {
                    self?.finish(error as? Problem ?? Problem(.internalServerError, "\(error)"))
                }
            }
        }
    }

    deinit { task.withLock { $0?.cancel() } }

    func end() { task.withLock { $0?.cancel() } }

    /// Records that a client has asked.
    func recordRequest() { state.withLock { $0.asked = .now } }

    /// The time since a client last asked.
    var idle: Duration { state.withLock { $0.asked.duration(to: .now) } }

    /// Whether it has ended by itself, and cannot be used any more.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// The results when all current instances were found, or the time limit is reached.
    ///
    /// - Throws: The reason why browsing failed; 503 if it ended before anything was known.
    func knownInstances(within limit: Duration) async throws(Problem) -> ServiceDirectory.KnownInstances {
        let deadline = ContinuousClock.now + limit
        while true {
            let sent = changeSignal.sent
            let (isKnown, isOver, failure, unavailable) = state.withLock { state in
                (state.isDrained || state.unavailable != nil, state.isOver, state.failure, state.unavailable)
            }
            if let failure { throw failure }
            // An empty list would be taken as the result.
            if isOver, !isKnown { throw Problem(.serviceUnavailable, "the search was ended meanwhile; ask again") }
            guard !isKnown, !Task.isCancelled, ContinuousClock.now < deadline else {
                return ServiceDirectory.KnownInstances(
                    instances: found.instances, recent: lost.withLock { $0.recent() }, unavailable: unavailable)
            }
            await changeSignal.wait(until: deadline, after: sent)
        }
    }

    private func apply(_ event: BrowseEvent) {
        switch event {
        case .service(let event):
            let before = found.apply(event)
            lost.withLock { $0.apply(event, before) }
            // An event of an instance shows that Avahi is available.
            if event.event != .removed { state.withLock { $0.unavailable = nil } }
            return
        case .allForNow:
            state.withLock { state in
                state.isDrained = true
                state.unavailable = nil
            }
        case .unavailable(let reason):
            state.withLock { state in
                state.isDrained = false
                state.unavailable = reason
            }
        }
        changeSignal.send()
    }

    private func finish(_ failure: Problem?) {
        state.withLock { state in
            state.isOver = true
            state.failure = failure
        }
        changeSignal.send()
    }
}
