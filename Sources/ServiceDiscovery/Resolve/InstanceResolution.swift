import CAvahi
import NetworkModel

/// Finds an instance's host, port, TXT record and addresses, and follows their changes.
final class InstanceResolution {
    enum Outcome {
        /// `isComplete` unless addresses of the other family may come in a moment.
        case found(ServiceRecords, [IPAddress], isComplete: Bool)
        /// The host does not answer, or has no address, or a name that none can have; it may have later. What is known of
        /// the instance itself comes along.
        case failed(ServiceRecords?)
    }

    /// The objects in avahi-daemon that it needs at most.
    static let objects = 3

    let place: Sighting
    private let client: ClientHandle
    private let handler: (Outcome) -> Void
    private var resolver: ServiceResolver?
    /// What has been found of the instance itself, whether or not its host has an address.
    private(set) var records: ServiceRecords?
    private var host: (key: HostDirectory.Key, addresses: HostAddresses, listener: Int)?

    /// - Returns: `nil` if avahi-daemon gives no resolver, or has gone.
    init?(
        _ client: ClientHandle, _ instance: InstanceIdentifier, at place: Sighting,
        handler: @escaping (Outcome) -> Void
    ) {
        self.client = client
        self.place = place
        self.handler = handler
        resolver = ServiceResolver(client, instance, at: place) { [unowned self] in apply($0) }
        if resolver == nil { return nil }
    }

    func free() {
        resolver?.free()
        resolver = nil
        leaveHost()
    }

    private func apply(_ event: ResolverEvent) {
        guard case .found(let records) = event else { return handler(.failed(nil)) }
        let before = self.records
        self.records = records
        guard let host, before?.interface == records.interface, before?.target == records.target else {
            return follow(records)
        }
        if host.addresses.stage != .open { report() }
    }

    private func follow(_ records: ServiceRecords) {
        leaveHost()
        guard HostText.isFitForLookup(records.target),
            let (key, addresses) = client.hosts.addresses(of: records.target, on: records.interface, client)
        else { return handler(.failed(records)) }
        host = (key, addresses, addresses.listen { [unowned self] in report() })
        if addresses.stage != .open { report() }
    }

    private func leaveHost() {
        guard let host else { return }
        self.host = nil
        client.hosts.stopListening(host.listener, to: host.key)
    }

    private func report() {
        guard let records, let host = host?.addresses else { return }
        let addresses = host.addresses
        let isComplete = host.stage == .settled
        handler(addresses.isEmpty ? .failed(records) : .found(records, addresses, isComplete: isComplete))
    }
}
