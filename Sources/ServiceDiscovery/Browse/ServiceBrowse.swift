import CAvahi
import EventLoopKit
import NetworkModel

/// A browser of ours: one of avahi's for each type, and a resolution for each instance where that is wanted.
final class ServiceBrowse: Standing {
    /// An instance that has not been resolved by then makes room while others wait, and is asked for again later.
    private static let patience = Duration.seconds(1)
    /// Instances that are being asked for again: a third of the room, so that many that do not answer leave most of it to
    /// those that do.
    private static let mostAskedAgain = 300
    /// Instances that are begun with before answers to the earlier ones are read: each is a round trip to avahi-daemon.
    private static let mostAtOnce = 4

    let type: String?
    let domain: String
    private let resolves: Bool
    private let loop: EventLoop
    private var stream: EventStream

    var client: ClientHandle?
    var typeBrowser: TypeBrowser?
    var areTypesDone = false
    var types: [String: BrowsedType] = [:]
    var seen: [SeenInstance.Key: SeenInstance] = [:]
    private var shares = PeerShares()
    private var lastSerial = 0
    /// Instances that wait for room in avahi-daemon, oldest first; some may have gone meanwhile.
    private var waiting: [SeenInstance] = []
    /// Instances that have been resolved and are followed, oldest first; some may have gone meanwhile.
    private var followed: [SeenInstance] = []
    /// Instances that are being resolved, oldest first; some may be by now, or have gone.
    private var asked: [SeenInstance] = []
    /// Instances that made room for others without having answered.
    private var silent = SilentInstances()
    /// Those of them that are being asked for again.
    private var askedAgain: Set<SeenInstance.Key> = []
    private var turn = Turn.oldest
    /// When somebody's turn comes without anything being told before.
    private var nextTurn: (time: ContinuousClock.Instant, timer: EventLoopKit.Timer)?
    private var isResolvingWaiting = false
    private var resolvesLater = false
    /// Instances that are neither resolved nor known not to answer.
    private var unsettled: Set<SeenInstance.Key> = []
    private var toldAllForNow = false
    var unavailable: String?
    /// Instances that were seen before the daemon went stay until they have been looked for anew; they are announced by no
    /// protocol meanwhile.
    private lazy var holdover = Holdover { [unowned self] in giveUpUnseen() }

    init(
        type: String?, domain: String, resolves: Bool, on loop: EventLoop,
        _ stream: AsyncStream<BrowseEvent>.Continuation
    ) {
        self.loop = loop
        self.type = type
        self.domain = domain
        self.resolves = resolves
        self.stream = EventStream(stream)
    }

    // MARK: The daemon comes and goes

    func start(_ client: ClientHandle) {
        guard self.client == nil else { return }
        self.client = client
        unavailable = nil
        toldAllForNow = false
        holdover.begin(loop)
        if let type {
            areTypesDone = true
            if !addType(type) { tell(.unavailable(client.errorText)) }
            return
        }
        areTypesDone = false
        typeBrowser = TypeBrowser(client, domain: domain) { [unowned self] in takeType($0) }
        if typeBrowser == nil { tell(.unavailable(client.errorText)) }
        // What was there is likely to be there still: no need to wait until its type is listed.
        for type in Set(seen.keys.map(\.instance.type)) where types[type.lowercased()] == nil { _ = addType(type) }
    }

    /// The client has gone. What was seen through it is taken to be there for a while.
    func lost() {
        guard client != nil else { return }
        free()
        for instance in seen.values { instance.transports = [] }
        holdover.begin(loop)
    }

    private func giveUpUnseen() {
        for instance in seen.values where instance.transports.isEmpty { forget(instance) }
        for type in Array(types.keys) where types[type]?.isDone == true { retire(type) }
    }

    func tell(away reason: String) { tell(.unavailable(reason)) }

    func end() {
        free()
        holdover.end()
        seen = [:]
        stream.continuation.finish()
    }

    private func free() {
        typeBrowser?.free()
        typeBrowser = nil
        for type in types.values { type.browser.free() }
        types = [:]
        for instance in seen.values { drop(instance) }
        waiting = []
        followed = []
        asked = []
        silent = SilentInstances()
        nextTurn?.timer.cancel()
        nextTurn = nil
        unsettled = []
        client = nil
    }

    private func tell(_ event: BrowseEvent) {
        // A reader that is too far behind has lost track: better an end than a gap.
        if !stream.tell(event) { end() }
    }

    // MARK: Instances

