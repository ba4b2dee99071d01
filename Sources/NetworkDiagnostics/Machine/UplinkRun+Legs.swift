import Diagnosis
import EventLoopKit
import NetworkModel
import Probes
import Synchronization

/// Connections over each of several next hops of the default route.
extension UplinkRun {
    /// The time within which a host accepts them: more than over a satellite, since a slow line is not broken.
    private static let limitOfConnections = Duration.milliseconds(1_200)
    private static let maxLegs = 4
    private static let portOfRootServer: UInt16 = 53

    /// The evidence with connections to a root server over each of several next hops, if nothing is heard behind one of them: its routers
    /// may report nothing, or it is dead. They are not made again as long as the last ones tell.
    func comparedOverLegs(_ evidence: UplinkEvidence) async throws -> UplinkEvidence {
        guard depth == .full, evidence.hasUnheardLeg, let family = snapshot.preferredDefaultRoutes.first?.family else {
            return evidence
        }
        let others = (evidence.spares ?? []).filter { $0.isLeg == true }.map(\.interface)
        let interfaces = Array(([evidence.interface].compactMap(\.self) + others).prefix(Self.maxLegs))
        var evidence = evidence
        if let known = engine.uplink.legs(over: interfaces) {
            evidence.legs = known
            return evidence
        }
        guard !isHurried, engine.uplink.begin(.elsewhere),
            let server = try await rootServer(family, beside: evidence)
        else { return evidence }
        let legs = try await engine.connections(
            to: SocketAddress(server, port: Self.portOfRootServer), over: interfaces,
            until: .now + Self.limitOfConnections)
        engine.uplink.store(legs)
        evidence.legs = legs
        return evidence
    }
}

extension UplinkMemory {
    /// How long connections over each of several next hops tell something: less if a next hop has lost them, which may work again.
    private static let lifetimeOfLegs = Duration.seconds(300)
    private static let lifetimeOfLostLegs = PacketBudget.routine

    /// The last connections over these interfaces; `nil` if there are none, or if they are too old.
    func legs(over interfaces: [String], at now: ContinuousClock.Instant = .now) -> [TCPEvidence.Leg]? {
        guard let (tried, at) = state.withLock({ $0.legs }), tried.map(\.interface) == interfaces else { return nil }
        let areAllAccepting = tried.accepting.count == tried.count
        return at + (areAllAccepting ? Self.lifetimeOfLegs : Self.lifetimeOfLostLegs) > now ? tried : nil
    }

    /// Stores connections over each of several next hops.
    func store(_ legs: [TCPEvidence.Leg], at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.legs = (legs, now) }
    }
}
