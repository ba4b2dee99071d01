import CAvahi
import EventLoopKit
import NetworkModel

/// A lookup of an instance.
final class InstanceLookup: Lookup {
    private let instance: InstanceIdentifier
    private let answer: PendingResult<ServiceInstance?>
    private var resolution: InstanceResolution?
    var isStarted: Bool { resolution != nil }
    var timer: EventLoopKit.Timer?

    init(_ instance: InstanceIdentifier, _ answer: PendingResult<ServiceInstance?>) {
        self.instance = instance
        self.answer = answer
    }

    func start(_ client: ClientHandle) {
        resolution = InstanceResolution(client, instance, at: .anywhere) { [unowned self] outcome in
            guard case .found(let records, let addresses, isComplete: true) = outcome else { return }
            answer.resume(with: .success(ServiceInstance(instance, records, addresses)))
        }
    }

    func lost() {
        resolution?.free()
        resolution = nil
    }

    /// An announced instance is returned even if its host has no address.
    func expire() { answer.resume(with: .success(resolution?.records.map { ServiceInstance(instance, $0, []) })) }

    func fail(_ error: ServiceDiscoveryError) { answer.resume(with: .failure(error)) }
}

extension ServiceInstance {
    init(_ instance: InstanceIdentifier, _ records: ServiceRecords, _ addresses: [IPAddress]) {
        self.init(
            name: instance.name, type: instance.type, domain: instance.domain,
            interface: WireText.interfaceName(records.interface), host: records.host, port: records.port,
            addresses: addresses, txt: records.txt)
    }
}
