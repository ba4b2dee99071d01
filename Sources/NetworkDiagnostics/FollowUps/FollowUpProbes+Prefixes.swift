import Diagnosis
import LinkFacts
import NetworkModel
import Probes

/// Packets from each IPv6 prefix of an interface.
extension FollowUpProbes {
    private static let patience = Duration.milliseconds(700)

    /// Sends a packet to the destination that was not reached over IPv6, from an address of each prefix at once.
    func prefixes() async throws -> Amendment {
        guard let destination = evidence.unreachedOverIPv6 else { return { _ in } }
        let snapshot = try await engine.routedSnapshot().snapshot
        let limit = min(Self.patience, max(.zero, ContinuousClock.now.duration(to: deadline)))
        guard let route = snapshot.route(to: destination.address), route.gateway != nil,
            var trial = PrefixTrial(of: route, in: snapshot)
        else { return { _ in } }
        trial.used = try await engine.source(of: destination.address)
        trial.sources = try await withThrowingTaskGroup(of: (Int, UplinkEvidence.Packet).self) { [engine] group in
            for (index, source) in trial.sources.enumerated() {
                group.addTask {
                    (index, try await engine.packet(to: destination, from: source.address.address, within: limit))
                }
            }
            var sources = trial.sources
            for try await (index, packet) in group { sources[index].packets = [packet] }
            return sources
        }
        let found = trial
        return { $0.address?.prefixes = found }
    }
}

extension DiagnosticEngine {
    /// The source address that the kernel selects for a destination; `nil` if there is no route.
    func source(of destination: IPAddress) async throws -> IPAddress? {
        do {
            return try await links.route(to: destination)?.preferredSource
        } catch is LinkFactsError {
            // A missing route says nothing about the destination.
            return nil
        }
    }

    /// The result of a SYN to a destination, or of an echo request if it has no port. DNS servers accept both.
    fileprivate func packet(
        to destination: PathDestination, from source: IPAddress, within limit: Duration
    ) async throws -> UplinkEvidence.Packet {
        switch destination.transport {
        case .tcp, .udp:
            let peer = SocketAddress(destination.address, port: destination.port)
            return try await UplinkPacketProbe(to: peer, from: source, loop: loop).observe(until: .now + limit)
        case .icmp:
            let echo = try await EchoProbe(address: destination.address, loop: loop, from: source)
                .observe(within: limit)
            return UplinkEvidence.Packet(
                destination: destination.address, transport: .icmp, limit: nil, error: echo.error,
                answer: echo.outcome == .reply ? .reply : nil, failure: echo.failure)
        }
    }
}
