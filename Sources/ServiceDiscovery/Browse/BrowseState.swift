import NetworkModel

/// The state of a browse of instances: a reducer without Avahi, event loop or clock.
///
/// Each instance is in one ``BrowsedInstance/Stage``, which only `move(_:to:)` changes. The lists below define orders of
/// instances. Their entries are valid only as long as the instance is in the corresponding stage.
struct BrowseState {
    typealias Instant = ContinuousClock.Instant
    typealias ID = BrowsedInstance.ID

    /// The time after which an instance without an outcome makes room while others wait. It is resolved again later.
    static let patience = Duration.seconds(1)
    /// The maximum number of instances that are being retried: a third of the room, so that many instances without a response
    /// leave most of it to others.
    static let maxRetrying = 300
    static let maxTypes = 512

    /// The type; `nil` for all listed types.
    let type: String?
    let resolves: Bool

    /// Whether there is a client.
    var isConnected = false
    var areTypesListed = false
    var hasReportedAll = false
    /// The browsed types by lower-case name.
    var types: [String: BrowsedType] = [:]
    var instances: [ID: BrowsedInstance] = [:]
    var ids: [BrowsedInstance.Key: ID] = [:]
    /// The number of instances by the lower-case name of their type.
    var instancesOfType: [String: Int] = [:]
    var shares = PeerShares()
    var lastID = 0

    /// Instances that are ``BrowsedInstance/Stage/queued``, oldest first.
    var queue: [ID] = []
    /// Attempts that are ``BrowsedInstance/Stage/resolving(_:)``, oldest first.
    var attempts: [(id: ID, startedAt: Instant)] = []
    /// Instances that are ``BrowsedInstance/Stage/followed(over:)``, oldest first.
    var followed: [ID] = []
    /// Instances that are ``BrowsedInstance/Stage/awaitingRetry(at:)``.
    var retries = RetryQueue()
    var turn = ResolutionQueuePolicy.oldest
    /// The number of instances with ``BrowsedInstance/Stage/isUnsettled``, and with ``BrowsedInstance/Stage/isRetrying``.
    var unsettled = 0
    var retrying = 0

    private var effects: [Effect] = []

    init(type: String?, resolves: Bool) {
        self.type = type
        self.resolves = resolves
    }

    /// Whether an instance waits to be resolved.
    var hasCandidates: Bool { !queue.isEmpty || !retries.isEmpty }

    /// Processes an input.
    ///
    /// - Returns: The effects to execute, in order.
    mutating func apply(_ input: Input, at now: Instant) -> [Effect] {
        switch input {
        case .daemonFound: connect()
        case .daemonLost: disconnect()
        case .holdoverEnded: removeHeldOver()
        case .typeListed(let type, let place): addType(type, place)
        case .typeUnlisted(let type, let place):
            types[type.lowercased()]?.places.remove(place)
            retireType(type)
        case .allTypesListed:
            areTypesListed = true
            reportIfAllListed()
        case .browserFailed(let type):
            types[type] = nil
            if self.type != nil { emit(.sendClientError) }
        case .instanceListed(let instance, let place, let interfaceName): add(instance, place, interfaceName)
        case .instanceUnlisted(let instance, let place): remove(instance, place, at: now)
        case .allInstancesListed(let type):
            types[type]?.isListed = true
            reportIfAllListed()
        case .resolved(let id, let outcome): finish(id, outcome, at: now)
        case .resolverFailed(let id):
            move(id, to: .unresolved)
            record(.failed(nil), of: id)
            reportIfAllListed()
        case .turn(let hasRoom): startNextResolution(hasRoom: hasRoom, at: now)
        case .noRoomElsewhere: if cancelOldestAttempt(at: now) { emit(.takeTurn) }
        case .roomRequested: _ = giveUpOldestFollowed()
        }
        defer { effects = [] }
        return effects
    }

    mutating func emit(_ effect: Effect) { effects.append(effect) }

    /// Changes the stage of an instance; nothing else does.
    mutating func move(_ id: ID, to stage: BrowsedInstance.Stage) {
        guard let old = instances[id]?.stage else { return }
        instances[id]?.stage = stage
        count(old, by: -1)
        count(stage, by: 1)
        if old.hasResolver, !stage.hasResolver { emit(.stopResolver(id)) }
    }

    private mutating func count(_ stage: BrowsedInstance.Stage, by difference: Int) {
        if stage.isUnsettled { unsettled += difference }
        if stage.isRetrying { retrying += difference }
    }

    // MARK: The daemon comes and goes

    private mutating func connect() {
        guard !isConnected else { return }
        isConnected = true
        hasReportedAll = false
        emit(.holdOver(until: .maxAbsence))
        areTypesListed = type != nil
        if let type {
            _ = startBrowser(type)
        } else {
            emit(.startTypeBrowser)
            // Known instances probably still exist: there is no need to wait for the listing of their type.
            for type in Set(ids.keys.map(\.instance.type)) where types[type.lowercased()] == nil {
                _ = startBrowser(type)
            }
        }
    }

    /// Assumes for a while that known instances still exist.
    private mutating func disconnect() {
        guard isConnected else { return }
        isConnected = false
        emit(.stopAll)
        for id in instances.keys {
            instances[id]?.stage = .unresolved
            instances[id]?.transports = []
        }
        types = [:]
        (queue, attempts, followed, retries) = ([], [], [], RetryQueue())
        (unsettled, retrying) = (0, 0)
        emit(.holdOver(until: .maxAbsence))
    }

    private mutating func removeHeldOver() {
        for (id, instance) in instances where instance.transports.isEmpty { remove(id) }
        for (type, browsed) in types where browsed.isListed { retireType(type) }
    }

    mutating func reportIfAllListed() {
        guard isConnected, !hasReportedAll, areTypesListed, unsettled == 0, types.values.allSatisfy(\.isListed) else {
            return
        }
        hasReportedAll = true
        emit(.holdOver(until: .listed))
        emit(.send(.allForNow))
    }

    /// Forgets an instance and reports that it was removed.
    mutating func remove(_ id: ID) {
        move(id, to: .unresolved)
        guard let instance = instances.removeValue(forKey: id) else { return }
        ids[instance.key] = nil
        shares.remove(instance.bytes, of: instance.peer)
        let type = instance.key.instance.type.lowercased()
        let left = instancesOfType[type, default: 1] - 1
        instancesOfType[type] = left > 0 ? left : nil
        emit(.send(.service(ServiceEvent(.removed, instance.reported))))
    }
}