    func takeInstance(_ event: BrowserEvent<InstanceIdentifier>, _ type: String) {
        switch event {
        case .new(let instance, let place): add(instance, place)
        case .removed(let instance, let place): remove(instance, place)
        case .allForNow, .failed:
            types[type]?.isDone = true
            tellIfDrained()
        case .cacheExhausted: break
        }
    }

    private func add(_ instance: InstanceIdentifier, _ place: Sighting) {
        let key = SeenInstance.Key(instance: instance, interface: place.interface)
        if let known = seen[key] {
            let isBack = known.transports.isEmpty
            known.transports.insert(place.transport)
            if isBack { resolveSoon(known) }
            return
        }
        lastSerial += 1
        let new = SeenInstance(instance, place, serial: lastSerial)
        seen[key] = new
        shares.add(new.bytes, of: new.peer)
        tell(.service(ServiceEvent(.added, new.told)))
        resolveSoon(new)
        makeRoom()
    }

    private func resolveSoon(_ instance: SeenInstance) {
        guard resolves, client != nil else { return }
        instance.timesSilent = 0
        unsettled.insert(instance.key)
        waiting.append(instance)
        waiting = compact(waiting)
        resolveWaiting()
    }

    /// Has whoever takes up most give up some: first what was asked for in vain most often, then what was announced
    /// first.
    private func makeRoom() {
        let excess = shares.excess
        guard !excess.isEmpty else { return }
        var members: [PeerShares.Peer: [SeenInstance]] = [:]
        for instance in seen.values where excess[instance.peer] != nil {
            members[instance.peer, default: []].append(instance)
        }
        for (peer, instances) in members {
            let inOrder = instances.sorted {
                (-$0.timesSilent, $0.isSilent ? 0 : 1, $0.serial) < (-$1.timesSilent, $1.isSilent ? 0 : 1, $1.serial)
            }
            for instance in inOrder.prefix(excess[peer] ?? 0) { forget(instance) }
        }
        tellIfDrained()
    }

    private func forget(_ instance: SeenInstance) {
        seen[instance.key] = nil
        shares.remove(instance.bytes, of: instance.peer)
        drop(instance)
        unsettled.remove(instance.key)
        tell(.service(ServiceEvent(.removed, instance.told)))
    }

    /// Those that are still there: the rest stays in such a list until it is mostly them.
    private func compact(_ list: [SeenInstance]) -> [SeenInstance] {
        list.count > 2 * seen.count + 64 ? list.filter { seen[$0.key] === $0 } : list
    }

    private func remove(_ instance: InstanceIdentifier, _ place: Sighting) {
        let key = SeenInstance.Key(instance: instance, interface: place.interface)
        guard let known = seen[key] else { return }
        known.transports.remove(place.transport)
        guard known.transports.isEmpty else {
            if known.resolution?.place.transport == place.transport { resolve(known) }
            return
        }
        forget(known)
        retire(instance.type)
        tellIfDrained()
    }

    func tellIfDrained() {
        guard client != nil, !toldAllForNow, areTypesDone, unsettled.isEmpty,
            types.values.allSatisfy(\.isDone)
        else { return }
        toldAllForNow = true
        holdover.drained(loop)
        tell(.allForNow)
    }

    // MARK: Resolving

    /// Resolves those that wait, as far as avahi-daemon has room for them; where it has none, the one that has been
    /// followed longest, by this browser or another, is no longer.
    ///
    /// Those that wait longest, those that have just come and those that have not answered take turns, so that a flood of
    /// instances keeps out nobody's before it, amid it and after it: an answer may have come late, or been lost in it.
    func resolveWaiting() {
        // What is settled on the way asks for the next, which this one comes to anyway.
        guard !isResolvingWaiting else { return }
        isResolvingWaiting = true
        defer { isResolvingWaiting = false }
        // First what has been answered, lest it should count as silence.
        if client?.hasMessages == true, !waiting.isEmpty || !silent.isEmpty { return resolveLater() }
        var begun = 0
        while let client, let next = whoseTurn() {
            if !client.hasRoomToResolve {
                guard giveUpOldest() || client.makeRoom?() == true || giveUpSilent() else { return }
                continue
            }
            guard begun < Self.mostAtOnce else { return resolveLater() }
            begun += 1
            if turn == .again {
                silent.removeFirst()
                askedAgain.insert(next.key)
            } else {
                waiting.remove(at: turn == .oldest ? 0 : waiting.count - 1)
            }
            turn = turn.next
            resolve(next)
        }
    }

