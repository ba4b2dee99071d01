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

    private enum PartialResult: Sendable {
        case nobody(UplinkEvidence.Interception?)
        case control(FollowUpProbes.Amendment?)
        case graceIsOver
    }

    /// Signs, collected during a check, that another host may have answered in place of the target.
    struct PortalIndications: Sendable {
        /// The device that responds for an address that nobody has; `nil` if there is none, or it was not tried.
        var uplink: AnyLayerEvidence?
        /// The response of the target's DNS server for a name that cannot exist; `nil` if there is no address.
        var control: FollowUpProbes.Amendment?

        /// - Parameters:
        ///   - met: The response for an address that nobody has.
        ///   - route: The route to the target.
        @inline(never)
        init(_ met: UplinkEvidence.Interception?, _ control: FollowUpProbes.Amendment?, _ route: Route?) {
            self.control = control
            guard let met, let route, met.isOfPortal || met.isFailing || met.isEndedByDevice else { return }
            uplink = AnyLayerEvidence(
                UplinkEvidence(gateway: route.gateway, interface: route.interface, interception: met))
        }
    }

    /// The requests that another host may answer in place of the target, unless TLS proves the identity of the
    /// responder.
    struct Impersonation: Sendable {
        /// The destination on port 80, where a portal may accept the connection and show its own page; `nil` for other targets.
        var page: SocketAddress?
        /// The DNS server that returned the target's addresses; `nil` if no DNS server did.
        var server: String?
        /// The families of those addresses.
        var families: [AddressFamily] = []

        /// Nothing that another host could do would remain unnoticed.
        static let impossible = Impersonation()
    }

    /// The requests that another host may answer in place of a destination that is reached without a proxy.
    func impersonation(
        of visit: RequestDestination, at destinations: [SocketAddress], _ evidence: Evidence,
        _ selection: RouteSelection
    ) -> Impersonation {
        guard !visit.target.beginsWithTLS, let first = destinations.first else { return .impossible }
        var found = Impersonation.impossible
        let isBeyond = first.address.isOfInternet && !selection.gateway.isOnLink
        if visit.target.isConnectedTo, first.port == Self.portalPort, isBeyond { found.page = first }
        // The answers of a question are not addresses that this check connects to.
        guard case .name = visit.target.host, visit.target.question == nil, visit.settings.address == nil else {
            return found
        }
        let answers = evidence.dns?.resolution.answers.filter { $0.source == .dns } ?? []
        found.server = answers.lazy.compactMap(\.server).first
        let used = destinations.map(\.address.family)
        found.families = AddressFamily.allCases.filter(used.contains)
        return found
    }

    /// Runs the work of a check. Meanwhile it tries an address that nobody has, and a name that cannot exist: a page that is
    /// shown to everybody looks like the target's, and a host to which all names resolve accepts connections like the target.
    ///
    /// - Parameters:
    ///   - doubts: What another host may answer.
    ///   - evidence: The evidence about the target's name.
    /// - Returns: The result of the work, and the signs of another host.
    func noticingPortals<Result: Sendable>(
        _ doubts: Impersonation, _ evidence: Evidence, in routedSnapshot: RoutedSnapshot, _ selection: RouteSelection,
        _ work: () async throws -> Result
    ) async throws -> (Result, PortalIndications) {
        let route = selection.hops.first?.route
        let page = route == nil ? nil : doubts.page
        // A process that observes the uplink itself already knows. A thorough check finds out again: the uplink may have been
        // observed without this request, which a check made before.
        let isThorough = options.depth == .thorough
        let isKnown = engine.uplink.hasLooked && !isThorough
        let known = page != nil && isKnown ? engine.uplink.earlier().interception : nil
        let nobody =
            isKnown ? nil : page.flatMap { DocumentationAddress.any($0.address.family, in: routedSnapshot.snapshot) }
        let isNobodyAsked = nobody != nil && engine.uplink.begin(.connection, leaving: isThorough ? 0 : 1)
        guard isNobodyAsked || doubts.server != nil else { return (try await work(), .init(known, nil, route)) }
        let loop = engine.loop
        return try await withThrowingTaskGroup(of: PartialResult.self) { group in
            var left = 0
            if isNobodyAsked, let nobody {
                left += 1
                // Whether it answers over TLS as well does not matter for a page over plain HTTP.
                let probe = InterceptionProbe(nobody, loop: loop, triesTLS: false)
                group.addTask { .nobody((try? await probe.observe(until: .now + Self.limit)) ?? nil) }
            }
            if let server = doubts.server {
                left += 1
                let probes = FollowUpProbes(
                    engine: engine, options: options, evidence: evidence, deadline: .now + Self.limit)
                group.addTask {
                    do {
                        return .control(try await probes.nonexistentNameResponse(by: server, doubts.families))
                    } catch {
                        // A missing socket for one more query of this machine says nothing about the target.
                        try Task.checkCancellation()
                        return .control(nil)
                    }
                }
            }
            let result = try await work()
            // A remote or busy DNS server takes its time for this query as well.
            let usual = evidence.dns?.resolution.answers.map(\.duration.duration).max() ?? .zero
            let grace = doubts.server == nil ? Self.grace : min(Self.grace + usual * 4, Self.maxGrace)
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
            return (result, .init(met, control, route))
        }
    }
}
