import Diagnosis
import HostResolution
import ServiceDiscovery
import NetworkModel

extension Resolution: LayerResult {
    var hasSucceeded: Bool { !answers.isEmpty }
}

extension CheckRun {
    enum Location: Sendable {
        case at([SocketAddress])
        /// The evidence says why.
        case nowhere
    }

    /// Where the target is: its literal address, or what its name resolves to.
    func locate(
        in snapshot: NetworkSnapshot, remembered: [String], into gathered: inout Gathered,
        until deadline: ContinuousClock.Instant
    ) async throws -> Location {
        if case .address(let address) = target.host {
            guard options.families.contains(address.family) else { throw CheckError.familyExcluded(address: address) }
            return .at([SocketAddress(address, port: target.port ?? 0)])
        }
        // Before the name is resolved, the way to the resolvers is the one that matters.
        let servers = snapshot.resolvers.servers.map(\.address).filter { !$0.isLoopback }
        let way = WayOut(snapshot: snapshot, destinations: servers, remembered: remembered)
        gathered.evidence.link = way.link
        gathered.evidence.address = way.address
        let isCutOff = Verdict(on: gathered.evidence).status == .connectionDown
        if !servers.isEmpty { gathered.evidence.gateway = way.gateway }

        let begun = ContinuousClock.now
        // Cut off from the network, only names of this machine itself can still be found: the hosts file, localhost.
        let limit = isCutOff ? Duration.milliseconds(500) : min(.seconds(5), ContinuousClock.now.duration(to: deadline))
        let found = try await watchingGateways(of: way, snapshot: snapshot, into: &gathered) {
            try await resolve(in: snapshot, within: limit)
        }
        gathered.durations[.dns] = begun.duration(to: .now)
        let addresses = (found?.resolution.addresses ?? []).filter { options.families.contains($0.family) }
        if isCutOff {
            let own = WayOut(snapshot: snapshot, destinations: addresses, remembered: remembered)
            guard !addresses.isEmpty, own.isLocal else { return .nowhere }
        }
        if let found {
            gathered.evidence.dns = DNSEvidence(
                resolution: found.resolution,
                servers: snapshot.resolvers.servers.map { "\($0.address)" }, problems: snapshot.resolvers.problems)
        }
        guard !addresses.isEmpty else { return .nowhere }
        return .at(addresses.map { SocketAddress($0, port: found?.port ?? target.port ?? 0) })
    }

    private struct Found: LayerResult {
        var resolution: Resolution
        /// From an SRV record, for a service instance.
        var port: UInt16?
        var hasSucceeded: Bool { resolution.hasSucceeded }
    }

    private func resolve(in snapshot: NetworkSnapshot, within limit: Duration) async throws -> Found {
        guard case .service(let instance, let type, let domain) = target.kind else {
            let resolution = try await engine.resolver.resolve(
                target.host.description, families: options.families, configuration: snapshot.resolvers, timeout: limit)
            return Found(resolution: resolution)
        }
        guard let services = engine.services else { throw CheckError.noServiceDiscovery }
        let begun = ContinuousClock.now
        let found = try await services.resolve(instance: instance, type: type, domain: domain, timeout: limit)
        let took = begun.duration(to: .now)
        let answers = (found?.addresses ?? []).map {
            Resolution.Answer(address: $0, name: found?.host, source: .mdns, duration: took)
        }
        let failures =
            answers.isEmpty ? [Resolution.Failure(source: .mdns, type: "SRV", reason: .timeout, duration: took)] : []
        return Found(
            resolution: Resolution(name: target.text, answers: answers, failures: failures), port: found?.port)
    }
}
