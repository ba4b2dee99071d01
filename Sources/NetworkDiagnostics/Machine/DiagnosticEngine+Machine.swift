public import Diagnosis
import HostResolution
import LinkFacts
public import NetworkModel
import Probes

extension DiagnosticEngine {
    /// Observes the machine's network as a whole: pings the gateways of the default routes, and asks each resolver one
    /// question (the root's NS). Nothing goes further than these.
    ///
    /// A gateway that loses the first request, or answers late, is asked some more; the counters of the interfaces and the
    /// radios' signals are read as well.
    ///
    /// - Parameter limit: For each answer.
    /// - Throws: `CancellationError`.
    public func observeMachine(
        timeout limit: Duration = .seconds(2), thresholds: Thresholds = .init()
    ) async throws -> MachineObservation {
        let routedSnapshot = try await routedSnapshot()
        let (snapshot, remembered) = (routedSnapshot.snapshot, routedSnapshot.remembered)
        let selection = routedSnapshot.routes(to: [])
        let watch = GatewayWatch(hops: selection.gateway.hops, snapshot: snapshot, loop: loop, memory: gateways)
        async let pinged: Void = watch.run()
        async let resolvers = askResolvers(snapshot.resolvers, within: limit)
        try await pinged
        let gateways = try await examined(watch.observed(in: try await links.snapshot()), thresholds)
        let answers = try await resolvers
        _ = try await links.losses(on: selection.link.carriers.map(\.name))
        try await links.refreshRadios()
        return MachineObservation(
            snapshot: try await completed(links.snapshot()), gateways: gateways, resolvers: answers,
            remembered: remembered, thresholds: thresholds)
    }

    /// Looks more closely at gateways of which one ping gave reason to.
    private func examined(
        _ hops: [GatewayEvidence.Hop], _ thresholds: Thresholds
    ) async throws -> [GatewayEvidence.Hop] {
        var hops = hops
        for index in hops.indices where GatewayQuality.isDoubtful(hops[index], thresholds) {
            guard let gateway = hops[index].route.gateway else { continue }
            hops[index].series = try await series(to: gateway, until: .now + .seconds(2))
        }
        return hops
    }

    /// The observation as it stands right after a change in the kernel's facts, before anything has been asked again.
    ///
    /// What was heard from gateways and resolvers stays only where the way to them is as it was.
    public func renewed(_ before: MachineObservation) async throws -> MachineObservation {
        let routedSnapshot = try await routedSnapshot()
        let (now, remembered) = (routedSnapshot.snapshot, routedSnapshot.remembered)
        var after = before
        after.snapshot = now
        after.remembered = remembered
        after.gateways = before.gateways.filter { hop in
            guard let link = hop.route.interface.flatMap(now.link(named:)) else { return false }
            return link.isAdminUp && link.hasCarrier && now.routes.contains(hop.route)
        }
        after.resolvers = now.resolvers.servers.map { resolver in
            let known = before.resolvers.first { $0.resolver == resolver }
            let isSameWay = now.route(to: resolver.address) == before.snapshot.route(to: resolver.address)
            return isSameWay
                ? known ?? .init(resolver: resolver, status: .noErr) : .init(resolver: resolver, status: .noErr)
        }
        return after
    }

    private func askResolvers(
        _ configuration: ResolverConfiguration, within limit: Duration
    ) async throws -> [StatusDocument.ResolverStatus] {
        // More servers than these are not asked; glibc itself asks three.
        let servers = configuration.servers.prefix(8)
        return try await withThrowingTaskGroup(of: (Int, StatusDocument.ResolverStatus).self) { group in
            for (index, resolver) in servers.enumerated() {
                group.addTask { [self] in
                    let server = SocketAddress(resolver.address, port: resolver.port)
                    let begun = ContinuousClock.now
                    let failure = try await self.resolver.probe(server: server, timeout: limit)
                    // A server that refuses this question is there, and may well answer others: root is often refused.
                    let isDown = failure.map { $0 != .refused && $0 != .noData && $0 != .nxdomain } ?? false
                    return (
                        index,
                        .init(
                            resolver: resolver, status: isDown ? .connectionDown : .connectionUp,
                            duration: Milliseconds(begun.duration(to: .now)), failure: isDown ? failure : nil)
                    )
                }
            }
            var results: [(Int, StatusDocument.ResolverStatus)] = []
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
