import NetworkModel
import Synchronization

/// What has become of incidents since it was last asked: the last word on each, so that it never holds more than there are.
final class AlertInbox: Sendable {
    private struct State {
        var events: [Int: IncidentEvent] = [:]
        var order: [Int] = []
    }

    private let state = Mutex(State())
    private let signal: ChangeSignal

    init(signal: ChangeSignal) { self.signal = signal }

    /// Never waits: it is called while the incidents are held.
    func add(_ event: IncidentEvent) {
        state.withLock { state in
            let id = event.incident.id
            if state.events.updateValue(event, forKey: id) == nil { state.order.append(id) }
        }
        signal.send()
    }

    func take() -> [IncidentEvent] {
        state.withLock { state in
            defer { state = State() }
            return state.order.compactMap { state.events[$0] }
        }
    }
}
