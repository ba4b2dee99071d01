import NetworkModel
import Synchronization

/// What has become of incidents since it was last asked: the last word on each, so that it never holds more than there are.
final class AlertInbox: Sendable {
    private struct State {
        var events: [Int: IncidentEvent] = [:]
        var order: [Int] = []
        /// Whether somebody takes what comes.
        var isOpen = false
    }

    private let state = Mutex(State())
    private let signal: ChangeSignal

    init(signal: ChangeSignal) { self.signal = signal }

    /// Never waits: it is called while the incidents are held.
    func add(_ event: IncidentEvent) {
        let isTaken = state.withLock { state in
            guard state.isOpen else { return false }
            let id = event.incident.id
            if state.events.updateValue(event, forKey: id) == nil { state.order.append(id) }
            return true
        }
        if isTaken { signal.send() }
    }

    /// Keeps what comes from now on, or nothing.
    func setOpen(_ isOpen: Bool) {
        state.withLock { state in
            if !isOpen { state = State() }
            state.isOpen = isOpen
        }
    }

    func take() -> [IncidentEvent] {
        state.withLock { state in
            defer { (state.events, state.order) = ([:], []) }
            return state.order.compactMap { state.events[$0] }
        }
    }
}
