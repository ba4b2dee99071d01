import NetworkModel
import Synchronization

/// Instances by their identity, in the order in which they were found.
final class FoundInstances: Sendable {
    private let state = Mutex<(order: [String], byIdentity: [String: ServiceInstance])>(([], [:]))

    /// - Returns: The instance before the event.
    @discardableResult
    func apply(_ event: ServiceEvent) -> ServiceInstance? {
        state.withLock { state in
            let identity = event.instance.identity
            if event.event == .removed {
                state.order.removeAll { $0 == identity }
                return state.byIdentity.removeValue(forKey: identity)
            }
            let before = state.byIdentity.updateValue(event.instance, forKey: identity)
            if before == nil { state.order.append(identity) }
            return before
        }
    }

    var instances: [ServiceInstance] {
        state.withLock { state in state.order.compactMap { state.byIdentity[$0] } }
    }
}
