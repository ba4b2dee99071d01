import CAvahi
import EventLoopKit
import NetworkModel

/// A browser of ours: one of avahi's for each type, and a resolution for each instance where that is wanted.
final class ServiceBrowse: Standing {
    private static let mostTypes = 512
    /// An instance that has not been resolved by then makes room while others wait, and is asked for again once nobody
    /// does.
    private static let patience = Duration.seconds(1)
    /// Instances that are begun with before answers to the earlier ones are read: each is a round trip to avahi-daemon.
    private static let mostAtOnce = 4
    /// Instances that are asked for again at a time, each until avahi-daemon says that it has asked in vain (5 s).
    private static let mostRetried = 64

    private let type: String?
    private let domain: String
    private let resolves: Bool
    private let loop: EventLoop
    private var stream: EventStream

    private var client: ClientHandle?
    private var typeBrowser: TypeBrowser?
    private var areTypesDone = false
    private var types: [String: BrowsedType] = [:]
    private var seen: [SeenInstance.Key: SeenInstance] = [:]
    private var shares = PeerShares()
    private var lastSerial = 0
    /// Instances that wait for room in avahi-daemon, oldest first; some may have gone meanwhile.
    private var waiting: [SeenInstance] = []
    /// Instances that have been resolved and are followed, oldest first; some may have gone meanwhile.
    private var followed: [SeenInstance] = []
    /// Instances that are being resolved, oldest first; some may be by now, or have gone.
    private var asked: [SeenInstance] = []
    /// Instances that made room for others without having answered.
    private var silent: [SeenInstance] = []
    /// Those of them that are being asked for again.
    private var retried: [SeenInstance] = []
    private var patienceTimer: EventLoopKit.Timer?
    private var isResolvingWaiting = false
    private var resolvesLater = false
    /// Instances that are neither resolved nor known not to answer.
    private var unsettled: Set<SeenInstance.Key> = []
    private var toldAllForNow = false
    private var unavailable: String?
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

