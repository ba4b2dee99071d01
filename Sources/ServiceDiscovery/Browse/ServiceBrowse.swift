import CAvahi
import NetworkModel

/// A browser of ours: one of avahi's for each type, and a resolution for each instance where that is wanted.
final class ServiceBrowse: Standing {
    private static let mostTypes = 512
    private static let mostInstances = 8_192

    private let type: String?
    private let domain: String
    private let resolves: Bool
    private let stream: AsyncStream<BrowseEvent>.Continuation

    private var client: ClientHandle?
    private var typeBrowser: TypeBrowser?
    private var areTypesDone = false
    private var types: [String: BrowsedType] = [:]
    private var seen: [SeenInstance.Key: SeenInstance] = [:]
    /// Instances that wait for room in avahi-daemon, oldest first; some may have gone meanwhile.
    private var waiting: [SeenInstance] = []
    /// Instances that have been resolved and are followed, oldest first; some may have gone meanwhile.
    private var followed: [SeenInstance] = []
    /// Instances that are neither resolved nor known not to answer.
    private var unsettled: Set<SeenInstance.Key> = []
    private var toldAllForNow = false
    private var unavailable: String?
    /// Instances that were seen before the daemon went stay until they have been looked for anew; they are announced by no
    /// protocol meanwhile.
    private lazy var holdover = Holdover { [unowned self] in giveUpUnseen() }

    init(type: String?, domain: String, resolves: Bool, _ stream: AsyncStream<BrowseEvent>.Continuation) {
        self.type = type
        self.domain = domain
        self.resolves = resolves
        self.stream = stream
    }

    // MARK: The daemon comes and goes

    func start(_ client: ClientHandle) {
        guard self.client == nil else { return }
        self.client = client
        unavailable = nil
        toldAllForNow = false
        holdover.begin(client.loop)
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
        guard let loop = client?.loop else { return }
        free()
        for instance in seen.values { instance.transports = [] }
        holdover.begin(loop)
    }

    private func giveUpUnseen() {
        for (key, instance) in seen where instance.transports.isEmpty {
            seen[key] = nil
            tell(.service(ServiceEvent(.removed, instance.told)))
        }
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
        stream.finish()
    }

    private func free() {
        typeBrowser?.free()
        typeBrowser = nil
        for type in types.values { type.browser.free() }
        types = [:]
        for instance in seen.values { drop(instance) }
        waiting = []
        followed = []
        unsettled = []
        client = nil
    }

    private func tell(_ event: BrowseEvent) {
        // A reader that is tens of thousands of events behind has lost track: better an end than a gap.
        if case .dropped = stream.yield(event) { end() }
    }

    // MARK: Types

    private func takeType(_ event: BrowserEvent<String>) {
        switch event {
        case .new(let type, let place):
            guard types[type.lowercased()] != nil || addType(type) else { return }
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
        guard let client, types.count < Self.mostTypes else { return false }
        let key = type.lowercased()
        let browser = InstanceBrowser(client, type: type, domain: domain) { [unowned self] in takeInstance($0, key) }
        guard let browser else { return false }
        types[key] = BrowsedType(browser)
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
        guard seen.count < Self.mostInstances else { return }
        let new = SeenInstance(instance, place)
        seen[key] = new
        tell(.service(ServiceEvent(.added, new.told)))
        resolveSoon(new)
    }

    private func resolveSoon(_ instance: SeenInstance) {
        guard resolves, client != nil else { return }
        unsettled.insert(instance.key)
        waiting.append(instance)
        resolveWaiting()
    }

    private func remove(_ instance: InstanceIdentifier, _ place: Sighting) {
        let key = SeenInstance.Key(instance: instance, interface: place.interface)
        guard let known = seen[key] else { return }
        known.transports.remove(place.transport)
        guard known.transports.isEmpty else {
            if known.resolution?.place.transport == place.transport { resolve(known) }
            return
        }
        seen[key] = nil
        drop(known)
        unsettled.remove(key)
        tell(.service(ServiceEvent(.removed, known.told)))
        retire(instance.type)
        tellIfDrained()
    }

    private func tellIfDrained() {
        guard let client, !toldAllForNow, areTypesDone, unsettled.isEmpty,
            types.values.allSatisfy(\.isDone)
        else { return }
        toldAllForNow = true
        holdover.drained(client.loop)
        tell(.allForNow)
    }

    // MARK: Resolving

    /// Resolves those that wait, as far as avahi-daemon has room for them; where it has none, the one that has been
    /// followed longest, by this browser or another, is no longer.
    func resolveWaiting() {
        while let client, let next = waiting.first {
            guard seen[next.key] === next, next.resolution == nil else {
                waiting.removeFirst()
                continue
            }
            if !client.hasRoomToResolve {
                guard giveUpOldest() || client.makeRoom?() == true else { return }
                continue
            }
            waiting.removeFirst()
            resolve(next)
        }
    }

    /// - Returns: Whether there was one to give up.
    func giveUpOldest() -> Bool {
        guard let index = followed.firstIndex(where: { $0.resolution != nil }) else {
            followed = []
            return false
        }
        drop(followed[index])
        followed.removeSubrange(...index)
        return true
    }

    private func resolve(_ instance: SeenInstance) {
        drop(instance)
        guard let client, let transport = instance.transports.min() else { return }
        let place = Sighting(interface: instance.key.interface, transport: transport)
        instance.resolution = InstanceResolution(client, instance.key.instance, at: place) {
            [unowned self, unowned instance] in settle(instance, $0)
        }
        if instance.resolution == nil { settle(instance, .failed) }
    }

    private func drop(_ instance: SeenInstance) {
        instance.resolution?.free()
        instance.resolution = nil
    }

    private func settle(_ instance: SeenInstance, _ outcome: InstanceResolution.Outcome) {
        guard seen[instance.key] === instance else { return }
        if let event = instance.take(outcome) { tell(.service(event)) }
        guard unsettled.remove(instance.key) != nil else { return }
        followed.append(instance)
        // Those that have gone stay in the list until it is mostly them.
        if followed.count > 2 * seen.count + 64 { followed.removeAll { seen[$0.key] !== $0 } }
        if !waiting.isEmpty { resolveWaiting() }
        tellIfDrained()
    }
}
