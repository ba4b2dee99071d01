import Diagnosis
import EventLoopKit
import LinkFacts
import NetworkModel
import Probes

extension DiagnosticEngine {
    /// The reason why this machine withholds packets to a silent destination after programs have sent them.
    ///
    /// - Returns: A datagram that was not sent, with `XfrmOutNoStates` or `ENOBUFS` as its failure; `nil` if packets are
    ///   sent.
    /// - Throws: The error with which the kernel refused.
    func withheld(from destination: SocketAddress) async throws -> PathEvidence.Trace? {
        let address = destination.address
        guard !address.isLoopback else { return nil }
        let probe = WithheldProbe(destination)
        var trace = PathEvidence.Trace(address: address, port: 9, transport: .udp, outcome: .unsent)
        if probe.lacksState() {
            trace.failure = "XfrmOutNoStates"
            return trace
        }
        let snapshot = try await routedSnapshot().snapshot
        guard let interface = snapshot.route(to: address)?.interface, try await links.shaper(on: interface) != nil,
            try await links.drops(of: interface, beside: probe)
        else { return nil }
        trace.failure = "ENOBUFS"
        return trace
    }
}

extension DiagnosticEngine {
    /// The number of times that the counters have to show it, since they include packets of other programs.
    private static let refusalTrials = 2

    /// Whether this machine itself refuses connections, or datagrams, to a destination elsewhere, as a rule for network address translation
    /// makes it do that leads them to a closed port, or one that rejects them (tcp reset): none of the packets leaves by the interface
    /// of the route, and the loopback interface has all answers. A SYN that is rejected does not pass that itself.
    ///
    /// - Throws: `CancellationError`.
    func isRefusedHere(_ destination: SocketAddress, isDatagram: Bool = false) async throws -> Bool {
        let probe = RefusalProbe(destination, isDatagram: isDatagram, loop: loop)
        return try await staysHere(destination, perPacket: isDatagram ? 2 : 1) { try await probe.isRefused() }
    }

    /// Whether this machine itself accepts connections to a destination elsewhere, as a rule for network address translation makes it
    /// do that leads them to a program here.
    ///
    /// - Throws: `CancellationError`.
    func isAcceptedHere(_ destination: SocketAddress) async throws -> Bool {
        let probe = RefusalProbe(destination, loop: loop)
        return try await staysHere(destination) {
            guard probe.sendSYNs() == RefusalProbe.count else { return false }
            // A queue of the interface may delay them.
            try await loop.sleep(until: .now + Self.queueDelay)
            return true
        }
    }

    /// The time within which packets leave the queue of an interface.
    private static let queueDelay = Duration.milliseconds(20)

    /// Whether none of the packets that a probe sends to a destination elsewhere leaves by the interface of the route, while the
    /// loopback interface has their answers, and the packets themselves if there are two for each.
    private func staysHere(
        _ destination: SocketAddress, perPacket share: UInt64 = 2, _ send: () async throws -> Bool
    ) async throws -> Bool {
        guard !destination.address.isLoopback,
            let interface = try? await links.route(to: destination.address)?.interface,
            let loopback = try await routedSnapshot().snapshot.links.first(where: \.isLoopback)?.name,
            interface != loopback
        else { return false }
        for _ in 0..<Self.refusalTrials {
            guard let before = try? await sentPackets(interface, loopback), try await send(),
                let after = try? await sentPackets(interface, loopback)
            else { return false }
            let count = UInt64(RefusalProbe.count)
            guard after.out &- before.out < count, after.here &- before.here >= share * count else { return false }
        }
        return true
    }

    /// Whether connections to an address of this machine do not pass its loopback interface, as a rule for network address
    /// translation makes them do that leads them to a container. If they are delivered here, each SYN passes it, whether a
    /// program listens or not.
    ///
    /// - Throws: `CancellationError`.
    func isLedAway(_ destination: SocketAddress) async throws -> Bool {
        let snapshot = try await routedSnapshot().snapshot
        guard !destination.address.isLoopback, snapshot.isOwn(destination.address),
            let loopback = snapshot.links.first(where: \.isLoopback), loopback.isAdminUp
        else { return false }
        let probe = RefusalProbe(destination, loop: loop)
        for _ in 0..<Self.refusalTrials {
            guard let before = try? await links.sentPackets(on: loopback.name),
                probe.sendSYNs() == RefusalProbe.count
            else { return false }
            try await loop.sleep(until: .now + Self.queueDelay)
            guard let after = try? await links.sentPackets(on: loopback.name),
                after &- before < UInt64(RefusalProbe.count)
            else { return false }
        }
        return true
    }

