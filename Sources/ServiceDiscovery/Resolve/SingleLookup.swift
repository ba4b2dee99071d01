import CAvahi
import EventLoopKit
import NetworkModel

/// One instance that somebody waits for.
final class SingleLookup {
    private let instance: InstanceIdentifier
    private let answer: CheckedContinuation<ServiceInstance?, any Error>
    private var resolution: InstanceResolution?
    var isStarted: Bool { resolution != nil }
    var timer: EventLoopKit.Timer?

    init(_ instance: InstanceIdentifier, _ answer: CheckedContinuation<ServiceInstance?, any Error>) {
        self.instance = instance
        self.answer = answer
    }

    /// - Parameter found: Called once, with what there is to know.
    func start(_ client: ClientHandle, found: @escaping (ServiceInstance) -> Void) {
        let anywhere = Sighting(
            interface: AvahiIfIndex(AVAHI_IF_UNSPEC), transport: AvahiProtocol(AVAHI_PROTO_UNSPEC))
        resolution = InstanceResolution(client, instance, at: anywhere) { [unowned self] outcome in
            guard case .found(let records, let addresses, isComplete: true) = outcome else { return }
            found(described(records, addresses))
        }
    }

    /// What there is to tell when the time is over: an instance whose host has no address, if it is announced at all.
    var announced: ServiceInstance? { resolution?.records.map { described($0, []) } }

    private func described(_ records: ServiceRecords, _ addresses: [IPAddress]) -> ServiceInstance {
        ServiceInstance(
            name: instance.name, type: instance.type, domain: instance.domain,
            interface: WireText.interfaceName(records.interface), host: records.host, port: records.port,
            addresses: addresses, txt: records.txt)
    }

    func lost() {
        resolution?.free()
        resolution = nil
    }

    /// Once.
    func finish(_ result: Result<ServiceInstance?, any Error>) {
        timer?.cancel()
        lost()
        answer.resume(with: result)
    }
}
