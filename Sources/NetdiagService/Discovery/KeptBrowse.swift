import EventLoopKit
import HTTPTypes
import NetworkModel
import ServiceDiscovery
import Synchronization

/// A browser that goes on, and what it knows now.
final class KeptBrowse: Sendable {
    private struct State {
        var isDrained = false
        var unavailable: String?
        var failure: Problem?
        var isOver = false
        var asked = ContinuousClock.now
    }

    /// What an answer waits for has come.
    private let changeSignal: ChangeSignal
    private let found = Found()
    private let lost = Mutex(LostAddresses())
    private let state = Mutex(State())
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Begins to browse at once.
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

    /// Notes that somebody asks.
    func touch() { state.withLock { $0.asked = .now } }

    /// For how long nobody has asked.
    var idle: Duration { state.withLock { $0.asked.duration(to: .now) } }

    /// Whether it has ended by itself, and is of no use any more.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// What is known when all there is has been found, or the time is over.
    ///
    /// - Throws: Why it could not be looked for; 503 where it ended before anything could be known.
    func answer(within limit: Duration) async throws(Problem) -> ServiceDirectory.Answer {
        let deadline = ContinuousClock.now + limit
        while true {
            let sent = changeSignal.sent
            let (isKnown, isOver, failure, unavailable) = state.withLock { state in
                (state.isDrained || state.unavailable != nil, state.isOver, state.failure, state.unavailable)
            }
            if let failure { throw failure }
            // An empty list would be taken for the truth.
            if isOver, !isKnown { throw Problem(.serviceUnavailable, "the search was ended meanwhile; ask again") }
            guard !isKnown, !Task.isCancelled, ContinuousClock.now < deadline else {
                return ServiceDirectory.Answer(
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
            // Somebody is there who tells, so Avahi is.
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
