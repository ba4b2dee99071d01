import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// Further uplinks, which traffic does not take. They are examined over their own interfaces.
extension UplinkRun {
    /// The maximum number of spare uplinks that are examined.
    private static let maxSpares = 4

    /// The spare uplinks, with the results of earlier packets over them.
    func uplinksInReserve() -> [UplinkEvidence.Spare] {
        let earlier = engine.uplink.spares
        func spare(_ route: Route) -> UplinkEvidence.Spare? {
            route.interface.map { earlier.recalled(.init(gateway: route.gateway, interface: $0)) }
        }
        // An interface without an address borrows that of another one, and replies may arrive on any of them.
        let legs = snapshot.otherLegs.filter(hasOwnAddress).compactMap(spare).map { leg in
            var leg = leg
            leg.isLeg = true
            return leg
        }
        return Array((legs + snapshot.spareDefaultRoutes.compactMap(spare)).prefix(Self.maxSpares))
    }

    private func hasOwnAddress(_ route: Route) -> Bool {
        route.interface.flatMap(snapshot.link(named:))?.addresses.contains { own in
            own.isUsable && own.address.family == route.family && !own.address.isLinkLocal
        } == true
    }

    /// Assigns queries to uplinks: the response of a resolver that is reached over a spare uplink only says something about
    /// that one.
    func assign(_ queries: [UplinkEvidence.Query], to evidence: inout UplinkEvidence) {
        var left = queries
        for index in evidence.spares?.indices ?? 0..<0 {
            let name = evidence.spares?[index].interface
            let own = left.filter { $0.place != .own && snapshot.route(to: $0.server)?.interface == name }
            evidence.spares?[index].queries = own
            left.removeAll { own.contains($0) }
        }
        evidence.queries = left
    }

    private static let portOfDNS: UInt16 = 53

    /// The uplink with the results of new packets. If no router reports them, its gateway is queried as a DNS server, which home routers
    /// are; and if there is a reason for doubt, they are repeated.
    func examined(_ spare: UplinkEvidence.Spare, _ servers: [Resolver]) async throws -> UplinkEvidence.Spare {
        var found = spare
        let begun = ContinuousClock.now
        found.packets = try await packets(by: spare, servers)
        (found.gatewayQuery, found.wasHeard) = (nil, nil)
        guard let gateway = spare.gateway, spare.isLeg == true || isApart(gateway) else { return found }
        if spare.wasHeard == true || found.isHeard { found.wasHeard = true }
        guard found.isSilent, !isHurried else { return found }
        let port = SocketAddress(gateway, port: Self.portOfDNS)
        let connection = try await UplinkPacketProbe(toResolver: port, loop: engine.loop, on: spare.interface)
            .observe(until: .now + Self.packetLimit)
        if connection.answer == .accepted {
            found.gatewayQuery = try await query(Self.label(), Resolver(address: gateway, source: .resolvConf))
        }
        guard found.isDoubtful else { return found }
        try await engine.loop.sleep(until: begun + Self.pause)
        found.packets += try await packetsToNobody(by: spare)
        return found
    }

    /// The evidence with packets over the uplink in use, if there is doubt about a spare one: they show whether silence means anything
    /// here. None were sent if connections of programs proved that the uplink works.
    func comparedWithSpares(_ evidence: UplinkEvidence) async throws -> UplinkEvidence {
        let isDoubtful = (evidence.spares ?? []).contains { $0.isLeg != true && $0.isSilent && $0.isDoubtful }
        guard isDoubtful, !isHurried, UplinkProof(evidence) == .works,
            !evidence.packets.contains(where: { $0.limit != nil && isReported($0, behind: evidence.gateways) }),
            engine.uplink.begin(.datagrams)
        else { return evidence }
        var evidence = evidence
        evidence.packets.removeAll { $0.limit != nil }
        evidence.packets += try await packets(on: nil)
        return assigningSenders(evidence)
    }

    /// Whether a gateway is not in a network of the uplink in use. If it were, as in a home with a cable and a radio, replies could arrive
    /// over the other interface.
    private func isApart(_ gateway: IPAddress) -> Bool {
        let used = snapshot.preferredDefaultRoutes
        let networks = used.compactMap(\.interface).compactMap(snapshot.link(named:)).flatMap(\.addresses)
        return !used.contains { $0.gateway?.bytes == gateway.bytes }
            && !networks.contains { own in
                !own.address.isLinkLocal && own.address.family == gateway.family
                    && gateway.isIn(prefix: own.address, length: own.prefixLength)
            }
    }

    /// Packets over the interface of a spare uplink. If traffic takes it as one of several next hops, they include
    /// connections to resolvers.
    func packets(
        by spare: UplinkEvidence.Spare, _ servers: [Resolver]
    ) async throws -> [UplinkEvidence.Packet] {
        guard spare.isLeg == true else { return try await packetsToNobody(by: spare) }
        async let toNobody = packetsToNobody(by: spare)
        let beyond = servers.filter { place(of: $0.address) == .beyond }.prefix(Self.maxConnections)
        let connections = try await withThrowingTaskGroup(of: UplinkEvidence.Packet.self) { group in
            for server in beyond {
                let address = SocketAddress(server.address, port: server.port)
                group.addTask { try await connect(to: address, on: spare.interface) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return try await toNobody + connections
    }

    /// Connects to a resolver. If its silence would show that one of several next hops is dead, it connects twice at the same
    /// time, since a single SYN may be lost.
    func connect(to server: SocketAddress, on leg: String?) async throws -> UplinkEvidence.Packet {
        let probe = UplinkPacketProbe(toResolver: server, loop: engine.loop, on: leg)
        let deadline = ContinuousClock.now + Self.packetLimit
        guard leg != nil else { return try await probe.observe(until: deadline) }
        async let second = probe.observe(until: deadline)
        let first = try await probe.observe(until: deadline)
        return first.answer == nil && first.error == nil ? try await second : first
    }

    /// Packets to documentation addresses over the interface of a spare uplink, in the address families with a default route
    /// there.
    private func packetsToNobody(by spare: UplinkEvidence.Spare) async throws -> [UplinkEvidence.Packet] {
        let families = Set(snapshot.defaultRoutes.filter { $0.interface == spare.interface }.map(\.family))
        guard
            let destination = AddressFamily.allCases.filter(families.contains)
                .lazy.compactMap({ DocumentationAddress.any($0, in: snapshot) }).first
        else { return [] }
        return try await packets(
            to: [destination], on: spare.interface, gateways: [spare.gateway].compactMap(\.self))
    }
}

extension UplinkEvidence {
    /// Replaces what is known of a spare uplink, except for the responses of configured resolvers.
    mutating func replace(_ found: Spare) {
        let index = spares?.firstIndex { $0.interface == found.interface && $0.gateway == found.gateway }
        guard let index else { return }
        var replaced = found
        replaced.queries = spares?[index].queries ?? []
        spares?[index] = replaced
    }
}
