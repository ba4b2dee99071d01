import Diagnosis
import HostResolution
import LinkFacts
import ServiceDiscovery
import NetworkModel

extension Resolution: LayerResult {
    var hasSucceeded: Bool { !answers.isEmpty }

    /// Whether it is known which addresses the name has, or that it has none.
    fileprivate var isDefinite: Bool {
        let wire = failures.filter { $0.source == .dns }
        // The system resolver reports a response that is not valid as a name that does not exist.
        return hasSucceeded
            || (wire.isEmpty ? failures : wire).contains { $0.reason == .nxdomain || $0.reason == .noData }
    }
}

extension GatewayEvidence {
    /// Whether the next hop that the kernel prefers is a gateway that was found dead, or not to have the hardware address of its
    /// permanent neighbour entry.
    fileprivate var isPreferredDead: Bool {
        hops.first.map {
            $0.route.gateway != nil && (GatewayRules.isDead($0) || GatewayRules.hasWrongNeighbour($0))
        } ?? false
    }
}

extension CheckRun {
    enum Location: Sendable {
        case at([SocketAddress])
        /// There is no address; the evidence contains the reason.
        case nowhere
    }

    /// The destination of a connection: the target, or its proxy.
    struct Place: Sendable {
        let host: Host
        let port: UInt16
        let kind: Target.Kind
        let proxy: Proxy?
        /// The only address to use; `nil` for all.
        let address: IPAddress?

        init(proxy: Proxy?, target: Target, address: IPAddress?) {
            host = proxy?.host ?? target.host
            port = proxy?.port ?? target.port ?? 0
            kind = proxy == nil ? target.kind : .url(.tcp, path: "")
            self.proxy = proxy
            self.address = proxy == nil ? address : nil
        }
    }

    /// The addresses of a place: its literal address, or those that its name resolves to.
    func locate(
        _ place: Place, in routedSnapshot: RoutedSnapshot, into gathered: inout CheckObservations,
        until deadline: ContinuousClock.Instant
    ) async throws -> Location {
        if let proxy = place.proxy {
            gathered.evidence.proxy = ProxyEvidence(url: proxy.description, origin: proxy.origin, outcome: .passed)
        }
        if case .address(let written) = place.host {
            // The kernel sends IPv4 packets to an IPv4-mapped address (ipv6(7)).
            let address = written.unmapped
            guard place.proxy != nil || options.families.contains(address.family) else {
                throw CheckError.familyExcluded(address: address)
            }
            if address.family == .ipv6, address.isLinkLocal, address.zone == nil {
                let link = routedSnapshot.snapshot.links.first { !$0.isLoopback }?.name ?? "eth0"
                throw CheckError.unsuitable(
                    "\(address) is a link-local address and needs %interface, for example \(address)%\(link)")
            }
            if let wanted = place.address, wanted.unmapped.bytes != address.bytes {
                throw CheckError.unsuitable("\(wanted) cannot be chosen: the target is the address \(address)")
            }
            return .at([SocketAddress(address, port: place.port)])
        }
        return try await locateByName(place, in: routedSnapshot, into: &gathered, until: deadline)
    }

