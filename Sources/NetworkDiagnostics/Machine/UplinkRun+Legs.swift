import Diagnosis
import EventLoopKit
import NetworkModel
import Probes
import Synchronization

/// Connections over each of several next hops of the default route.
extension UplinkRun {
    /// The time within which a host answers: more than over a satellite, since a slow line is not broken.
    private static let limitOfConnections = Duration.milliseconds(1_200)
    private static let maxLegs = 4
    private static let portOfRootServer: UInt16 = 53
    private static let portOfPrograms: UInt16 = 443

    /// The evidence with connections and echo requests to a root server over each of several next hops, if nothing is heard behind one of
    /// them: its routers may report nothing, or it is dead. They are not made again as long as the last ones tell.
    ///
    /// A network may pass neither queries to servers of others nor echo requests, and yet all that programs need. Further connections are
    /// therefore made to the port of most programs, of a host that answered one of them.
    func comparedOverLegs(_ evidence: UplinkEvidence) async throws -> UplinkEvidence {
        guard evidence.hasUnheardLeg, let family = snapshot.preferredDefaultRoutes.first?.family else {
            return evidence
        }
        let others = (evidence.spares ?? []).filter { $0.isLeg == true }.map(\.interface)
        let interfaces = Array(([evidence.interface].compactMap(\.self) + others).prefix(Self.maxLegs))
        var evidence = evidence
        if let known = engine.uplink.legs(over: interfaces, isRecalled: isHurried) {
            evidence.legs = known
            return evidence
        }
        // Any DNS server may know the address, whatever next hop leads to it.
        var asking = evidence
        asking.queries = evidence.allQueries
        guard !isHurried, engine.uplink.begin(.elsewhere),
            let server = try await rootServer(family, beside: asking)
        else {
            evidence.legs = engine.uplink.legs(over: interfaces, isRecalled: true)
            return evidence
        }
        let host = await recentPeers([family], on: Self.portOfPrograms).first ?? server
        async let echoes = echoes(to: server, over: interfaces)
        async let web = engine.connections(
            to: SocketAddress(host, port: Self.portOfPrograms), over: interfaces, until: .now + Self.limitOfConnections)
        var legs = try await engine.connections(
            to: SocketAddress(server, port: Self.portOfRootServer), over: interfaces,
            until: .now + Self.limitOfConnections)
        let (heard, connected) = try await (echoes, web)
        for index in legs.indices {
            let interface = legs[index].interface
            legs[index].echo = heard[interface]
            // Which hosts programs contact is nobody's business.
            legs[index].web = connected.first { $0.interface == interface }?.attempts.map(\.outcome)
        }
        engine.uplink.store(legs)
        evidence.legs = legs
        return evidence
    }

    /// The results of echo requests to a host over each interface: a filter of one port need not be one of all packets.
    private func echoes(to host: IPAddress, over interfaces: [String]) async throws -> [String: EchoEvidence] {
        try await withThrowingTaskGroup(of: (String, EchoEvidence).self) { group in
            for interface in interfaces {
                let probe = EchoProbe(address: host, loop: engine.loop, attempts: 3, on: interface)
                group.addTask { (interface, try await probe.observe(within: Self.limitOfConnections)) }
            }
            return try await group.reduce(into: [String: EchoEvidence]()) { $0[$1.0] = $1.1 }
        }
    }
}

extension UplinkMemory {
    /// How long connections over each of several next hops tell something: less if a next hop has lost them, which may work again.
    private static let lifetimeOfLegs = Duration.seconds(300)
    private static let lifetimeOfLostLegs = PacketBudget.routine
    /// The same for an observation that makes none, so that it does not contradict the last one that did: until the next one at the
    /// default interval.
    private static let lifetimeOfRecalledLegs = Duration.seconds(75)

    /// The last connections over these interfaces; `nil` if there are none, or if they are too old.
    ///
    /// - Parameter isRecalled: Whether none can be made now.
    func legs(
        over interfaces: [String], isRecalled: Bool = false, at now: ContinuousClock.Instant = .now
    ) -> [TCPEvidence.Leg]? {
        guard let (tried, at) = state.withLock({ $0.legs }), tried.map(\.interface) == interfaces else { return nil }
        let areAllAnswering = tried.answering.count == tried.count
        let ofLost = isRecalled ? Self.lifetimeOfRecalledLegs : Self.lifetimeOfLostLegs
        return at + (areAllAnswering ? Self.lifetimeOfLegs : ofLost) > now ? tried : nil
    }

    /// Stores connections over each of several next hops.
    func store(_ legs: [TCPEvidence.Leg], at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.legs = (legs, now) }
    }
}
