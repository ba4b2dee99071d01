public import NetworkModel

extension DNSClient {
    /// Sends a query to a server that this machine uses: over UDP, and also over TCP if its programs use that.
    ///
    /// - Parameters:
    ///   - name: An absolute name; a final dot makes no difference, `.` is the root.
    ///   - type: The record type to query.
    ///   - resolver: The server, with the way in which programs query it.
    ///   - checking: Who validates DNSSEC signatures.
    ///   - hasAlternative: Whether there is another server, to which programs go on.
    ///   - timeout: The time limit, 10 ms to 60 s, from the query's turn on (see ``maxConcurrency``).
    /// - Throws: `CancellationError`, after all sockets are closed; ``HostResolutionError``.
    public nonisolated func query(
        _ name: String, type: DNSRecordType, of resolver: Resolver, checking: DNSQueryOptions.Checking = .byServer,
        hasAlternative: Bool = false, timeout: Duration
    ) async throws -> DNSAnswer {
        try await query(
            name, type: type, server: SocketAddress(resolver.address, port: resolver.port),
            options: .init(
                transport: resolver.isQueriedOverTCP ? .either : .udp, checking: checking,
                hasAlternative: hasAlternative),
            timeout: timeout)
    }

    /// Sends a query over UDP and over TCP.
    ///
    /// - Returns: The first response; if there is none, the failure over UDP, which says more than that of a connection.
    nonisolated func firstResponse(
        to name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQueryOptions,
        timeout: Duration, until end: ContinuousClock.Instant?
    ) async throws -> DNSAnswer {
        try await withThrowingTaskGroup(of: (transport: DNSQueryOptions.Transport, answer: DNSAnswer).self) { group in
            for transport in [DNSQueryOptions.Transport.udp, .tcp] {
                var options = options
                options.transport = transport
                group.addTask { [options] in
                    let answer = try await self.query(
                        name, type: type, server: server, options: options, timeout: timeout, until: end)
                    return (transport, answer)
                }
            }
            defer { group.cancelAll() }
            var overUDP: DNSAnswer?
            while let (transport, answer) = try await group.next() {
                if answer.failure?.isResponse ?? true { return answer }
                if transport == .udp { overUDP = answer }
            }
            guard let overUDP else { throw CancellationError() }
            return overUDP
        }
    }
}

extension Resolution.FailureReason {
    /// Whether the server sent it, and it was well-formed.
    fileprivate var isResponse: Bool {
        switch self {
        case .nxdomain, .noData, .servfail, .refused: true
        case .timeout, .closed, .malformed: false
        }
    }
}
