import NetworkModel
import Synchronization

/// The changes of incidents since the last query: only the last change of each, so that it never holds more than there are
/// incidents.
final class AlertInbox: Sendable {
    private struct State {
        var events: [Int: IncidentEvent] = [:]
        var order: [Int] = []
        /// Whether changes are kept.
        var isOpen = false
    }

    private let state = Mutex(State())
    private let signal: ChangeSignal

    init(signal: ChangeSignal) { self.signal = signal }

    /// Adds an event without blocking, since it is called under the lock of the incidents.
    func add(_ event: IncidentEvent) {
        let isTaken = state.withLock { state in
            guard state.isOpen else { return false }
            let id = event.incident.id
            if state.events.updateValue(event, forKey: id) == nil { state.order.append(id) }
            return true
        }
        if isTaken { signal.send() }
    }

    /// Starts to keep events, or drops all of them.
    func setOpen(_ isOpen: Bool) {
        state.withLock { state in
            if !isOpen { state = State() }
            state.isOpen = isOpen
        }
    }

    func drain() -> [IncidentEvent] {
        state.withLock { state in
            defer { (state.events, state.order) = ([:], []) }
            return state.order.compactMap { state.events[$0] }
        }
    }
}