    func tellUnavailable(_ reason: String) {
        guard reason != unavailable else { return }
        unavailable = reason
        tell(.unavailable(reason))
    }

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
        silent = []
        retried = []
        patienceTimer?.cancel()
        patienceTimer = nil
        unsettled = []
        client = nil
    }

    private func tell(_ event: BrowseEvent) {
        // A reader that is too far behind has lost track: better an end than a gap.
        if !stream.tell(event) { end() }
    }

    // MARK: Types

    private func takeType(_ event: BrowserEvent<String>) {
        switch event {
        case .new(let type, let place):
            // One that is none, from a host that does not know better, is no reason to look no further.
            guard (try? ServiceType.validate(type, use: .browsing)) != nil,
                types[type.lowercased()] != nil || addType(type)
            else { return }
            types[type.lowercased()]?.places.insert(place)
        case .removed(let type, let place):
            types[type.lowercased()]?.places.remove(place)
            retire(type)
        case .allForNow, .failed:
            areTypesDone = true
            tellIfDrained()
        case .cacheExhausted: break
        }
    }

    private func addType(_ type: String) -> Bool {
        guard let client, types.count < Self.mostTypes || giveUpIdleType() else { return false }
        let key = type.lowercased()
        let browser = InstanceBrowser(client, type: type, domain: domain) { [unowned self] in takeInstance($0, key) }
        guard let browser else { return false }
        types[key] = BrowsedType(browser)
        return true
    }

    /// Gives up the browser of a type that nobody has an instance of, so that names of types alone keep out no other.
    ///
    /// - Returns: Whether there was one.
    private func giveUpIdleType() -> Bool {
        let used = Set(seen.keys.map { $0.instance.type.lowercased() })
        guard let idle = types.first(where: { $1.isDone && !used.contains($0) })?.key else { return false }
        types.removeValue(forKey: idle)?.browser.free()
        return true
    }

    /// Makes room for another type once this one is listed nowhere and has no instance.
    private func retire(_ type: String) {
        let key = type.lowercased()
        guard self.type == nil, let browsed = types[key], browsed.places.isEmpty,
            !seen.keys.contains(where: { $0.instance.type.lowercased() == key })
        else { return }
        browsed.browser.free()
        types[key] = nil
        tellIfDrained()
    }

    // MARK: Instances

    private func takeInstance(_ event: BrowserEvent<InstanceIdentifier>, _ type: String) {
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
        unsettled.insert(instance.key)
        waiting.append(instance)
        waiting = compact(waiting)
        resolveWaiting()
    }

    /// Has whoever takes up most give up some: first what was asked for in vain, then what was announced first.
    private func makeRoom() {
        let excess = shares.excess
        guard !excess.isEmpty else { return }
        var members: [PeerShares.Peer: [SeenInstance]] = [:]
        for instance in seen.values where excess[instance.peer] != nil {
            members[instance.peer, default: []].append(instance)
        }
        for (peer, instances) in members {
            let inOrder = instances.sorted {
                ($0.isSilent ? 0 : 1, $0.serial) < ($1.isSilent ? 0 : 1, $1.serial)
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

    private func tellIfDrained() {
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
    func resolveWaiting() {
        // What is settled on the way asks for the next, which this one comes to anyway.
        guard !isResolvingWaiting else { return }
        isResolvingWaiting = true
        defer { isResolvingWaiting = false }
        // First what has been answered, lest it should count as silence.
        if client?.hasMessages == true, !waiting.isEmpty || !silent.isEmpty { return resolveLater() }
        var begun = 0
        while let client, let next = waiting.first {
            guard seen[next.key] === next, next.resolution == nil else {
                waiting.removeFirst()
                continue
            }
            if !client.hasRoomToResolve {
                guard giveUpOldest() || client.makeRoom?() == true || giveUpSilent() else { return }
                continue
            }
            guard begun < Self.mostAtOnce else { return resolveLater() }
            begun += 1
            waiting.removeFirst()
            resolve(next)
        }
        // Those that were given up get another chance, since a second is not enough where the machine is busy. They need
        // not wait for room: it is better to know of each than to follow the changes of some.
        while let client, retried.count < Self.mostRetried, let next = silent.first {
            guard seen[next.key] === next, next.resolution == nil else {
                silent.removeFirst()
                continue
            }
            guard client.hasRoomToResolve || giveUpFollowed() else { return }
            guard begun < Self.mostAtOnce else { return resolveLater() }
            guard client.hasRoomToResolve else { continue }
            begun += 1
            silent.removeFirst()
            resolve(next)
            if next.resolution != nil { retried.append(next) }
        }
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
        if giveUpFollowed() { return true }
        guard let first = retried.first else { return false }
        drop(first)
        silent.append(first)
        return true
    }

    /// - Returns: Whether there was one.
    private func giveUpFollowed() -> Bool {
        guard let index = followed.firstIndex(where: { one in one.resolution != nil && !isRetried(one) }) else {
            followed = []
            return false
        }
        drop(followed[index])
        followed.removeSubrange(...index)
        return true
    }

    private func isRetried(_ instance: SeenInstance) -> Bool { retried.contains { $0 === instance } }

    /// Has the one that was asked for first make room where it has not answered in time, and see to it that this
    /// happens once it is time.
    ///
    /// - Returns: Whether there was one.
    private func giveUpSilent() -> Bool {
        while let first = asked.first,
            seen[first.key] !== first || !unsettled.contains(first.key) || first.resolution == nil
        {
            asked.removeFirst()
        }
        guard let first = asked.first, let begun = first.startedAt else { return false }
        let left = Self.patience - begun.duration(to: .now)
        guard left <= .zero else {
            guard patienceTimer == nil else { return false }
            let this = OnLoop(self, loop)
            patienceTimer = loop.schedule(after: left) {
                this.value.patienceTimer = nil
                this.value.resolveWaiting()
            }
            return false
        }
        asked.removeFirst()
        drop(first)
        silent.append(first)
        silent = compact(silent)
        settle(first, .failed(nil))
        return true
    }

    private func resolve(_ instance: SeenInstance) {
        drop(instance)
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
        retried.removeAll { $0 === instance }
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
        guard unsettled.remove(instance.key) != nil else {
            settleAgain(instance, outcome)
            return
        }
        followed.append(instance)
        followed = compact(followed)
        if !waiting.isEmpty || !silent.isEmpty { resolveWaiting() }
        tellIfDrained()
    }

    /// One that was silent at first has had its other chance.
    private func settleAgain(_ instance: SeenInstance, _ outcome: InstanceResolution.Outcome) {
        guard let index = retried.firstIndex(where: { $0 === instance }) else { return }
        retried.remove(at: index)
        if case .failed(nil) = outcome {
            // It is the first to make room again.
            if silent.isEmpty { followed.insert(instance, at: 0) } else { drop(instance) }
        } else {
            followed.append(instance)
            followed = compact(followed)
        }
        if !silent.isEmpty { resolveWaiting() }
    }
}
