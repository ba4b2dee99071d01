import EventLoopKit
import LinkFacts
import NetworkModel
import Probes

extension DiagnosticEngine {
    /// How this machine's NAT rules rewrite packets that did not get through, so that they arrive elsewhere or nowhere, or that
    /// responses to them do.
    ///
    /// Packets that go to a program of this machine instead, as to a local proxy, are another matter (``isRefusedHere(_:isDatagram:)``).
    ///
    /// If packets may not be seen as they leave, the counter of the interface shows whether SYNs do.
    ///
    /// - Parameter isToNobody: Whether the packets were sent to an address that nobody has.
    /// - Returns: `nil` if they do not.
    /// - Throws: `CancellationError`.
    func rewriting(
        behind trace: PathEvidence.Trace, isToNobody: Bool = false
    ) async throws -> PathEvidence.Trace.Rewriting? {
        let (address, transport) = (trace.address, trace.transport)
        let place = isToNobody ? nil : address
        let destination = SocketAddress(address, port: trace.port)
        guard trace.mayBeRewritten, trace.isAnsweredHere != true, address.family == .ipv4, transport != .icmp,
            !address.isLoopback, !address.isUnspecified
        else { return nil }
        let snapshot = try await routedSnapshot().snapshot
        guard !snapshot.isOwn(address), let route = snapshot.route(to: address), !route.rejects else { return nil }
        let known = [address, route.gateway].compactMap(\.self)
        let probe = RewritingProbe(destination, as: transport, by: route.gateway, loop: loop)
        guard let outcome = try await sentWatches.withPermit({ try await probe.observe() }) else {
            uplink.record(rewriting: nil, of: transport, to: place, by: route.interface)
            return nil
        }
        switch outcome {
        case .sent(let source, let actual, let interface):
            if actual != address {
                guard !actual.isLoopback, !snapshot.isOwn(actual) else { return nil }
                return .init(interface: interface, destination: actual)
            }
            let found: PathEvidence.Trace.Rewriting? =
                snapshot.isOwn(source) ? nil : .init(interface: interface, source: source)
            uplink.record(rewriting: found, of: transport, to: place, by: route.interface)
            return found
        case .once(let source):
            // A single packet with a foreign source address confirms what others have shown before.
            guard snapshot.isOwn(source) else {
                return uplink.lastRewriting(of: transport, to: place, by: route.interface)
            }
            uplink.record(rewriting: nil, of: transport, to: place, by: route.interface)
            return nil
        case .kept:
            return try await sought(besides: known, route.interface)
        case .unseen:
            // The new destination is sought first, so that SYNs are sent for good reason only. Those to the gateway show that the
            // counter is right at once.
            guard transport == .tcp, let gateway = route.gateway, let interface = route.interface,
                let neighbour = snapshot.neighbour(gateway, on: interface), neighbour.hardwareAddress != nil,
                !neighbour.state.isUnanswered, let sought = try await sought(besides: known, interface),
                try await !leavesElsewhere(SocketAddress(gateway, port: destination.port)),
                try await leavesElsewhere(destination)
            else { return uplink.lastRewriting(of: transport, to: place, by: route.interface) }
            return sought
        }
    }

    /// A host for which this machine looks in vain on another interface than that of the route: the new destination of packets that
    /// do not leave. An IPsec policy keeps them from being seen, too, which would be no fault.
    private func sought(
        besides known: [IPAddress], _ interface: String?
    ) async throws -> PathEvidence.Trace.Rewriting? {
        try? await links.readSoughtNeighbours()
        let neighbours = try await links.snapshot().neighbours
        return neighbours.first { neighbour in
            neighbour.state.isUnanswered && neighbour.address.family == .ipv4 && neighbour.interface != interface
                && !known.contains(neighbour.address)
        }.map { .init(interface: $0.interface, destination: $0.address) }
    }
}

extension PathEvidence.Trace {
    /// Whether a NAT rule of this machine may be why the packets did not get through: nothing arrived, or the report that their
    /// destination is not found on its link seems to come from that itself, since the kernel translates its own reports back.
    var mayBeRewritten: Bool {
        switch outcome {
        case .silent: hops.allSatisfy { $0.address == nil }
        case .refused:
            error?.meaning == .hostUnreachable && (error?.isOwn == true || error?.reporter?.bytes == address.bytes)
        case .answered, .unsent: false
        }
    }
}
