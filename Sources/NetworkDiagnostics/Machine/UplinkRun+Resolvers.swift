import EventLoopKit
import HostResolution
import NetworkModel

/// Queries to resolvers in addition to the name that no cache has.
extension UplinkRun {
    /// The time limit for names that are queried often, by others or by this machine: they are in the resolver's cache, or
    /// one round trip away.
    private static let controlLimit = Duration.milliseconds(600)

    /// After this time without a response over UDP, a resolver is also queried over TCP.
    private var leadOfUDP: Duration { min(.milliseconds(600), limit / 3) }

    /// The response of a resolver, and whether it only responds over TCP: if UDP is filtered, its silence is no sign of a
    /// dead uplink.
    ///
    /// - Returns: `nil` if the query could not be sent.
    func queryOverAnyTransport(
        _ name: String, at server: Resolver
    ) async throws -> (answer: DNSAnswer, isOverTCPAlone: Bool)? {
        do {
            let position = place(of: server.address)
            guard position != .own, !server.isQueriedOverTCP else {
                return (try await queryAsConfigured(name, at: server), false)
            }
            let end = ContinuousClock.now + limit
            let address = SocketAddress(server.address, port: server.port)
            async let stream = responseOverTCP(to: name, at: address, in: position, until: end)
            let answer = try await queryAsConfigured(name, at: server)
            guard answer.failure == .timeout, !answer.isTruncated, !answer.isWithheld, let other = await stream else {
                return (answer, false)
            }
            return (other, true)
        } catch is HostResolutionError {
            return nil
        }
    }

    /// The response over the transports of programs.
    private func queryAsConfigured(_ name: String, at server: Resolver) async throws -> DNSAnswer {
        try await engine.resolver.client.query(
            name, type: .a, of: server, hasAlternative: snapshot.resolvers.hasAlternative(to: server), timeout: limit)
    }

    /// The response over TCP, after some time without one over UDP.
    ///
    /// Of a router or another host on the link, only the denial of the name counts, if that server knows a name which exists. Any
    /// other response may be its own, while it waits for the Internet over UDP.
    ///
    /// - Returns: `nil` if there was none.
    private func responseOverTCP(
        to name: String, at server: SocketAddress, in place: UplinkEvidence.Query.Place,
        until end: ContinuousClock.Instant
    ) async -> DNSAnswer? {
        guard let answer = await queryOverTCP(name, at: server, after: leadOfUDP, until: end) else { return nil }
        if place == .beyond { return answer }
        guard answer.failure == .nxdomain,
            let known = await queryOverTCP(DiagnosticEngine.knownName, at: server, after: .zero, until: end),
            known.failure == nil
        else { return nil }
        return answer
    }

    private func queryOverTCP(
        _ name: String, at server: SocketAddress, after lead: Duration, until end: ContinuousClock.Instant
    ) async -> DNSAnswer? {
        do {
            try await engine.loop.sleep(until: .now + lead)
            let answer = try await engine.resolver.client.query(
                name, type: .a, server: server, options: .init(transport: .tcp),
                timeout: ContinuousClock.now.duration(to: end))
            return answer.failure == .timeout || answer.failure == .closed || answer.failure == .malformed
                ? nil : answer
        } catch {
            return nil
        }
    }

    /// The response of a resolver for existing names, if its response for a missing name leaves doubt whether it queries
    /// other servers.
    func control(
        of outcome: UplinkEvidence.Query.Outcome, _ addresses: [IPAddress], at server: Resolver
    ) async throws -> UplinkEvidence.Query.Control? {
        switch outcome {
        case .nxdomain, .noData:
            guard let known = try await failure(of: DiagnosticEngine.knownName, .a, at: server) else { return .known }
            guard known == .nxdomain || known == .noData else { return nil }
            guard let answer = try await queryRecords(of: ".", .ns, at: server) else { return nil }
            guard let root = answer.failure else { return answer.namesRootServers ? .known : .ownRoot }
            // A resolver that only knows the names of a VPN refuses queries for the root, or fails, and has denied an
            // existing name.
            return root == .nxdomain || root == .noData || root == .refused || root == .servfail ? .denied : nil
        case .refused:
            guard let root = try await failure(of: ".", .ns, at: server) else { return .known }
            return root == .refused ? .denied : nil
        case .address:
            // A resolver that makes up addresses for missing names must have queried other servers.
            guard let answer = try await queryRecords(of: DiagnosticEngine.knownName, .a, at: server),
                answer.failure == nil
            else { return nil }
            return answer.addresses.contains { !$0.isPrivate && !addresses.contains($0) } ? .known : .denied
        case .servfail, .timeout, .closed, .malformed: return nil
        }
    }

    /// Whether a resolver that rejects signatures answers, with checking disabled, a query for which it needs other servers.
    func isKnownUnchecked(_ name: String, at server: Resolver) async throws -> Bool {
        do {
            let answer = try await engine.resolver.client.query(
                name, type: .a, of: server, checking: .disabled, timeout: min(limit, Self.controlLimit))
            return answer.failure == nil || answer.failure == .nxdomain || answer.failure == .noData
        } catch is HostResolutionError {
            return false
        }
    }

    /// The failure of a server for a record type.
    ///
    /// - Returns: `nil` if the server has such records.
    private func failure(
        of name: String, _ type: DNSRecordType, at server: Resolver
    ) async throws -> Resolution.FailureReason? {
        guard let answer = try await queryRecords(of: name, type, at: server) else { return .malformed }
        return answer.failure
    }

    /// The first address of a name in an address family, according to a server.
    ///
    /// - Returns: `nil` if it has none, or does not respond.
    func address(of name: String, _ family: AddressFamily, at server: Resolver) async throws -> IPAddress? {
        let response = try await queryRecords(of: name, family == .ipv4 ? .a : .aaaa, at: server)
        for record in response?.records ?? [] {
            if case .address(let address) = record.value, address.family == family { return address }
        }
        return nil
    }

    /// The response of a server.
    ///
    /// - Returns: `nil` if the query could not be sent.
    private func queryRecords(
        of name: String, _ type: DNSRecordType, at server: Resolver
    ) async throws -> DNSAnswer? {
        do {
            return try await engine.resolver.client.query(
                name, type: type, of: server, timeout: min(limit, Self.controlLimit))
        } catch is HostResolutionError {
            return nil
        }
    }

    /// The location of a resolver according to the routes.
    func place(of server: IPAddress) -> UplinkEvidence.Query.Place {
        if server.isLoopback || snapshot.isOwn(server) { return .own }
        if snapshot.defaultRoutes.contains(where: { $0.gateway?.bytes == server.bytes }) { return .gateway }
        guard let route = snapshot.route(to: server) else { return .beyond }
        // The other end of a tunnel that all traffic takes is not on the user's link, although it is in a subnet of the interface.
        let link = route.interface.flatMap(snapshot.link(named:))
        let isThroughTunnel =
            (link?.hardwareAddress == nil || link?.isARPOff == true)
            && snapshot.preferredDefaultRoutes.contains { $0.gateway == nil && $0.interface == route.interface }
        return route.gateway != nil || route.isDefault || isThroughTunnel ? .beyond : .link
    }
}

extension DNSAnswer {
    /// Whether it names servers of the root of the Internet.
    fileprivate var namesRootServers: Bool {
        records.contains { record in
            if case .name(let name) = record.value { name.lowercased().hasSuffix(".root-servers.net") } else { false }
        }
    }
}
