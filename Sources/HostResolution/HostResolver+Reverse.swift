public import NetworkModel

extension HostResolver {
    /// The names of an address: PTR on the wire, and what the system makes of it (getnameinfo(3)).
    ///
    /// Servers, time limits and sources are as in
    /// ``resolve(_:families:configuration:servers:timeout:)``. Loopback and link-local addresses are never sent to a
    /// configured server.
    ///
    /// - Throws: `CancellationError`; ``HostResolutionError`` where c-ares could not start.
    public func reverse(
        _ address: IPAddress, configuration: ResolverConfiguration, servers: [SocketAddress]? = nil,
        timeout: Duration = .seconds(5)
    ) async throws -> Resolution {
        let plan = Plan(reverse: address, configuration: configuration, servers: servers, timeout: timeout)
        let found = try await gather(plan, types: [.ptr], wire: wire(plan)) {
            try await system.name(of: address)
        }
        return Resolution(
            name: address.description, answers: found.answers(types: [.ptr], about: address),
            failures: found.failures, aliases: found.wire.aliases)
    }
}
