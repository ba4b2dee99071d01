import NetworkModel

/// The state of an instance on an interface, as long as it is announced there, or may be.
struct BrowsedInstance {
    /// IDs are ascending and never reused.
    typealias ID = Int

    struct Key: Hashable {
        let instance: InstanceIdentifier
        /// The index of the interface.
        let interface: Int32
    }

    /// The stage of resolving, with its data.
    enum Stage: Hashable, Sendable {
        /// Nothing is in progress: resolving was not requested, avahi-daemon is not available, its resolver made room for
        /// another instance, or the last retry failed.
        case unresolved
        /// The instance waits for room in avahi-daemon.
        case queued
        /// The instance has a resolver without an outcome so far.
        case resolving(Attempt)
        /// The instance has a resolver, which reported an outcome and reports changes.
        case followed(over: Int32)
        /// The resolver made room for others without an outcome.
        case awaitingRetry(at: ContinuousClock.Instant)
    }

    struct Attempt: Hashable, Sendable {
        /// The protocol of mDNS, with avahi's number.
        let transport: Int32
        let startedAt: ContinuousClock.Instant
        /// Whether an earlier attempt had no outcome in time.
        let isRetry: Bool
    }

    let id: ID
    let key: Key
    /// The instance as last reported.
    var reported: ServiceInstance
    /// The protocols of mDNS over which it is announced; empty while avahi-daemon is not available, and until it has found it
    /// again.
    var transports: Set<Int32>
    var stage = Stage.unresolved
    /// How often it made room for others without an outcome since it was announced.
    var retries = 0

    init(_ instance: InstanceIdentifier, _ place: BrowserOrigin, interfaceName: String?, id: ID) {
        self.id = id
        key = Key(instance: instance, interface: place.interface)
        transports = [place.transport]
        reported = ServiceInstance(
            name: instance.name, type: instance.type, domain: instance.domain, interface: interfaceName)
    }

    /// The peer to which its size is attributed.
    var peer: PeerShares.Sender { PeerShares.Sender(interface: key.interface, host: reported.host?.lowercased()) }
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

    /// The protocol of mDNS over which it is resolved.
    var transport: Int32? {
        switch self {
        case .resolving(let attempt): attempt.transport
        case .followed(let transport): transport
        case .unresolved, .queued, .awaitingRetry: nil
        }
    }
}
