package import NetworkModel

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

    /// Adds the ICMP errors for queries of this observation to those of the uplink, which may get none themselves (icmp(7)).
    package mutating func markRejected() {
        let ofStates = resolvers.compactMap { state -> (IPAddress, ICMPError)? in
            state.refusal.map { (state.resolver.address, $0) }
        }
        var rejections = Dictionary(ofStates) { first, _ in first }
        rejections.merge(names?.resolution.rejections ?? [:]) { first, _ in first }
        uplink?.addRejections(rejections)
    }
}

extension UplinkEvidence {
    /// Adds the ICMP errors that other queries to these resolvers got to queries without a response.
    package mutating func addRejections(_ rejections: [IPAddress: ICMPError]) {
        for index in queries.indices where queries[index].rejection == nil {
            let query = queries[index]
            guard query.outcome == .timeout || query.outcome == .closed else { continue }
            queries[index].rejection = rejections[query.server]
        }
    }
}

extension Resolution {
    /// The first ICMP error for queries to each DNS server.
    package var rejections: [IPAddress: ICMPError] {
        let errors = failures.compactMap { failure -> (IPAddress, ICMPError)? in
            guard failure.source == .dns, let error = failure.refusal, let text = failure.server,
                let server = IPAddress(text)
            else { return nil }
            return (server, error)
        }
        return Dictionary(errors) { first, _ in first }
    }
}