    /// Passes on the turns of those that have nobody who needs one.
    private func whoseTurn() -> SeenInstance? {
        func needsNone(_ instance: SeenInstance) -> Bool {
            seen[instance.key] !== instance || instance.resolution != nil
        }
        while let first = waiting.first, needsNone(first) { waiting.removeFirst() }
        while let last = waiting.last, needsNone(last) { waiting.removeLast() }
        while let first = silent.first, needsNone(first) { silent.removeFirst() }
        if turn == .again || waiting.isEmpty {
            if let silent = mayAskAgain() {
                turn = .again
                return silent
            }
            if turn == .again { turn = .oldest }
        }
        return turn == .oldest ? waiting.first : waiting.last
    }

    private func mayAskAgain() -> SeenInstance? {
        guard let first = silent.first, let due = silent.due else { return nil }
        guard due <= .now else {
            resolveWaiting(at: due)
            return nil
        }
        while askedAgain.count >= Self.mostAskedAgain {
            guard giveUpSilent() else { return nil }
        }
        // It may have had to make room in memory meanwhile.
        guard seen[first.key] === first else {
            resolveLater()
            return nil
        }
        return first
    }

    private func resolveLater() {
        guard !resolvesLater else { return }
        resolvesLater = true
        let this = OnLoop(self, loop)
        loop.execute {
            this.value.resolvesLater = false
            this.value.resolveWaiting()
        }
    }

    /// - Returns: Whether there was one to give up.
    func giveUpOldest() -> Bool {
        guard let index = followed.firstIndex(where: { $0.resolution != nil }) else {
            followed = []
            return false
        }
        let oldest = followed[index]
        followed.removeSubrange(...index)
        drop(oldest)
        return true
    }

    /// Has the one that was asked for first make room where it has not answered in time, and see to it that this
    /// happens once it is time.
    ///
    /// - Returns: Whether there was one.
    private func giveUpSilent() -> Bool {
        while let first = asked.first, seen[first.key] !== first || !isAwaited(first) || first.resolution == nil {
            asked.removeFirst()
        }
        guard let first = asked.first, let begun = first.startedAt else { return false }
        guard begun + Self.patience <= .now else {
            resolveWaiting(at: begun + Self.patience)
            return false
        }
        asked.removeFirst()
        giveUp(first)
        settle(first, .failed(nil))
        return true
    }

    private func resolveWaiting(at time: ContinuousClock.Instant) {
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

    /// Whether it has been asked for and has neither answered nor been given up.
    private func isAwaited(_ instance: SeenInstance) -> Bool {
        unsettled.contains(instance.key) || askedAgain.contains(instance.key)
    }

    /// Makes room of one that has not answered; it is asked for again later.
    private func giveUp(_ instance: SeenInstance) {
        drop(instance)
        silent.append(instance)
        if silent.count > 2 * seen.count + 64 { silent.removeAll { seen[$0.key] !== $0 } }
    }

    private func resolve(_ instance: SeenInstance) {
        instance.resolution?.free()
        instance.resolution = nil
        instance.startedAt = .now
        asked.append(instance)
        asked = compact(asked)
        guard let client, let transport = instance.transports.min() else { return }
        let place = Sighting(interface: instance.key.interface, transport: transport)
        instance.resolution = InstanceResolution(client, instance.key.instance, at: place) {
            [unowned self, unowned instance] in settle(instance, $0)
        }
        if instance.resolution == nil { settle(instance, .failed(nil)) }
    }

    private func drop(_ instance: SeenInstance) {
        instance.resolution?.free()
        instance.resolution = nil
        askedAgain.remove(instance.key)
    }

    private func settle(_ instance: SeenInstance, _ outcome: InstanceResolution.Outcome) {
        guard seen[instance.key] === instance else { return }
        let isComplete = if case .found(_, _, isComplete: false) = outcome { false } else { true }
        // What is told while the cache is being drained is told once, with both families.
        guard isComplete || toldAllForNow else { return }
        let (peer, bytes) = (instance.peer, instance.bytes)
        if let event = instance.take(outcome) {
            shares.remove(bytes, of: peer)
            shares.add(instance.bytes, of: instance.peer)
            instance.isSilent = if case .failed = outcome { true } else { false }
            tell(.service(event))
            makeRoom()
        }
        guard isComplete else { return }
        let wasAskedAgain = askedAgain.remove(instance.key) != nil
        let wasUnsettled = unsettled.remove(instance.key) != nil
        guard instance.resolution != nil else { return tellIfDrained() }
        if case .failed(nil) = outcome, wasUnsettled || wasAskedAgain, !silent.isEmpty {
            // Others that were silent wait for another chance.
            giveUp(instance)
        } else if wasUnsettled || wasAskedAgain {
            followed.append(instance)
            followed = compact(followed)
        }
        if !waiting.isEmpty || !silent.isEmpty { resolveWaiting() }
        tellIfDrained()
    }
}