    /// The number of packets without any response after which a tunnel is suspicious: the SYNs of a connection, and the trace.
    private static let packetsIntoTunnel: UInt64 = 3

    /// The tunnel that packets to a silent destination go into, if no packet has ever arrived through it. Behind a default route it
    /// counts only if a rule of policy routing leads them there, or if that of IPv4 leads elsewhere: the uplink says more about the
    /// others.
    ///
    /// - Throws: `CancellationError`.
    func emptyTunnel(to destination: PathDestination) async throws -> String? {
        let snapshot = try await routedSnapshot().snapshot
        let ruled = await ruledRoute(to: destination)
        guard let route = ruled ?? snapshot.route(to: destination.address),
            ruled != nil || !route.isDefault || isOfIPv6Alone(route, in: snapshot)
        else { return nil }
        return try await emptyTunnel(of: route, in: snapshot)
    }

    /// The tunnel that queries to a DNS server go into, if it is silent, and no packet has ever arrived through that tunnel.
    ///
    /// - Throws: `CancellationError`.
    func emptyTunnel(before resolvers: [StatusDocument.ResolverStatus]) async throws -> String? {
        for status in resolvers where status.failure == .timeout {
            let server = PathDestination(status.resolver.address, port: status.resolver.port, .udp)
            if !server.address.isLoopback, let tunnel = try await emptyTunnel(to: server) { return tunnel }
        }
        return nil
    }

    /// Whether a default route is that of IPv6, and that of IPv4 leads elsewhere.
    private func isOfIPv6Alone(_ route: Route, in snapshot: NetworkSnapshot) -> Bool {
        route.family == .ipv6
            && snapshot.defaultRoutes.contains {
                $0.family == .ipv4 && $0.kind == .unicast && $0.interface != route.interface
            }
    }

    /// The route on which a rule of policy routing by protocol or port leads a packet that got no response, if no packet has ever
    /// arrived through its tunnel.
    ///
    /// - Throws: `CancellationError`.
    func emptyDetour(behind trace: PathEvidence.Trace) async throws -> Route? {
        guard trace.outcome == .silent, trace.transport == .tcp,
            let route = await ruledRoute(to: PathDestination(trace.address, port: trace.port, .tcp)),
            try await emptyTunnel(of: route, in: routedSnapshot().snapshot) != nil
        else { return nil }
        return route
    }

    /// The route on which a rule of policy routing leads packets by their protocol, port or user; `nil` if none does.
    private func ruledRoute(to destination: PathDestination) async -> Route? {
        let flow = RouteFlow(ipProtocol: destination.transport == .tcp ? 6 : 17, port: destination.port)
        guard destination.transport != .icmp,
            let route = try? await links.route(to: destination.address, for: flow), route.rule != nil,
            route.kind == .unicast
        else { return nil }
        return route
    }

    private func emptyTunnel(of route: Route, in snapshot: NetworkSnapshot) async throws -> String? {
        guard !route.rejects, let link = route.interface.flatMap(snapshot.link(named:)),
            // As with TUN, WireGuard and PPP: no broadcast, and no hardware addresses.
            link.hardwareAddress == nil, !link.isLoopback, link.hasCarrier,
            (try? await links.hasReceivedNothing(on: link.name, afterSending: Self.packetsIntoTunnel)) == true
        else { return nil }
        return link.name
    }

    private func sentPackets(_ interface: String, _ loopback: String) async throws -> (out: UInt64, here: UInt64)? {
        guard let out = try await links.sentPackets(on: interface), let here = try await links.sentPackets(on: loopback)
        else { return nil }
        return (out, here)
    }
}

extension LinkMonitor {
    /// Runs on the monitor itself, so that nothing happens between the datagrams and the reading of the counter.
    fileprivate func drops(of interface: String, beside probe: WithheldProbe) throws -> Bool {
        probe.isDropped { try? shaper(on: interface)?.drops }
    }
}