    /// The addresses that a place's name resolves to. A literal address needs none of this function's memory.
    @inline(never)
    private func locateByName(
        _ place: Place, in routedSnapshot: RoutedSnapshot, into gathered: inout CheckObservations,
        until deadline: ContinuousClock.Instant
    ) async throws -> Location {
        let snapshot = routedSnapshot.snapshot
        // Before the name is resolved, the route to the resolvers matters; for multicast DNS, the links do.
        let isMulticast =
            place.host.isMulticastName && !snapshot.resolvers.isForUnicastDNS(place.host.description)
        let resolvers = snapshot.resolvers.selected(for: place.host.description)
        let servers = isMulticast ? [] : resolvers.servers.map(\.address).filter { !$0.isLoopback }
        let selection =
            isMulticast
            ? RouteSelection.toNeighbours(in: snapshot, remembered: routedSnapshot.remembered)
            : try await engine.routes(to: servers, for: .init(ipProtocol: 17, port: 53), in: routedSnapshot)
        gathered.evidence.observed.set(selection.$link)
        gathered.evidence.observed.set(selection.$address)
        let isCutOff = Verdict(on: gathered.evidence).status == .connectionDown
        // A resolver on this machine queries others over the default routes.
        let usesOwnResolver = !isMulticast && servers.isEmpty && !resolvers.servers.isEmpty
        if !servers.isEmpty || usesOwnResolver { gathered.evidence.observed.set(selection.$gateway) }
        // Its gateway is that of the resolvers, and perhaps not that of the target.
        var known = gathered
        known.evidence.gateway = nil
        // If there is no network, the name may still be one of this machine.
        if !isCutOff { reportProgress(known) }
        // If no server is configured, the gateway only matters if it is dead or wrong, since no server would be reached
        // through it either.
        let isUnserved = !isMulticast && resolvers.servers.isEmpty
        if isUnserved { gathered.evidence.observed.set(selection.$gateway) }

        let begun = ContinuousClock.now
        // Without a network, only names that need no server can be resolved: those of the hosts file, and localhost.
        let limit =
            isCutOff
            ? Duration.milliseconds(500)
            : min(timeToResolve(until: deadline), isMulticast ? Self.maxMulticastTime : .seconds(5))
        // Everything beyond, including the gateways, is then queried in vain.
        let found: LocatedAddress?
        if isCutOff {
            found = try await resolve(place, in: snapshot, within: limit)
        } else if isMulticast {
            let evidence = gathered.evidence
            found = try await watchingGateways(of: selection, in: routedSnapshot, into: &gathered) {
                try await askingOnLink(about: place, evidence, within: limit, until: deadline) {
                    try await resolve(place, in: snapshot, within: limit)
                }
            }
        } else {
            found = try await watchingGateways(of: selection, in: routedSnapshot, into: &gathered) {
                try await resolve(place, in: snapshot, within: limit)
            }
        }
        // What it knows itself says nothing about them.
        if usesOwnResolver, found?.resolution.isDefinite == true { gathered.evidence.gateway = nil }
        let isGatewayDead = gathered.evidence.gateway?.isPreferredDead == true
        if isUnserved, isCutOff || found?.resolution.isDefinite == true || !isGatewayDead {
            gathered.evidence.gateway = nil
        }
        gathered.durations[place.proxy == nil ? .dns : .proxy] =
            isKnown(place) ? timeOfLateResponses : begun.duration(to: .now)
        func wanted(_ addresses: [IPAddress]?) -> [IPAddress] {
            (addresses ?? []).filter { options.families.contains($0.family) }
        }
        let all = wanted(found?.resolution.addresses)
        let addresses =
            try place.address.map { try Self.chosen($0, of: all, host: place.host) }
            ?? wanted(found?.resolution.usedAddresses)
        if isCutOff {
            let own = try await engine.routes(to: addresses, in: routedSnapshot)
            // 0.0.0.0 is not an address of this machine, but the result of a name filter.
            let isHere = own.isLocal && !addresses.allSatisfy(\.isUnspecified)
            guard isHere || own.reachesNeighbour(among: addresses) else { return .nowhere }
        }
        if let seen = found?.seen, place.proxy == nil { gathered.evidence.mdns = seen }
        if let found {
            record(found, of: place, addresses: all, servers: resolvers, into: &gathered)
            let encrypted = snapshot.resolvers.consulted(for: place.host.description).encrypted
            if place.proxy == nil, !isMulticast, !encrypted.isEmpty { gathered.evidence.dns?.encrypted = encrypted }
            let links = try await linksOfSilentServers(found.resolution)
            if !links.isEmpty { gathered.evidence.dns?.serverLinks = links }
        }
        // Nobody connects to port 0, which an announcement uses to say that there is no server.
        guard !addresses.isEmpty, found?.port != 0 else { return .nowhere }
        let destinations = addresses.map(\.unmapped).reduce(into: [IPAddress]()) { known, address in
            if !known.contains(address) { known.append(address) }
        }
        return .at(destinations.map { SocketAddress($0, port: found?.port ?? place.port) })
    }

