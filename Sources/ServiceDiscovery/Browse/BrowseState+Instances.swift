import NetworkModel

/// The announced instances.
extension BrowseState {
    mutating func add(_ instance: InstanceIdentifier, _ place: BrowserOrigin, _ interfaceName: String?) {
        let key = BrowsedInstance.Key(instance: instance, interface: place.interface)
        if let id = ids[key] {
            let isBack = instances[id]?.transports.isEmpty == true
            instances[id]?.transports.insert(place.transport)
            if isBack { enqueue(id) }
            return
        }
        lastID += 1
        let new = BrowsedInstance(instance, place, interfaceName: interfaceName, id: lastID)
        ids[key] = new.id
        instances[new.id] = new
        instancesOfType[instance.type.lowercased(), default: 0] += 1
        shares.add(new.bytes, of: new.peer)
        emit(.send(.service(ServiceEvent(.added, new.reported))))
        enqueue(new.id)
        evictInstances()
    }

    private mutating func enqueue(_ id: ID) {
        guard resolves, isConnected else { return }
        instances[id]?.retries = 0
        move(id, to: .queued)
        queue.append(id)
        if isOverlong(queue.count) { queue.removeAll { instances[$0]?.stage != .queued } }
        emit(.takeTurn)
    }

    mutating func remove(_ instance: InstanceIdentifier, _ place: BrowserOrigin, at now: Instant) {
        guard let id = ids[BrowsedInstance.Key(instance: instance, interface: place.interface)] else { return }
        instances[id]?.transports.remove(place.transport)
        guard let known = instances[id], known.transports.isEmpty else {
            return changeTransport(of: id, from: place.transport, at: now)
        }
        remove(id)
        retireType(instance.type)
        reportIfAllListed()
    }

    /// Makes the peer with the largest share forget some of its instances: first those with most retries, then those that do
    /// not respond, then the oldest.
    mutating func evictInstances() {
        let excess = shares.excess
        guard !excess.isEmpty else { return }
        var members: [PeerShares.Sender: [BrowsedInstance]] = [:]
        for instance in instances.values where excess[instance.peer] != nil {
            members[instance.peer, default: []].append(instance)
        }
        for (peer, instances) in members {
            let inOrder = instances.sorted {
                (-$0.retries, $0.reported.stale ? 0 : 1, $0.id) < (-$1.retries, $1.reported.stale ? 0 : 1, $1.id)
            }
            for instance in inOrder.prefix(excess[peer] ?? 0) { remove(instance.id) }
        }
        reportIfAllListed()
    }

    /// Whether most entries of a list of instances are not valid any more.
    func isOverlong(_ count: Int) -> Bool { count > 2 * instances.count + 64 }
}
