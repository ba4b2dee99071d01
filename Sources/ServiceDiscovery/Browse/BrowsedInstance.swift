import NetworkModel

/// What is known of one instance on one interface, as long as it is announced there, or may be.
struct BrowsedInstance {
    /// Rises from one instance to the next and is not used a second time.
    typealias ID = Int

    struct Key: Hashable {
        let instance: InstanceIdentifier
        /// The interface's index.
        let interface: Int32
    }

    /// How far it is resolved, with what belongs to each stage.
    enum Stage: Hashable, Sendable {
        /// Nothing is under way: resolving is not wanted, avahi-daemon is away, its resolver made room for another
        /// instance's, or the last retry has failed.
        case unresolved
        /// It waits for room in avahi-daemon.
        case queued
        /// It has a resolver, which has not reported an outcome.
        case resolving(Attempt)
        /// It has a resolver, which has reported an outcome and reports changes.
        case followed(over: Int32)
        /// Its resolver made room for others without an outcome.
        case awaitingRetry(at: ContinuousClock.Instant)
    }

    struct Attempt: Hashable, Sendable {
        /// The protocol of mDNS, as avahi counts them.
        let transport: Int32
        let startedAt: ContinuousClock.Instant
        /// Whether an earlier attempt had no outcome in time.
        let isRetry: Bool
    }

    let id: ID
    let key: Key
    /// As it was reported last.
    var reported: ServiceInstance
    /// The protocols of mDNS that announce it; none while avahi-daemon is away, and until it has found it again.
    var transports: Set<Int32>
    var stage = Stage.unresolved
    /// How often it made room for others without an outcome since it was announced.
    var retries = 0

    init(_ instance: InstanceIdentifier, _ place: Sighting, interfaceName: String?, id: ID) {
        self.id = id
        key = Key(instance: instance, interface: place.interface)
        transports = [place.transport]
        reported = ServiceInstance(
            name: instance.name, type: instance.type, domain: instance.domain, interface: interfaceName)
    }

    /// On whose account it goes, and with how much.
    var peer: PeerShares.Peer { PeerShares.Peer(interface: key.interface, host: reported.host?.lowercased()) }
    var bytes: Int { PeerShares.bytesOfInstance + reported.announcedBytes }

    /// Records the outcome of resolving it.
    ///
    /// - Returns: The event to report; `nil` if nothing has changed.
    mutating func record(_ outcome: InstanceResolution.Outcome) -> ServiceEvent? {
        var now = reported
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
        guard now != reported else { return nil }
        let isFirst = reported.host == nil && records != nil
        reported = now
        return ServiceEvent(isFirst ? .resolved : .updated, now)
    }
}

extension BrowsedInstance.Stage {
    /// Whether avahi-daemon resolves it.
    var hasResolver: Bool {
        switch self {
        case .resolving, .followed: true
        case .unresolved, .queued, .awaitingRetry: false
        }
    }

    /// Whether its first outcome is still expected.
    var isUnsettled: Bool {
        switch self {
        case .queued: true
        case .resolving(let attempt): !attempt.isRetry
        case .unresolved, .followed, .awaitingRetry: false
        }
    }

    var isRetrying: Bool { if case .resolving(let attempt) = self { attempt.isRetry } else { false } }

    /// The protocol of mDNS that it is resolved over.
    var transport: Int32? {
        switch self {
        case .resolving(let attempt): attempt.transport
        case .followed(let transport): transport
        case .unresolved, .queued, .awaitingRetry: nil
        }
    }
}
