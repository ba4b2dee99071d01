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
    /// Whether it was asked for in vain.
    var isSilent = false
    /// How often it made room for others without having answered.
    var timesSilent = 0
    var startedAt: ContinuousClock.Instant?
    /// Rises from one to the next.
    let serial: Int

    init(_ instance: InstanceIdentifier, _ place: Sighting, serial: Int) {
        self.serial = serial
        key = Key(instance: instance, interface: place.interface)
        transports = [place.transport]
        told = ServiceInstance(
            name: instance.name, type: instance.type, domain: instance.domain,
            interface: WireText.interfaceName(place.interface))
    }

    /// On whose account it goes, and with how much.
    var peer: PeerShares.Peer { PeerShares.Peer(interface: key.interface, host: told.host?.lowercased()) }
    var bytes: Int { PeerShares.bytesOfInstance + told.announcedBytes }

    /// Takes up what resolving brought.
    ///
    /// - Returns: What to tell, `nil` where it is known already.
    func take(_ outcome: InstanceResolution.Outcome) -> ServiceEvent? {
        var now = told
        let records: ServiceRecords?
        switch outcome {
        case .found(let found, let addresses, _):
            records = found
            now.addresses = addresses
            now.stale = false
        case .failed(let found):
            records = found
            if found != nil { now.addresses = now.addresses ?? [] }
            now.stale = true
        }
        if let records {
            now.host = records.host
            now.port = records.port
            now.txt = records.txt
        }
        guard now != told else { return nil }
        told = now
        guard records != nil, !isResolved else { return ServiceEvent(.updated, now) }
        isResolved = true
        return ServiceEvent(.resolved, now)
    }
}
