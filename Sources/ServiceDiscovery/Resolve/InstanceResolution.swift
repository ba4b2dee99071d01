import CAvahi
import NetworkModel

/// Resolves an instance's host, port, TXT record and addresses, and follows their changes.
final class InstanceResolution {
    enum Outcome {
        /// The instance was resolved. `isComplete` is true unless addresses of the other family may arrive in a moment.
        case found(ServiceRecords, [IPAddress], isComplete: Bool)
        /// The host does not respond, has no address, or has an invalid name; that may change later. The known records of the
        /// instance are included.
        case failed(ServiceRecords?)
    }

    /// The maximum number of objects in avahi-daemon that it needs.
    static let objects = 3

    let place: BrowserOrigin
    private let client: ClientHandle
    private let handler: (Outcome) -> Void
    private var resolver: ServiceResolver?
    /// The records of the instance itself, whether or not its host has an address.
    private(set) var records: ServiceRecords?
    private var host: (key: HostDirectory.Key, addresses: HostAddresses, listener: Int)?

    /// Starts to resolve an instance.
    ///
    /// - Returns: `nil` if avahi-daemon returns no resolver, or is gone.
    init?(
        _ client: ClientHandle, _ instance: InstanceIdentifier, at place: BrowserOrigin,
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
