import NetworkModel

extension MachineObservation {
    /// Takes a server as closed whose host said so for one of the queries. Hosts limit their ICMP errors (icmp(7)), so that
    /// other queries of the same moment may get none, which does not show that the server or its uplink is silent.
    package mutating func markClosed() {
        let ofStates = resolvers.filter { $0.failure == .closed }.map(\.resolver.address)
        let ofUplink = (uplink?.queries ?? []).filter { $0.outcome == .closed && $0.isTruncated != true }.map(\.server)
        let ofNames = (names?.resolution.failures ?? []).filter { failure in
            failure.source == .dns && failure.reason == .closed && failure.isTruncated != true
        }.compactMap { $0.server.flatMap(IPAddress.init) }
        // One on this machine has no such limit. It may close a connection, too, on which it got no answer from others.
        let closed = Set((ofStates + ofUplink + ofNames).filter { !$0.isLoopback })
        guard !closed.isEmpty else { return }
        for index in resolvers.indices where resolvers[index].failure == .timeout {
            if closed.contains(resolvers[index].resolver.address) { resolvers[index].failure = .closed }
        }
        guard var queries = uplink?.queries else { return }
        for index in queries.indices where queries[index].outcome == .timeout {
            let query = queries[index]
            guard query.isLate != true, query.isTruncated != true, closed.contains(query.server) else { continue }
            queries[index].outcome = .closed
        }
        uplink?.queries = queries
    }
}
