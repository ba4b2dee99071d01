import NetworkModel
import Synchronization

/// Instances by their identity, in the order in which they were found.
final class Found: Sendable {
    private let state = Mutex<(order: [String], byIdentity: [String: ServiceInstance])>(([], [:]))

    func take(_ event: ServiceEvent) {
        state.withLock { state in
            let identity = event.instance.identity
            if event.event == .removed {
                state.byIdentity[identity] = nil
                state.order.removeAll { $0 == identity }
                return
            }
            if state.byIdentity.updateValue(event.instance, forKey: identity) == nil { state.order.append(identity) }
        }
    }

    var instances: [ServiceInstance] {
        state.withLock { state in state.order.compactMap { state.byIdentity[$0] } }
    }
}
