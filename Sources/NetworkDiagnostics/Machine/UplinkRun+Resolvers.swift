import EventLoopKit
import HostResolution
import NetworkModel

/// What is asked of resolvers beside the name that no cache holds.
extension UplinkRun {
    /// What it is asked for has been asked often, by others or by this machine: it is in its cache, or one round trip away.
    private static let controlLimit = Duration.milliseconds(600)

    /// After that long without an answer over UDP, a resolver behind the gateway is asked over TCP as well.
    private static let leadOfUDP = Duration.milliseconds(600)

    /// What a resolver says, and whether over TCP alone: where UDP is filtered, it is no sign of a dead uplink that it is silent.
    ///
    /// - Returns: `nil` if the question cannot be asked.
    func answer(
        to name: String, at server: SocketAddress
    ) async throws -> (answer: DNSAnswer, isOverTCPAlone: Bool)? {
        do {
            guard place(of: server.address) == .beyond, limit > Self.leadOfUDP * 2 else {
                return (try await engine.resolver.client.query(name, type: .a, server: server, timeout: limit), false)
            }
            let end = ContinuousClock.now + limit
            async let stream = answerOverTCP(to: name, at: server, until: end)
            let answer = try await engine.resolver.client.query(name, type: .a, server: server, timeout: limit)
            guard answer.failure == .timeout, !answer.isTruncated, let other = await stream else {
                return (answer, false)
            }
            return (other, true)
        } catch is HostResolutionError {
            return nil
        }
    }

    /// - Returns: `nil` if nobody has answered.
    private func answerOverTCP(
        to name: String, at server: SocketAddress, until end: ContinuousClock.Instant
    ) async -> DNSAnswer? {
        do {
            try await engine.loop.sleep(until: .now + Self.leadOfUDP)
            let answer = try await engine.resolver.client.query(
                name, type: .a, server: server, options: .init(transport: .tcp),
                timeout: ContinuousClock.now.duration(to: end))
            return answer.failure == .timeout || answer.failure == .closed || answer.failure == .malformed
                ? nil : answer
        } catch {
            return nil
        }
    }

    /// What a resolver makes of names that exist, where its answer for one that does not leaves doubt whether it asks anybody.
    func control(
        of outcome: UplinkEvidence.Query.Outcome, _ addresses: [IPAddress], at server: SocketAddress
    ) async throws -> UplinkEvidence.Query.Control? {
        switch outcome {
        case .nxdomain, .noData:
            guard let known = try await failure(of: DiagnosticEngine.knownName, .a, at: server) else { return .known }
            guard known == .nxdomain || known == .noData else { return nil }
            guard let root = try await failure(of: ".", .ns, at: server) else { return .known }
            // One that knows the names of a VPN alone refuses to speak of the root, or fails, and has said that what exists does not.
            return root == .nxdomain || root == .noData || root == .refused || root == .servfail ? .denied : nil
        case .refused:
            guard let root = try await failure(of: ".", .ns, at: server) else { return .known }
            return root == .refused ? .denied : nil
        case .address:
            // One that makes addresses up for whatever does not exist has to have asked.
            guard let answer = try await answer(to: DiagnosticEngine.knownName, .a, at: server), answer.failure == nil
            else { return nil }
            let known = answer.records.compactMap { record -> IPAddress? in
                if case .address(let address) = record.value { address } else { nil }
            }
            return known.contains { !$0.isPrivate && !addresses.contains($0) } ? .known : .denied
        case .servfail, .timeout, .closed, .malformed: return nil
        }
    }

    /// Whether a resolver that does not accept signatures knows, with checking disabled, what it has to ask others for.
    func isKnownUnchecked(_ name: String, at server: SocketAddress) async throws -> Bool {
        do {
            let answer = try await engine.resolver.client.query(
                name, type: .a, server: server, options: .init(checking: .disabled),
                timeout: min(limit, Self.controlLimit))
            return answer.failure == nil || answer.failure == .nxdomain || answer.failure == .noData
        } catch is HostResolutionError {
            return false
        }
    }

    /// - Returns: `nil` if the server has such records.
    private func failure(
        of name: String, _ type: DNSRecordType, at server: SocketAddress
    ) async throws -> Resolution.FailureReason? {
        do {
            let limit = min(limit, Self.controlLimit)
            if name == "." { return try await engine.resolver.probe(server: server, timeout: limit) }
        } catch is HostResolutionError {
            return .malformed
        }
        guard let answer = try await answer(to: name, type, at: server) else { return .malformed }
        return answer.failure
    }

    /// - Returns: `nil` if the question cannot be asked.
    private func answer(
        to name: String, _ type: DNSRecordType, at server: SocketAddress
    ) async throws -> DNSAnswer? {
        do {
            return try await engine.resolver.client.query(
                name, type: type, server: server, timeout: min(limit, Self.controlLimit))
        } catch is HostResolutionError {
            return nil
        }
    }

    /// Where a resolver is, as the routes lead to it.
    func place(of server: IPAddress) -> UplinkEvidence.Query.Place {
        let isOwn = snapshot.links.contains { link in link.addresses.contains { $0.address.bytes == server.bytes } }
        if server.isLoopback || isOwn { return .own }
        if snapshot.defaultRoutes.contains(where: { $0.gateway?.bytes == server.bytes }) { return .gateway }
        guard let route = snapshot.route(to: server) else { return .beyond }
        return route.gateway != nil || route.isDefault ? .beyond : .link
    }
}
