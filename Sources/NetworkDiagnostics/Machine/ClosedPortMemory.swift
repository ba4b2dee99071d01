import NetworkModel
import Synchronization

/// The DNS servers whose hosts recently said that nothing listens on their port. Hosts limit their ICMP errors (icmp(7)), so that
/// later queries to such a port may get none, as if the server or its uplink were silent.
struct ClosedPortMemory: Sendable {
    /// How long an error is valid for queries without any response.
    private static let lifetime = Duration.seconds(30)
    private static let maxServers = 32

    private var servers: [IPAddress: ContinuousClock.Instant] = [:]

    /// Records that a server's port is closed. One on this machine has no such limit, and is not recorded.
    mutating func record(_ server: IPAddress, at now: ContinuousClock.Instant) {
        guard !server.isLoopback, servers.count < Self.maxServers || servers[server] != nil else { return }
        servers[server] = now
    }

    /// Records what the queries of a check show. A server that answered one of them runs: it may just have started.
    mutating func record(_ resolution: Resolution, at now: ContinuousClock.Instant) {
        let closed = resolution.failures.filter {
            $0.source == .dns && $0.reason == .closed && $0.isTruncated != true
        }
        guard !closed.isEmpty || !servers.isEmpty else { return }
        let answers = resolution.answers.filter { $0.source == .dns }
        let running = Set(answers.compactMap { $0.server.flatMap { IPAddress($0) } })
        for server in running { servers[server] = nil }
        for failure in closed {
            guard let server = failure.server.flatMap({ IPAddress($0) }), !running.contains(server) else { continue }
            record(server, at: now)
        }
    }

    /// Records the queries of an observation, and takes those without a response as ones to a closed port, if that is known.
    mutating func complete(_ queries: inout [UplinkEvidence.Query], at now: ContinuousClock.Instant) {
        servers = servers.filter { $0.value + Self.lifetime > now }
        for index in queries.indices where queries[index].isTruncated != true {
            let query = queries[index]
            switch query.outcome {
            case .closed: record(query.server, at: now)
            case .timeout:
                if query.isLate != true, servers[query.server] != nil { queries[index].outcome = .closed }
            case .nxdomain, .address, .noData, .refused, .servfail, .malformed: servers[query.server] = nil
            }
        }
    }
}

extension UplinkMemory {
    /// Records that a server's port is closed.
    func recordClosedPort(of server: IPAddress, at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.closedPorts.record(server, at: now) }
    }

    /// Records the servers whose ports are closed according to the queries of a check that is not over.
    func recordClosedPorts(in resolution: Resolution, at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.closedPorts.record(resolution, at: now) }
    }

    /// The queries of an observation, in which silence is that of a closed port if its host said so a short while ago.
    func completed(
        _ queries: [UplinkEvidence.Query], at now: ContinuousClock.Instant = .now
    ) -> [UplinkEvidence.Query] {
        var queries = queries
        state.withLock { $0.closedPorts.complete(&queries, at: now) }
        return queries
    }
}
