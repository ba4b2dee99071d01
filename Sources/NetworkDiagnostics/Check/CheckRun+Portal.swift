import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

extension CheckRun {
    /// The port that portals answer at for everybody.
    private static let portalPort: UInt16 = 80
    /// A portal is as near as the one who answers in the target's place, so that it is not waited for once that one has.
    private static let grace = Duration.milliseconds(10)
    private static let limit = Duration.milliseconds(250)

    /// Does the work of a check in the clear, and sees meanwhile who answers for an address that nobody has: a page that a portal shows
    /// to everybody looks like the target's.
    ///
    /// - Parameter destination: Where the target is asked; `nil`: where nobody answers in its place.
    /// - Returns: What the work came to, and what shows a portal; `nil`: nothing does.
    func noticingPortals<Result: Sendable>(
        _ destination: SocketAddress?, in snapshot: NetworkSnapshot, _ selection: RouteSelection,
        _ work: () async throws -> Result
    ) async throws -> (Result, UplinkEvidence?) {
        guard let destination, destination.port == Self.portalPort, destination.address.isOfInternet,
            !selection.gateway.isOnLink, let route = selection.gateway.hops.first?.route
        else { return (try await work(), nil) }
        let evidence = { (met: UplinkEvidence.Interception?) -> UplinkEvidence? in
            guard let met, met.isOfPortal else { return nil }
            return UplinkEvidence(gateway: route.gateway, interface: route.interface, interception: met)
        }
        // A process that looks at the uplink itself knows already.
        if engine.uplink.hasLooked { return (try await work(), evidence(engine.uplink.earlier().interception)) }
        guard let nobody = NobodyAddress.any(destination.address.family, in: snapshot),
            engine.uplink.begin(.connection, leaving: 1)
        else { return (try await work(), nil) }
        let probe = InterceptionProbe(nobody, loop: engine.loop)
        let loop = engine.loop
        return try await withThrowingTaskGroup(of: UplinkEvidence.Interception?.self) { group in
            group.addTask { (try? await probe.observe(until: .now + Self.limit)) ?? nil }
            let result = try await work()
            group.addTask {
                try? await loop.sleep(until: .now + Self.grace)
                return nil
            }
            let met = try await group.next() ?? nil
            group.cancelAll()
            return (result, evidence(met))
        }
    }
}
