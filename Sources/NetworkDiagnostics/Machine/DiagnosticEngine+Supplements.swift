import Diagnosis
import NetworkModel
import Probes

/// What an observation of the machine is supplemented with.
extension DiagnosticEngine {
    /// An observation with what is only looked for because of its other parts, all at the same time: other hosts with this machine's
    /// addresses, why names are not resolved or late, and a proxy.
    ///
    /// - Parameters:
    ///   - servers: The DNS servers of this machine when the observation of names began.
    ///   - end: When the queries that measure losses end. The others have time limits of their own.
    /// - Throws: `CancellationError`.
    func supplemented(
        _ known: MachineObservation, _ servers: ResolverConfiguration, until end: ContinuousClock.Instant
    ) async throws -> MachineObservation {
        async let twin = hardwareTwin(beside: known)
        async let holder = holder(beside: known)
        async let shared = sharedGateways(of: measured(known))
        async let encrypted = encrypted(servers, known.names)
        async let overlap = overlap(of: known.resolvers, in: known.snapshot)
        var observation = known
        observation.markClosed()
        observation.markRejected()
        let closed = observation
        async let trial = trial(beside: closed, until: end)
        if closed.isWithoutUplink { observation.proxy = try await reachedProxy(within: .milliseconds(700)) }
        (observation.twin, observation.holder) = (try await twin, try await holder)
        observation.gateways = try await shared
        if let lost = try await trial { observation.names?.trial = lost }
        observation.encrypted = try await encrypted
        observation.overlap = try await overlap
        return observation
    }

    /// The same with ten more echo requests to the gateways, if other packets may have been lost on the way to them.
    private func measured(_ known: MachineObservation) async throws -> MachineObservation {
        guard uplink.options.sendsPackets else { return known }
        var observation = known
        for index in known.gatewaysToMeasure {
            guard let gateway = known.gateways[index].route.gateway else { continue }
            let found = try await series(
                to: gateway, on: known.gateways[index].fixedInterface(in: known.snapshot), of: 10,
                until: .now + .milliseconds(700))
            // A gateway that answers none, or limits its replies, shows nothing.
            if found.received > 0, found.isLimited != true { observation.gateways[index].series = found }
        }
        return observation
    }

    /// Performs handshakes with servers that must be queried over TLS, if programs do not resolve names.
    private func encrypted(
        _ configuration: ResolverConfiguration, _ names: MachineNames?
    ) async throws -> [EncryptedDNS] {
        guard let system = names?.resolution.system, system.addresses.isEmpty else { return [] }
        return try await withThrowingTaskGroup(of: (Int, EncryptedDNS?).self) { group in
            for (place, server) in configuration.encrypted.filter(\.isStrict).prefix(3).enumerated() {
                // An error of this machine itself says nothing about the server.
                group.addTask { (place, try? await self.handshake(server, until: .now + .milliseconds(700))) }
            }
            let asked = try await group.reduce(into: [(Int, EncryptedDNS?)]()) { $0.append($1) }
            try Task.checkCancellation()
            return asked.sorted { $0.0 < $1.0 }.compactMap(\.1)
        }
    }

    /// Looks for a resolver past a subnet of this machine, if none responds.
    private func overlap(
        of resolvers: [StatusDocument.ResolverStatus], in snapshot: NetworkSnapshot
    ) async throws -> OwnSubnet? {
        guard resolvers.allSatisfy({ $0.status == .connectionDown }),
            var subnet = RouteSelection.ownSubnet(of: resolvers.map(\.resolver.address), in: snapshot)
        else { return nil }
        subnet.echo = try await EchoProbe(address: subnet.destination, loop: loop, on: subnet.uplink)
            .observe(within: .milliseconds(700))
        return subnet
    }
}
