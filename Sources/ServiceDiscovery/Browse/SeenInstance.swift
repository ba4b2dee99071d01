import CAvahi
import NetworkModel

/// An instance on one interface, as long as it is announced there, or may be.
final class SeenInstance {
    struct Key: Hashable {
        let instance: InstanceIdentifier
        let interface: AvahiIfIndex
    }

    let key: Key
    /// What was last told of it.
    var told: ServiceInstance
    /// The protocols of mDNS that announce it; none while avahi-daemon is away, and until it has found it again.
    var transports: Set<AvahiProtocol>
    var resolution: InstanceResolution?
    var isResolved = false

    init(_ instance: InstanceIdentifier, _ place: Sighting) {
        key = Key(instance: instance, interface: place.interface)
        transports = [place.transport]
        told = ServiceInstance(
            name: instance.name, type: instance.type, domain: instance.domain,
            interface: WireText.interfaceName(place.interface))
    }

    /// Takes up what resolving brought.
    ///
    /// - Returns: What to tell, `nil` where it is known already.
    func take(_ outcome: InstanceResolution.Outcome) -> ServiceEvent? {
        var now = told
        switch outcome {
        case .found(let records, let addresses):
            now.host = records.host
            now.port = records.port
            now.addresses = addresses
            now.txt = records.txt
            now.stale = false
        case .failed:
            now.stale = true
        }
        guard now != told else { return nil }
        told = now
        if case .found = outcome, !isResolved {
            isResolved = true
            return ServiceEvent(.resolved, now)
        }
        return ServiceEvent(.updated, now)
    }
}
