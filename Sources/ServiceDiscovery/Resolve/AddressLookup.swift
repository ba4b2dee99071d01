import CAvahi
import EventLoopKit
import NetworkModel

/// A lookup of the addresses of a host, on every interface.
final class AddressLookup: Lookup {
    private let host: String
    private let answer: PendingResult<[FoundAddress]>
    private var addresses: HostAddresses?
    var isStarted: Bool { addresses != nil }
    var timer: EventLoopKit.Timer?

    init(_ host: String, _ answer: PendingResult<[FoundAddress]>) {
        self.host = host
        self.answer = answer
    }

    func start(_ client: ClientHandle) {
        addresses = HostAddresses(client, host: host, interface: AvahiIfIndex(AVAHI_IF_UNSPEC))
        _ = addresses?.listen { [unowned self] in
            // A host that is not there yet may appear within the time limit.
            guard let addresses, addresses.stage == .settled else { return }
            let found = addresses.sightings
            if !found.isEmpty { answer.resume(with: .success(found)) }
        }
    }

    func lost() {
        addresses?.free()
        addresses = nil
    }

    func expire() { answer.resume(with: .success(addresses?.sightings ?? [])) }

    func fail(_ error: ServiceDiscoveryError) { answer.resume(with: .failure(error)) }
}
