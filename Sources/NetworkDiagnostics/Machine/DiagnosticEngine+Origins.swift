import Diagnosis
import NetworkModel
import Probes

/// Who answers in place of resolvers of the Internet that refuse or fail: a router may lead all queries to a server of its own.
extension DiagnosticEngine {
    /// The maximum number of resolvers that are examined, and the time for each.
    private static let maxOrigins = 3, limitOfOrigins = Duration.milliseconds(300)

    /// Where connections and echo requests to such resolvers end, if no resolver works.
    ///
    /// - Returns: Empty with `uplink: off`, or if there is no such resolver behind a gateway.
    /// - Throws: `CancellationError`.
    func origins(
        of resolvers: [StatusDocument.ResolverStatus], in snapshot: NetworkSnapshot
    ) async throws -> [PathEvidence.Trace] {
        let failing = resolvers.filter { status in
            (status.failure == .refused || status.failure == .servfail) && status.resolver.address.isOfInternet
                && snapshot.route(to: status.resolver.address)?.gateway != nil
        }
        guard uplink.options.sendsPackets, !failing.isEmpty,
            !resolvers.contains(where: { $0.status == .connectionUp })
        else { return [] }
        uplink.recordTrace()
        return try await withThrowingTaskGroup(of: (Int, [PathEvidence.Trace]).self) { group in
            for (place, status) in failing.prefix(Self.maxOrigins).enumerated() {
                let server = SocketAddress(status.resolver.address, port: status.resolver.port)
                group.addTask { (place, try await self.origin(of: server)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.flatMap { $0.1 }
        }
    }

    private func origin(of server: SocketAddress) async throws -> [PathEvidence.Trace] {
        async let connection = TraceProbe(server, as: .tcp, hops: 1, loop: loop).observe(within: Self.limitOfOrigins)
        async let echo = TraceProbe(server, as: .icmp, hops: 1, loop: loop).observe(within: Self.limitOfOrigins)
        var traces = try await [connection, echo]
        // Their times differ between two observations of the same state.
        for index in traces.indices { traces[index].hops = [] }
        // A response with a hop limit of 1 is from the first router, or from this machine itself.
        if traces[0].answeredAt == 1, try await isAcceptedHere(server) { traces[0].isAnsweredHere = true }
        return traces
    }
}
