import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery

/// Announcements and hellos of peers.
extension PeerTable {
    /// Applies an event of the browser for `_netdiag._tcp`.
    mutating func apply(_ event: ServiceEvent, _ own: LocalDaemon, at now: Instant) {
        if event.event == .removed {
            remove(event.instance, at: now)
        } else {
            add(event.instance, own, at: now)
        }
    }

    private mutating func remove(_ instance: ServiceInstance, at now: Instant) {
        let key = Self.key(instance.name)
        guard var entry = entries[key] else { return }
        let isGone = entry.removeAnnouncement(on: instance.interface ?? "", at: now)
        if isGone { entry.schedule(at: now) }
        // A peer that has never responded leaves no entry.
        entries[key] = isGone && entry.lastAnswer == nil && !entry.isClaimed ? nil : entry
        if isGone, entry.isVerified { expeditePolls(at: now) }
    }

    private mutating func add(_ instance: ServiceInstance, _ own: LocalDaemon, at now: Instant) {
        guard let port = instance.port, port != 0, let host = instance.host, !isOwn(instance, own) else { return }
        let key = Self.key(instance.name)
        // A name that was only claimed by a hello belongs to the host that announces it on the link.
        let known = entries[key].flatMap { $0.isClaimed ? nil : $0 }
        let new = Entry(
            instance.name, host: host, port: port, presence: .announced([:], answersQueries: false), at: now)
        var entry = known ?? new
        var isNews = entry.announcements.isEmpty || entry.peer.port != port
        let wasHeard = entry.isHeard
        entry.addAnnouncement(instance, at: now)
        let isLost = wasHeard && !entry.isHeard
        if isLost { isNews = true }
        entry.peer.host = host
        entry.peer.port = port
        entry.peer.interfaces = entry.announcements.keys.filter { !$0.isEmpty }.sorted()
        entry.peer.addresses = Self.addresses(of: entry, own)
        if let address = entry.answeredFrom, !entry.peer.addresses.contains(address) {
            (entry.identity, isNews) = (.unverified(answeredFrom: nil), true)
        }
        entry.peer.last = Timestamp()
        if !instance.stale, entry.peer.isReachable != true, case .text(let status)? = instance.txt?["status"] {
            entry.peer.status = ConnectionStatus(rawValue: status)
        }
        if isNews { entry.schedule(at: now) }
        insert(entry, for: key)
        if isLost, entry.isVerified { expeditePolls(at: now) }
    }

    /// Registers a hello from an address.
    mutating func register(_ hello: PeerHello, from address: IPAddress, _ own: LocalDaemon, at now: Instant) {
        let key = Self.key(hello.name)
        guard own.scope.isNeighbour(address) else { return }
        if let known = entries[key] {
            // The peer polls this daemon because it does not see it, or by its schedule; in both cases it should be
            // polled soon.
            guard known.peer.addresses.contains(address), known.peer.port == hello.port,
                known.lastPoll.map({ $0.duration(to: now) >= Self.minInterval }) ?? true
            else { return }
            backoff.invite(SocketAddress(address, port: hello.port))
            if let next = known.nextPoll { entries[key]?.schedule(at: min(next, now)) }
            return
        }
        unconfirmedHellos = unconfirmedHellos.filter { $0.value.duration(to: now) < Self.interval }
        guard unconfirmedHellos[address] == nil, unconfirmedHellos.count < Self.maxEntries,
            !entries.values.contains(where: { $0.isClaimed && $0.peer.addresses == [address] })
        else { return }
        var entry = Entry(hello.name, host: "", port: hello.port, presence: .claimed(since: now), at: now)
        entry.peer.addresses = [address]
        entry.peer.interfaces = own.scope.interface(of: address).map { [$0] } ?? []
        backoff.invite(SocketAddress(address, port: hello.port))
        insert(entry, for: key)
    }

    private func isOwn(_ instance: ServiceInstance, _ own: LocalDaemon) -> Bool {
        own.scope.isLoopback(instance.interface)
            || instance.port == own.port && (instance.addresses ?? []).contains(where: own.scope.isOwn)
    }

    /// The addresses on the links where they were announced; IPv4 first, since it needs no zone.
    private static func addresses(of entry: Entry, _ own: LocalDaemon) -> [IPAddress] {
        var addresses: [IPAddress] = []
        for (interface, instance) in entry.announcements.sorted(by: { $0.key < $1.key }) {
            for address in instance.addresses ?? [] where !addresses.contains(address) {
                guard own.scope.isNeighbour(address, interface) else { continue }
                addresses.append(address)
            }
        }
        let sorted = addresses.filter { $0.family == .ipv4 } + addresses.filter { $0.family == .ipv6 }
        return Array(sorted.prefix(maxAddresses))
    }
}
