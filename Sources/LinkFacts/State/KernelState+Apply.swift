import CNetlink
import NetworkModel

extension KernelState {
    /// Processes a message of a multicast group.
    ///
    /// Messages may be older than the known state (they queue while a dump is read). That is harmless: each is complete in
    /// itself, they arrive in order, and the last one for a key is valid.
    mutating func apply(_ message: NetlinkMessage, at now: UInt64) -> StateUpdate {
        switch message.type {
        case RTM_NEWLINK: LinkRecord(message).map { update($0, at: now) } ?? StateUpdate()
        case RTM_DELLINK: LinkRecord(message).map { remove($0) } ?? StateUpdate()
        case RTM_NEWADDR: AddressRecord(message, readAt: now).map { update($0) } ?? StateUpdate()
        case RTM_DELADDR: AddressRecord(message, readAt: now).map { remove($0, at: now) } ?? StateUpdate()
        case RTM_NEWROUTE:
            RouteRecord(message).map { update($0, replaces: message.has(NLM_F_REPLACE)) } ?? StateUpdate()
        case RTM_DELROUTE: RouteRecord(message).map { remove($0) } ?? StateUpdate()
        case RTM_NEWNEIGH: NeighbourRecord(message).map { update($0) } ?? StateUpdate()
        case RTM_DELNEIGH: NeighbourRecord(message).map { remove($0) } ?? StateUpdate()
        case RTM_NEWNETCONF: changed(message)
        case RTM_NEWNDUSEROPT: TranslationRecord(message, readAt: now).map { update($0, at: now) } ?? StateUpdate()
        default: StateUpdate()
        }
    }

    /// Stores a prefix. Checks determine its consequences; it is not a change of the network by itself.
    private mutating func update(_ record: TranslationRecord, at now: UInt64) -> StateUpdate {
        if links[record.index] != nil { memory.record(record, at: now) }
        return StateUpdate()
    }

    // MARK: Interfaces

    /// Processes a message about an interface.
    mutating func update(_ record: LinkRecord, at now: UInt64) -> StateUpdate {
        let before = links[record.index]
        guard before != record, before != nil || links.count < Self.maxRecords else { return StateUpdate() }
        links[record.index] = record
        if let before { memory.record(record, before: before, at: now) }
        var update = StateUpdate()
        if let event = NetworkEvent.change(from: before, to: record) {
            update = StateUpdate(event)
        }
        update.staleSpeed = record.index
        // IPv4 routes disappear without a message when their interface is set down.
        update.routesAreStale =
            before?.isAdminUp == true && !record.isAdminUp || before.map { changesUse(of: $0, record) } == true
        return update
    }

    /// Whether routes over an interface may be used or ignored from now on (`ignore_routes_with_linkdown`), which the kernel does
    /// not report. It decides so later than the carrier changes, together with the operational state.
    private func changesUse(of before: LinkRecord, _ record: LinkRecord) -> Bool {
        guard before.hasCarrier != record.hasCarrier || before.operationalState != record.operationalState else {
            return false
        }
        return routes.values.joined().contains { $0.nextHops.contains { $0.index == record.index } }
    }

    /// Processes a change of a setting. A message with all settings is about a new interface, over which there are no routes.
    private func changed(_ setting: NetlinkMessage) -> StateUpdate {
        // The attributes follow `struct netconfmsg`.
        let types = NetlinkAttributes(setting.payload.from(4)).map(\.type)
        var update = StateUpdate()
        update.routesAreStale =
            types.contains(Int(NETCONFA_IGNORE_ROUTES_WITH_LINKDOWN)) && !types.contains(Int(NETCONFA_FORWARDING))
        return update
    }

    private mutating func remove(_ record: LinkRecord) -> StateUpdate {
        guard let gone = links.removeValue(forKey: record.index) else { return StateUpdate() }
        memory.recordName(gone.name, of: record.index)
        addresses.removeAll { $0.key.index == record.index }
        // Thousands of interfaces may be removed one after the other, most of them without neighbours.
        if neighbours.keys.contains(where: { $0.index == record.index }) {
            neighbours = neighbours.filter { $0.key.index != record.index }
        }
        if gatewayAnswers.keys.contains(where: { $0.index == record.index }) {
            gatewayAnswers = gatewayAnswers.filter { $0.key.index != record.index }
        }
        speeds[record.index] = nil
        radios[record.index] = nil
        memory.remove(record.index)
        var update = StateUpdate(.link(record.name, .removed))
        update.routesAreStale = true
        return update
    }

    // MARK: Addresses

    private mutating func update(_ record: AddressRecord) -> StateUpdate {
        let before = addresses[record.key]
        if before != nil || addresses.count < Self.maxRecords { addresses.update(record, record.key) }
        guard before != record, let address = address(record.key.address, on: record.key.index) else {
            return StateUpdate()
        }
        memory.recordAddition(record)
        let interface = name(record.key.index)
        var update = StateUpdate(.change(of: address, from: before, to: record, on: interface))
        update.staleLink = before == nil ? linkWithChangedIPv6State(address, record) : nil
        return update
    }

