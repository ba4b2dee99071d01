import CAvahi
import EventLoopKit
import NetworkModel

/// A browse of instances: owns avahi's browsers and resolvers, and the timers, which ``BrowseState`` controls.
final class ServiceBrowse: Subscription {
    /// The maximum number of resolvers that are started before outcomes of earlier ones are read: each is a round trip to
    /// avahi-daemon.
    private static let maxStartsAtOnce = 4

    private let domain: String
    private let loop: EventLoop
    private var stream: EventStream
    private var state: BrowseState

    private var client: ClientHandle?
    private var typeBrowser: TypeBrowser?
    private var browsers: [String: InstanceBrowser] = [:]
    private var resolvers: [BrowsedInstance.ID: InstanceResolution] = [:]

    /// The effects that are being executed, in order.
    private var pending: [BrowseState.Effect] = []
    private var isExecuting = false
    private var wantsTurn = false
    private var isTakingTurns = false
    private var startsLeft = 0
    private var takesTurnsLater = false
    /// The next turn that is not due to an event.
    private var nextTurn: (time: ContinuousClock.Instant, timer: EventLoopKit.Timer)?
    var unavailable: String?
    /// Instances from before the daemon's restart are kept until there was time enough to see them again.
    private lazy var holdover = CacheExpiry { [unowned self] in feed(.holdoverEnded) }

    init(
        type: String?, domain: String, resolves: Bool, on loop: EventLoop,
        _ stream: AsyncStream<BrowseEvent>.Continuation
    ) {
        self.loop = loop
        self.domain = domain
        self.stream = EventStream(stream)
        state = BrowseState(type: type, resolves: resolves)
    }

    // MARK: Subscription

    func start(_ client: ClientHandle) {
        guard self.client == nil else { return }
        self.client = client
        unavailable = nil
        feed(.daemonFound)
    }

    func lost() { feed(.daemonLost) }

    func send(unavailable reason: String) { send(.unavailable(reason)) }

    func end() {
        stopAll()
        holdover.end()
        pending = []
        wantsTurn = false
        state = BrowseState(type: state.type, resolves: state.resolves)
        stream.continuation.finish()
    }

    func resolveWaiting() {
        wantsTurn = true
        startResolutions()
    }

    func giveUpOldest() -> Bool {
        let effects = state.apply(.roomRequested, at: .now)
        for effect in effects { execute(effect) }
        return !effects.isEmpty
    }

    // MARK: Feeding the state

    private func feed(_ input: BrowseState.Input) {
        execute(state.apply(input, at: .now))
        if !isExecuting { startResolutions() }
    }

    /// Executes effects after those that are being executed, some of which may have led to them.
    private func execute(_ effects: [BrowseState.Effect]) {
        pending += effects
        guard !isExecuting else { return }
        isExecuting = true
        defer { isExecuting = false }
        var index = 0
        while index < pending.count {
            index += 1
            execute(pending[index - 1])
        }
        pending = []
    }

    private func execute(_ effect: BrowseState.Effect) {
        switch effect {
        case .send(let event): send(event)
        case .sendClientError: if let client { send(.unavailable(client.errorText)) }
        case .holdOver(.maxAbsence): holdover.begin(loop)
        case .holdOver(.listed): holdover.drained(loop)
        case .startTypeBrowser: startTypeBrowser()
        case .startBrowser(let type, let name): startBrowser(type, name)
        case .stopBrowser(let type): browsers.removeValue(forKey: type)?.free()
        case .startResolver(let id, let instance, let place): startResolver(id, instance, place)
        case .stopResolver(let id): resolvers.removeValue(forKey: id)?.free()
        case .stopAll: stopAll()
        case .takeTurn: wantsTurn = true
        case .takeTurnAt(let time): startResolutions(at: time)
        case .requestRoom:
            if client?.makeRoom?() == true { wantsTurn = true } else { feed(.noRoomElsewhere) }
        }
    }

    /// Sends an event. A reader that is too far behind misses events: the stream then ends instead of having a gap.
    private func send(_ event: BrowseEvent) {
        if !stream.send(event) { end() }
    }

    private func stopAll() {
        typeBrowser?.free()
        typeBrowser = nil
        for browser in browsers.values { browser.free() }
        browsers = [:]
        for resolver in resolvers.values { resolver.free() }
        resolvers = [:]
        nextTurn?.timer.cancel()
        nextTurn = nil
        client = nil
    }

    // MARK: Browsers and resolvers

    private func startTypeBrowser() {
        guard let client else { return }
        typeBrowser = TypeBrowser(client, domain: domain) { [unowned self] in
            switch $0 {
            case .new(let type, let place): feed(.typeListed(type, place))
            case .removed(let type, let place): feed(.typeUnlisted(type, place))
            case .allForNow, .failed: feed(.allTypesListed)
            case .cacheExhausted: break
            }
        }
        if typeBrowser == nil { send(.unavailable(client.errorText)) }
    }

    private func startBrowser(_ type: String, _ name: String) {
        guard let client else { return }
        let browser = InstanceBrowser(client, type: name, domain: domain) { [unowned self] in
            switch $0 {
            case .new(let instance, let place):
                feed(.instanceListed(instance, place, interfaceName: WireText.interfaceName(place.interface)))
            case .removed(let instance, let place): feed(.instanceUnlisted(instance, place))
            case .allForNow, .failed: feed(.allInstancesListed(type: type))
            case .cacheExhausted: break
            }
        }
        guard let browser else { return feed(.browserFailed(type: type)) }
        browsers[type] = browser
    }

    private func startResolver(_ id: BrowsedInstance.ID, _ instance: InstanceIdentifier, _ place: BrowserOrigin) {
        guard let client else { return }
        startsLeft -= 1
        let resolver = InstanceResolution(client, instance, at: place) { [unowned self] in feed(.resolved(id, $0)) }
        guard let resolver else { return feed(.resolverFailed(id)) }
        resolvers[id] = resolver
    }

    // MARK: Turns

    private func startResolutions() {
        guard wantsTurn, !isTakingTurns, let client else { return }
        // Outcomes that have arrived are read first, so that they do not count as missing.
        if client.hasMessages, state.hasCandidates { return startResolutionsLater() }
        isTakingTurns = true
        defer { isTakingTurns = false }
        startsLeft = Self.maxStartsAtOnce
        while wantsTurn, let client = self.client {
            guard startsLeft > 0 || !state.hasCandidates else { return startResolutionsLater() }
            wantsTurn = false
            execute(state.apply(.turn(hasRoom: client.hasRoomToResolve), at: .now))
        }
    }

    private func startResolutionsLater() {
        wantsTurn = true
        guard !takesTurnsLater else { return }
        takesTurnsLater = true
        let this = OnLoop(self, loop)
        loop.execute {
            this.value.takesTurnsLater = false
            this.value.startResolutions()
        }
    }

    private func startResolutions(at time: ContinuousClock.Instant) {
        if let nextTurn {
            guard time < nextTurn.time else { return }
            nextTurn.timer.cancel()
        }
        let this = OnLoop(self, loop)
        let timer = loop.schedule(after: max(.zero, ContinuousClock.now.duration(to: time))) {
            this.value.nextTurn = nil
            this.value.resolveWaiting()
        }
        nextTurn = (time, timer)
    }
}
