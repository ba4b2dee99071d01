import CAvahi
import NetworkModel

/// An instance whose changes are followed.
final class FollowedInstance: Subscription {
    private let instance: InstanceIdentifier
    private let stream: AsyncStream<InstanceEvent>.Continuation
    private var client: ClientHandle?
    private var resolution: InstanceResolution?
    /// The last reported event about its state.
    private var reported: InstanceEvent?
    var unavailable: String?

    init(_ instance: InstanceIdentifier, _ stream: AsyncStream<InstanceEvent>.Continuation) {
        self.instance = instance
        self.stream = stream
    }

    func start(_ client: ClientHandle) {
        guard self.client == nil else { return }
        self.client = client
        unavailable = nil
        resolveWaiting()
    }

    func resolveWaiting() {
        guard let client, resolution == nil else { return }
        resolution = InstanceResolution(client, instance, at: .anywhere) { [unowned self] in apply($0) }
        if resolution == nil { reportUnavailable(client.errorText) }
    }

    func lost() {
        resolution?.free()
        resolution = nil
        client = nil
    }

    func send(unavailable reason: String) { send(.unavailable(reason)) }

    func end() {
        lost()
        stream.finish()
    }

    private func apply(_ outcome: InstanceResolution.Outcome) {
        let now: InstanceEvent
        switch outcome {
        // The rest arrives in a moment.
        case .found(_, _, isComplete: false): return
        case .found(let records, let addresses, isComplete: true):
            now = .found(ServiceInstance(instance, records, addresses))
        case .failed: now = .missing
        }
        guard now != reported else { return }
        reported = now
        send(now)
    }

    private func send(_ event: InstanceEvent) {
        // As with browsers, an end is better than a gap.
        if case .dropped = stream.yield(event) { end() }
    }
}