    private mutating func remove(_ record: AddressRecord, at now: UInt64) -> StateUpdate {
        guard let before = addresses.remove(record.key) else { return StateUpdate() }
        memory.recordRemoval(before, at: now)
        let interface = name(record.key.index)
        guard let address = address(record.key.address, on: record.key.index) else { return StateUpdate() }
        var update = StateUpdate(
            .address(address, prefixLength: Int(record.key.prefixLength), interface: interface, .removed))
        // Routes with it as their preferred source disappear without a message.
        update.routesAreStale = true
        update.staleLink = linkWithChangedIPv6State(address, record)
        return update
    }

    /// The interface if an address is added or removed that exists as long as IPv6 is enabled: the kernel does not report the
    /// switch itself.
    private func linkWithChangedIPv6State(_ address: IPAddress, _ record: AddressRecord) -> UInt32? {
        address.family == .ipv6 && address.isLinkLocal ? record.key.index : nil
    }

    // MARK: Routes

    private mutating func update(_ record: RouteRecord, replaces: Bool) -> StateUpdate {
        guard record.isOfMainTable else { return StateUpdate() }
        let before = routes[record.key] ?? []
        if before.contains(record) { return StateUpdate() }
        guard before.count < 2, before.isEmpty || replaces else {
            // For several routes with the same key, the message does not say which position the route has, or which one it
            // replaced.
            var update = StateUpdate()
            update.routesAreStale = true
            return update
        }
        guard !before.isEmpty || routes.count < Self.maxRoutes || record.key.prefixLength == 0 else {
            routesOmitted += 1
            return StateUpdate()
        }
        routes[record.key] = [record]
        return changed(from: before, to: [record])
    }

    private mutating func remove(_ record: RouteRecord) -> StateUpdate {
        guard record.isOfMainTable else { return StateUpdate() }
        guard let before = routes[record.key] else { return removeUnlistedRecords() }
        guard before == [record] else {
            var update = StateUpdate()
            update.routesAreStale = true
            return update
        }
        routes[record.key] = nil
        return changed(from: before, to: [])
    }

    /// Records that one of the omitted routes was removed; if all of them fit again, they are read again.
    private mutating func removeUnlistedRecords() -> StateUpdate {
        guard routesOmitted > 0 else { return StateUpdate() }
        routesOmitted -= 1
        var update = StateUpdate()
        update.routesAreStale = routesOmitted == 0 || routes.count + routesOmitted == Self.maxRoutes / 2
        return update
    }

    /// Replaces the known routes by those of a dump, and returns the differences.
    mutating func applyRoutes(_ table: RouteTable) -> StateUpdate {
        let before = routes
        let wasWhole = routesOmitted == 0
        replaceRoutes(table)
        // If a table is not stored as a whole, another part may be stored now, which is not a change.
        let isWhole = wasWhole && routesOmitted == 0
        func isNews(_ key: RouteRecord.Key) -> Bool { isWhole || key.prefixLength == 0 }
        var update = StateUpdate()
        for (key, old) in before where isNews(key) && routes[key] != old {
            update.events += changed(from: old, to: routes[key] ?? []).events
        }
        for (key, new) in routes where isNews(key) && before[key] == nil {
            update.events += changed(from: [], to: new).events
        }
        return update
    }

    private func changed(from before: [RouteRecord], to after: [RouteRecord]) -> StateUpdate {
        let old = before.flatMap(routes(of:))
        let new = after.flatMap(routes(of:))
        return old == new ? StateUpdate() : StateUpdate(.route(before: old, after: new))
    }

    // MARK: Neighbours

    private mutating func update(_ record: NeighbourRecord) -> StateUpdate {
        let before = neighbours[record.key]
        guard before != record, before != nil || neighbours.count < Self.maxRecords else { return StateUpdate() }
        neighbours[record.key] = record
        let told = gatewayAnswers[record.key]
        let moved =
            record.hardwareAddress != nil && before?.hardwareAddress != nil
            && record.hardwareAddress != before?.hardwareAddress
        // Only a confirmation makes a gateway good again: STALE, DELAY and PROBE can also follow a mere hint.
        let answers = record.state == .reachable || record.state == .failed ? record.answers : nil
        guard moved || (answers != nil && answers != told), isGateway(record.key),
            let address = address(record.key.address, on: record.key.index)
        else { return StateUpdate() }
        if answers != nil { recordAnswer(record) }
        let interface = name(record.key.index)
        return StateUpdate(.change(of: address, record, hasMoved: moved, on: interface))
    }

    /// Removes a neighbour entry. The kernel removes unused entries after a while, which is not news.
    private mutating func remove(_ record: NeighbourRecord) -> StateUpdate {
        neighbours[record.key] = nil
        return StateUpdate()
    }
}
