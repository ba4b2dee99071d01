import NetworkModel

/// The state of a browse of instances: a reducer without Avahi, event loop or clock.
///
/// Each instance is in one ``BrowsedInstance/Stage``. `move(_:to:)` is the one place where an instance changes it; the lists
/// below are orders of instances, whose entries count only as long as the instance's stage says so.
struct BrowseState {
    typealias Instant = ContinuousClock.Instant
    typealias ID = BrowsedInstance.ID

    /// An instance that has no outcome by then makes room while others wait, and is resolved again later.
    static let patience = Duration.seconds(1)
    /// Instances that are being retried: a third of the room, so that many that do not answer leave most of it to those that
    /// do.
    static let maxRetrying = 300
    static let maxTypes = 512

    /// `nil`: all types that are listed.
    let type: String?
    let resolves: Bool

    /// Whether the client is there.
    var isConnected = false
    var areTypesListed = false
    var hasReportedAll = false
    /// Those that are browsed, by their names in lowercase.
    var types: [String: BrowsedType] = [:]
    var instances: [ID: BrowsedInstance] = [:]
    var ids: [BrowsedInstance.Key: ID] = [:]
    /// How many instances there are of each type, by its name in lowercase.
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
    var turn = ResolutionTurn.oldest
    /// How many instances have ``BrowsedInstance/Stage/isUnsettled`` and ``BrowsedInstance/Stage/isRetrying``.
    var unsettled = 0
    var retrying = 0

    private var effects: [Effect] = []

    init(type: String?, resolves: Bool) {
        self.type = type
        self.resolves = resolves
    }

    /// Whether an instance waits to be resolved.
    var hasCandidates: Bool { !queue.isEmpty || !retries.isEmpty }

    /// - Returns: What to do about it, in order.
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
        case .turn(let hasRoom): takeTurn(hasRoom: hasRoom, at: now)
        case .noRoomElsewhere: if giveUpOldestAttempt(at: now) { emit(.takeTurn) }
        case .roomRequested: _ = giveUpOldestFollowed()
        }
        defer { effects = [] }
        return effects
    }

    mutating func emit(_ effect: Effect) { effects.append(effect) }

    /// The one place where an instance changes its stage.
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
        emit(.holdOver(until: .longestAbsence))
        areTypesListed = type != nil
        if let type {
            _ = startBrowser(type)
        } else {
            emit(.startTypeBrowser)
            // What was there is likely to be there still: its type's listing need not be waited for.
            for type in Set(ids.keys.map(\.instance.type)) where types[type.lowercased()] == nil {
                _ = startBrowser(type)
            }
        }
    }

    /// What was seen is taken to be there for a while.
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
        emit(.holdOver(until: .longestAbsence))
    }

    private mutating func removeHeldOver() {
        for (id, instance) in instances where instance.transports.isEmpty { forget(id) }
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

    /// Forgets an instance and reports that it has gone.
    mutating func forget(_ id: ID) {
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
