import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

extension CheckRun {
    /// The port on which portals respond for everybody.
    private static let portalPort: UInt16 = 80
    /// A portal is as near as the device that responds in place of the target, so that there is no need to wait for it after
    /// that response.
    private static let grace = Duration.milliseconds(10)
    private static let maxGrace = Duration.milliseconds(100)
    private static let limit = Duration.milliseconds(250)

    private enum Piece: Sendable {
        case nobody(UplinkEvidence.Interception?)
        case control(FollowUpProbes.Amendment?)
        case graceIsOver
    }

    /// Signs, collected during a check over plain HTTP, that another host may have sent the page.
    struct PortalSigns: Sendable {
        /// The device that responds for an address that nobody has; `nil` if there is none, or it was not tried.
        var uplink: UplinkEvidence?
        /// The response of the target's DNS server for a name that cannot exist; `nil` if there is no address.
        var control: FollowUpProbes.Amendment?
    }

    /// Runs a check over plain HTTP. Meanwhile it tries an address that nobody has, and a name that cannot exist, since a
    /// page that is shown to everybody looks like the target's.
    ///
    /// - Parameters:
    ///   - destination: The destination of the check; `nil` if no device can respond in its place.
    ///   - evidence: The evidence about the target's name.
    /// - Returns: The result of the work, and the signs of a portal.
    func noticingPortals<Result: Sendable>(
        _ destination: SocketAddress?, _ evidence: Evidence, in snapshot: NetworkSnapshot, _ selection: RouteSelection,
        _ work: () async throws -> Result
    ) async throws -> (Result, PortalSigns) {
        guard let destination, destination.port == Self.portalPort, destination.address.isOfInternet,
            !selection.gateway.isOnLink, let route = selection.gateway.hops.first?.route
        else { return (try await work(), PortalSigns()) }
        let signs = { (met: UplinkEvidence.Interception?, control: FollowUpProbes.Amendment?) -> PortalSigns in
            guard let met, met.isOfPortal || met.isFailing else { return PortalSigns(control: control) }
            let uplink = UplinkEvidence(gateway: route.gateway, interface: route.interface, interception: met)
            return PortalSigns(uplink: uplink, control: control)
        }
        // A process that observes the uplink itself already knows.
        let known = engine.uplink.hasLooked ? engine.uplink.earlier().interception : nil
        let nobody = engine.uplink.hasLooked ? nil : DocumentationAddress.any(destination.address.family, in: snapshot)
        let server = evidence.dns?.resolution.answers.lazy.filter { $0.source == .dns }.compactMap(\.server).first
        let isNobodyAsked = nobody != nil && engine.uplink.begin(.connection, leaving: 1)
        let isNameAsked = server != nil && engine.uplink.begin(.control)
        guard isNobodyAsked || isNameAsked else { return (try await work(), signs(known, nil)) }
        let loop = engine.loop
        return try await withThrowingTaskGroup(of: Piece.self) { group in
            var left = 0
            if isNobodyAsked, let nobody {
                left += 1
                let probe = InterceptionProbe(nobody, loop: loop)
                group.addTask { .nobody((try? await probe.observe(until: .now + Self.limit)) ?? nil) }
            }
            if isNameAsked, let server {
                left += 1
                let probes = FollowUpProbes(
                    engine: engine, options: options, evidence: evidence, deadline: .now + Self.limit)
                group.addTask { .control(try await probes.madeUp(by: server)) }
            }
            let result = try await work()
            // A remote or busy DNS server takes its time for this query as well.
            let usual = evidence.dns?.resolution.answers.map(\.duration.duration).max() ?? .zero
            let grace = isNameAsked ? min(Self.grace + usual * 4, Self.maxGrace) : Self.grace
            group.addTask {
                try? await loop.sleep(until: .now + grace)
                return .graceIsOver
            }
            var (met, control) = (known, FollowUpProbes.Amendment?.none)
            while left > 0, let piece = try await group.next() {
                switch piece {
                case .nobody(let found): (met, left) = (found, left - 1)
                case .control(let found): (control, left) = (found, left - 1)
                case .graceIsOver: left = 0
                }
            }
            group.cancelAll()
            return (result, signs(met, control))
        }
    }
}