    /// The interfaces that explain the silence of servers, by what the kernel knows after the queries.
    private func linksOfSilentServers(_ resolution: Resolution) async throws -> [DNSEvidence.ServerLink] {
        let silent = Set(resolution.failures.filter { $0.reason == .timeout }.compactMap(\.server))
        guard !silent.isEmpty else { return [] }
        let snapshot = try await engine.routedSnapshot().snapshot
        return silent.sorted().flatMap { ServerLinks.found(for: $0, in: snapshot) }
    }

    /// The configured address, which must be one of the name's, or the literal address of the host.
    private static func chosen(_ address: IPAddress, of all: [IPAddress], host: Host) throws -> [IPAddress] {
        guard !all.isEmpty else { return [] }
        guard let found = all.first(where: { $0.bytes == address.bytes }) else {
            throw CheckError.unsuitable(
                "\(address) is not an address of \(host); it has \(all.map(\.description).joined(separator: ", "))")
        }
        return [found]
    }

    /// The time limit for resolving names. After it, there would be no time to connect. Programs wait longer (resolv.conf(5), five
    /// seconds by default), so that a slow server is not a dead one. What is asked after a failure has time of its own.
    private func timeToResolve(until deadline: ContinuousClock.Instant) -> Duration {
        min(timeOfNames, ContinuousClock.now.duration(to: deadline))
    }

    /// The longest time for resolving a name.
    var timeOfNames: Duration { min(max(.seconds(3), options.timeout * 17 / 20), .seconds(5)) }

    /// The time after which the reason is sought why DNS servers are silent. Their responses are waited for meanwhile.
    var timeOfSilence: Duration { min(timeOfNames, max(.seconds(3), options.timeout * 3 / 5)) }

    private func record(
        _ found: LocatedAddress, of place: Place, addresses: [IPAddress], servers: ResolverConfiguration,
        into gathered: inout CheckObservations
    ) {
        guard place.proxy != nil else {
            var dns = DNSEvidence(
                resolution: found.resolution, servers: servers.servers.map(Self.shown), problems: servers.problems)
            dns.multicast = found.multicast
            dns.search = servers.search.isEmpty ? nil : servers.search
            // systemd-resolved continues to use a server that works, by its own timing.
            if servers.servers.allSatisfy({ $0.source == .resolvConf }) {
                dns.patience = Milliseconds(.seconds(servers.timeout))
            }
            if found.resolution.system?.addresses.isEmpty == true {
                dns.nameServices = engine.resolver.nameServices
                dns.nameServiceLine = engine.resolver.nameServiceLine
                let variables = engine.resolver.resolverVariables
                if !variables.isEmpty { dns.resolverVariables = variables }
                dns.missingLibrary = engine.resolver.missingNameLibrary
                let listed = engine.resolver.system.addressesInHostsFile(of: place.host.description)
                if !listed.isEmpty { dns.hostsFile = listed }
                dns.optionLine = servers.optionLine
                dns.queryLine = servers.queryLine
                dns.hidingLine = servers.hidingLine
                if servers.servers.count > 1 { dns.rotationLine = servers.rotationLine }
                if servers.optionLine != nil { dns.attempts = servers.attempts }
            }
            if found.resolution.system != nil { dns.nameCache = engine.resolver.nameCache }
            let isDelayed = (found.resolution.searchDelay?.value ?? 0) > 100
            if found.resolution.searched != nil || isDelayed {
                let lines = SearchLines.system
                if !lines.isEmpty { dns.optionLine = lines.joined(separator: ", ") }
            }
            let unreadable = engine.resolver.unreadableFiles()
            if !unreadable.isEmpty { dns.unreadable = unreadable }
            if engine.resolver.system.isOwnName(place.host.description) { dns.isOwnName = true }
            gathered.evidence.dns = dns
            return
        }
        gathered.evidence.proxy?.resolution = found.resolution
        gathered.evidence.proxy?.servers = servers.servers.map(Self.shown)
        if addresses.isEmpty { gathered.evidence.proxy?.outcome = .unresolved }
    }

