import Diagnosis
import NetworkModel
import Probes

/// Whether it is this machine itself that keeps packets from going out.
extension DiagnosticEngine {
    /// More resolvers than these are not asked again.
    private static let maxResolvers = 3
    private static let patience = Duration.milliseconds(300)

    /// Sends packets to nobody that end at the gateway; none with `uplink: off`.
    ///
    /// - Returns: What became of them, where this machine's own word is worth it. Filters against bogons drop documentation
    ///   addresses alone, which says nothing of others.
    /// - Throws: `CancellationError`.
    func observeOutput(in snapshot: NetworkSnapshot) async throws -> [PathEvidence.Trace] {
        guard uplink.options.sendsPackets else { return [] }
        var traces: [PathEvidence.Trace] = []
        for family in AddressFamily.allCases {
            guard let nobody = NobodyAddress.any(family, in: snapshot) else { continue }
            var found = try await OutputProbe(nobody, loop: loop).observe()
            if found.allSatisfy({ $0.outcome == .unsent || $0.error?.isOwn == true }),
                let witness = NobodyAddress.filterWitness(family), snapshot.route(to: witness)?.isDefault == true
            {
                found = try await OutputProbe(witness, loop: loop).observe()
            }
            traces += found
        }
        return traces
    }

    /// Sends each resolver that has not answered one more question, to hear of it where this machine does not let it out.
    ///
    /// - Throws: `CancellationError`.
    func observeOutput(
        to resolvers: [StatusDocument.ResolverStatus], in snapshot: NetworkSnapshot
    ) async throws -> [PathEvidence.Trace] {
        // Where one answers, others are not kept from it by this machine.
        let asked = resolvers.filter { $0.status != .noErr }
        guard asked.allSatisfy({ $0.status == .connectionDown }) else { return [] }
        let silent = asked.filter { $0.failure == .timeout || $0.failure == .closed || $0.failure == nil }
        return try await withThrowingTaskGroup(of: (Int, PathEvidence.Trace).self) { group in
            for (place, status) in silent.prefix(Self.maxResolvers).enumerated()
            where !status.resolver.address.isLoopback {
                let server = SocketAddress(status.resolver.address, port: status.resolver.port)
                let probe = TraceProbe(server, as: .udp, hops: 0, loop: loop)
                group.addTask { (place, try await probe.observe(within: Self.patience)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
