import LinkFacts
import NetworkModel
import Probes

/// Routes that packets take because of a rule of policy routing, or since this machine's packet filter has marked them.
extension DiagnosticEngine {
    /// The rule of policy routing that rejects a packet by its protocol or port, or the route on which this machine's own packet
    /// filter leads a packet that it has marked, if that is why the packet was not sent, found no neighbour, or got no response.
    ///
    /// - Throws: `CancellationError`.
    func detour(behind trace: PathEvidence.Trace) async throws -> GatewayEvidence.Hop? {
        if let refusal = try await refusal(behind: trace) { return .init(route: refusal) }
        let isOwn = trace.error.map { $0.isOwn && $0.meaning == .hostUnreachable } ?? false
        let isSilent = trace.outcome == .silent && trace.transport == .tcp
        guard isOwn || isSilent || trace.outcome == .unsent else { return nil }
        let flow =
            trace.transport == .icmp ? nil : RouteFlow(ipProtocol: trace.transport == .tcp ? 6 : 17, port: trace.port)
        guard let routes = try? await links.markedRoutes(to: trace.address, for: flow), !routes.isEmpty else {
            return nil
        }
        if trace.outcome == .unsent {
            return routes.first { $0.rejects && Self.failure(of: $0) == trace.failure }.map { .init(route: $0) }
        }
        if isSilent, try await !leavesElsewhere(SocketAddress(trace.address, port: trace.port)) { return nil }
        let snapshot = try await links.snapshot()
        for route in routes {
            if route.rejects, isSilent { return .init(route: route) }
            guard route.kind == .unicast, let gateway = route.gateway, let interface = route.interface,
                let neighbour = snapshot.neighbour(gateway, on: interface), neighbour.state.isUnanswered
            else { continue }
            var hop = GatewayEvidence.Hop(route: route, neighbour: neighbour)
            hop.echo = try await EchoProbe(address: gateway, loop: loop, on: interface)
                .observe(within: .milliseconds(300))
            return hop
        }
        return nil
    }

    /// The gateway that packets to a silent destination go to since a router sent an ICMP redirect, which no table of routes shows.
    ///
    /// - Throws: `CancellationError`.
    func redirected(to address: IPAddress) async throws -> GatewayEvidence.Hop? {
        guard address.family == .ipv4, let gateway = try? await links.redirect(of: address) else { return nil }
        let snapshot = try await links.snapshot()
        guard var route = snapshot.route(to: address), route.gateway != gateway, let interface = route.interface else {
            return nil
        }
        (route.destination, route.prefixLength, route.gateway, route.origin) = (address, 32, gateway, "redirect")
        var hop = GatewayEvidence.Hop(route: route, neighbour: snapshot.neighbour(gateway, on: interface))
        hop.echo = try await EchoProbe(address: gateway, loop: loop, on: interface)
            .observe(within: .milliseconds(300))
        return hop
    }

    /// Whether SYNs to a destination do not leave by the interface of the route for unmarked packets, as its counter shows.
    func leavesElsewhere(_ destination: SocketAddress) async throws -> Bool {
        guard let interface = try? await links.route(to: destination.address)?.interface,
            let before = try? await links.sentPackets(on: interface)
        else { return false }
        let count = RefusalProbe(destination, loop: loop).sendSYNs()
        guard count > 0, let after = try? await links.sentPackets(on: interface) else { return false }
        return after &- before < UInt64(count)
    }

    /// The error of send(2) for a packet whose changed route rejects it.
    private static func failure(of route: Route) -> String? {
        switch route.kind {
        case .unreachable: "EHOSTUNREACH"
        case .prohibit: "EACCES"
        case .blackhole: "EINVAL"
        case .unicast, .other: nil
        }
    }
}