    /// A server as named in answers: with its port unless that is 53.
    static func shown(_ server: Resolver) -> String {
        server.port == 53 ? "\(server.address)" : "\(SocketAddress(server.address, port: server.port))"
    }

    private static let maxMulticastTime = HostResolver.maxMulticastTime

    private struct LocatedAddress: LayerResult {
        var resolution: Resolution
        /// The state of multicast DNS on this machine.
        var multicast: DNSEvidence.Multicast?
        /// The evidence for a service instance.
        var seen: MulticastEvidence?
        /// The port in an SRV record, for a service instance.
        var port: UInt16?
        var hasSucceeded: Bool { resolution.hasSucceeded }
    }

    private func lookUp(
        _ place: Place, _ configuration: ResolverConfiguration, within limit: Duration
    ) async throws -> Resolution {
        let name = place.host.description
        guard place.proxy == nil else {
            return try await engine.resolver.resolve(
                name, families: options.families, configuration: configuration, timeout: limit)
        }
        return try await engine.resolver.resolve(
            name, families: options.families, configuration: configuration, timeout: limit,
            silence: min(limit, timeOfSilence), late: late)
    }

    private func resolve(_ place: Place, in snapshot: NetworkSnapshot, within limit: Duration) async throws
        -> LocatedAddress
    {
        if let known = resolution, isKnown(place) { return LocatedAddress(resolution: known) }
        guard case .service(let instance, let type, let domain) = place.kind else {
            let name = place.host.description
            guard place.host.isMulticastName, !snapshot.resolvers.isForUnicastDNS(name) else {
                return LocatedAddress(resolution: try await lookUp(place, snapshot.resolvers, within: limit))
            }
            let (resolution, view) = try await engine.resolver.resolveOnLink(
                name, families: options.families, configuration: snapshot.resolvers, timeout: limit)
            return LocatedAddress(resolution: resolution, multicast: view)
        }
        guard let services = engine.services else { throw CheckError.noServiceDiscovery }
        let begun = ContinuousClock.now
        var found: ServiceInstance?
        var seen: MulticastEvidence?
        do {
            found = try await services.resolve(instance: instance, type: type, domain: domain, timeout: limit)
        } catch ServiceDiscoveryError.unavailable(let reason) {
            seen = MulticastEvidence(unavailable: reason)
        }
        if let host = found?.host, let port = found?.port {
            seen = MulticastEvidence(
                announcement: .init(
                    host: host, port: port, addresses: found?.addresses ?? [], interface: found?.interface))
        }
        let took = begun.duration(to: .now)
        let scope = LinkScope(snapshot: snapshot)
        let answers = (found?.addresses ?? []).filter { scope.mayBeAnnounced($0, on: found?.interface) }.map {
            Resolution.Answer(address: $0, name: found?.host, source: .mdns, duration: took)
        }
        let reason: Resolution.FailureReason =
            seen?.unavailable != nil ? .closed : found == nil ? .timeout : .noData
        let failures =
            answers.isEmpty ? [Resolution.Failure(source: .mdns, type: "SRV", reason: reason, duration: took)] : []
        return LocatedAddress(
            resolution: Resolution(name: target.text, answers: answers, failures: failures), seen: seen,
            port: found?.port)
    }
}
