import NetworkModel

extension KernelState {
    /// Converts the state to the model: interfaces by index, routes from the least specific, IPv4 first.
    ///
    /// - Parameter now: The time in nanoseconds of `CLOCK_MONOTONIC`, for the remaining lifetimes.
    func snapshot(at now: UInt64, resolvers: ResolverConfiguration) -> NetworkSnapshot {
        var addressesOfLink: [UInt32: [LinkAddress]] = [:]
        for record in addresses.values {
            guard let address = address(record.key.address, on: record.key.index) else { continue }
            var known = LinkAddress(
                address: address, prefixLength: record.key.prefixLength, scope: record.scope, flags: record.flags,
                validLifetime: record.lifetimes.left(record.lifetimes.valid, at: now),
                preferredLifetime: record.lifetimes.left(record.lifetimes.preferred, at: now))
            known.renewedAgo = record.lifetimes.renewedAgo(at: now)
            addressesOfLink[record.key.index, default: []].append(known)
        }
        let links = links.values.sorted { $0.index < $1.index }.map {
            link($0, addresses: addressesOfLink[$0.index] ?? [], at: now)
        }
        let routes = routes.values.joined().sorted(by: Self.comesBefore).flatMap(routes(of:))
        let neighbours = neighbours.values.sorted {
            $0.key.index != $1.key.index
                ? $0.key.index < $1.key.index : Self.comesBefore($0.key.address, $1.key.address)
        }
        let expired = memory.expired.compactMap { lease in
            address(lease.address, on: lease.index).map {
                ExpiredLease(interface: name(lease.index), address: $0, source: .kernel, ended: lease.ended)
            }
        }
        let translations = memory.translations.filter { $0.expires > now }.map { record in
            NAT64Announcement(
                prefix: record.prefix, interface: name(record.index),
                router: record.router.flatMap { address($0, on: record.index) })
        }
        var snapshot = NetworkSnapshot(
            links: links, routes: routes, neighbours: neighbours.compactMap(neighbour),
            resolvers: resolvers.queried(over: links),
            expiredLeases: expired.isEmpty ? nil : expired, routesOmitted: routesOmitted == 0 ? nil : routesOmitted)
        if !translations.isEmpty { snapshot.translations = translations }
        return snapshot
    }

    private func link(_ record: LinkRecord, addresses: [LinkAddress], at now: UInt64) -> Link {
        var link = Link(
            index: record.index, name: record.name, kind: record.kind, isLoopback: record.isLoopback,
            isAdminUp: record.isAdminUp, hasCarrier: record.hasCarrier, operationalState: record.operationalState,
            mtu: record.mtu, speed: speeds[record.index], hardwareAddress: record.hardwareAddress,
            carrierChanges: record.carrierChanges,
            recentCarrierChanges: record.isLoopback ? nil : memory.recentChanges(of: record.index, at: now),
            carrierGains: record.carrierGains, master: record.master, isIPv6Disabled: record.isIPv6Disabled,
            wireless: radios[record.index], losses: memory.losses[record.index], addresses: addresses)
        (link.portState, link.parent) = (record.portState, record.parent)
        if record.isARPOff { link.isARPOff = true }
        if record.isRAIgnored, !record.isLoopback { link.isRAIgnored = true }
        return link
    }

    /// One route for each next hop, or a single one if there is none; none for a next hop that the kernel does not use until its
    /// interface has a carrier again.
    func routes(of record: RouteRecord) -> [Route] {
        let used = record.nextHops.filter { !isIgnored($0) }
        let hops: [RouteRecord.NextHop?] = record.nextHops.isEmpty ? [nil] : used
        return hops.map { hop in
            // IPv6 attaches routes that reject packets to the loopback interface.
            let rejects = [.blackhole, .unreachable, .prohibit].contains(record.kind)
            return Route(
                family: record.key.family, kind: record.kind, destination: IPAddress(bytes: record.key.destination),
                prefixLength: record.key.prefixLength,
                gateway: hop?.gateway.flatMap { address($0, on: hop?.index) },
                interface: rejects ? nil : hop?.index.map(name), metric: record.key.metric,
                preferredSource: record.preferredSource.flatMap { IPAddress(bytes: $0) },
                origin: RouteOrigin.name(record.origin))
        }
    }

    /// Whether a next hop is not used, while its interface is up. One that is down is examined all the same.
    private func isIgnored(_ hop: RouteRecord.NextHop) -> Bool {
        guard hop.isIgnored, let index = hop.index else { return false }
        return links[index]?.isAdminUp == true
    }

    private func neighbour(_ record: NeighbourRecord) -> Neighbour? {
        // The kernel has entries for the host's own addresses for its convenience.
        if record.state == .noarp, links[record.key.index]?.isLoopback == true { return nil }
        return address(record.key.address, on: record.key.index).map {
            Neighbour(
                address: $0, interface: name(record.key.index), hardwareAddress: record.hardwareAddress,
                state: record.state, isRouter: record.isRouter)
        }
    }

    private static func comesBefore(_ left: RouteRecord, _ right: RouteRecord) -> Bool {
        if left.key.family != right.key.family { return left.key.family == .ipv4 }
        if left.key.prefixLength != right.key.prefixLength { return left.key.prefixLength < right.key.prefixLength }
        if left.key.destination != right.key.destination {
            return comesBefore(left.key.destination, right.key.destination)
        }
        return left.key.metric < right.key.metric
    }

    private static func comesBefore(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count != right.count ? left.count < right.count : left.lexicographicallyPrecedes(right)
    }
}
