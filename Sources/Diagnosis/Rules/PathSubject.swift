package import NetworkModel

/// A destination that a check failed to reach, and what is known about the path to it.
struct PathSubject {
    var destination: PathDestination
    /// Whether nothing was received, not even an error.
    var isSilent: Bool
    /// The result of one more packet; `nil` if none was sent.
    var trace: PathEvidence.Trace?
    /// The gateway to the destination; `nil` if that is on the link.
    var gateway: GatewayEvidence.Hop?
}

extension Evidence {
    /// The destinations that could not be reached, one of each address family: the proxy, the target, or else the resolvers
    /// for the target's name. Empty if everything works, and if the target is this machine itself.
    var pathSubjects: [PathSubject] {
        let found: [(PathDestination, Bool)]
        if let attempts = proxy?.attempts, !attempts.isEmpty {
            found = failed(attempts)
        } else if let tcp {
            found = failed(tcp.attempts)
        } else if let echo {
            found =
                echo.outcome == .reply || echo.outcome == .notPermitted
                ? [] : [(PathDestination(echo.address, .icmp), echo.error == nil)]
        } else if let datagrams = kind?.datagrams {
            let destination = PathDestination(datagrams.address, port: datagrams.port, .udp)
            switch datagrams.outcome {
            case .answered, .refused: found = []
            case .unreachable, .silent, .unsent: found = [(destination, datagrams.outcome == .silent)]
            }
        } else {
            found = failedResolvers
        }
        return found.filter { !$0.0.address.isLoopback }.map { destination, isSilent in
            PathSubject(
                destination: destination, isSilent: isSilent, trace: trace(of: destination),
                gateway: gatewayHop(to: destination.address))
        }
    }

    /// Whether a destination is a DNS server for the target's name, and not the target itself.
    func isResolver(_ subject: PathSubject) -> Bool {
        subject.destination.transport == .udp && tcp == nil && echo == nil && kind?.datagrams == nil
            && asked.question == nil && dns?.resolution.answers.isEmpty == true
    }

    /// The address, as facts of advice to ping it or to trace the path to it, unless the check did so itself.
    func unobserved(_ address: IPAddress) -> [String: String] {
        // This machine itself always answers pings.
        guard !address.isLoopback else { return [:] }
        let isTraced = path?.traces.contains { $0.address == address } ?? false
        var facts: [String: String] = [:]
        if !isTraced { facts["untraced"] = "\(address)" }
        if echoTrace(to: address) == nil { facts["unpinged"] = "\(address)" }
        return facts
    }

    /// Whether the host answers pings; `nil` if none were sent.
    func answersPings(_ address: IPAddress) -> Bool? {
        echoTrace(to: address).map { $0.outcome == .answered }
    }

    /// The trace of echo requests to a host; `nil` if none were sent.
    func echoTrace(to address: IPAddress) -> PathEvidence.Trace? {
        path?.traces.first { $0.address == address && $0.transport == .icmp }
    }

    /// The result of packets to a destination. A failed echo request counts like one of a trace.
    func trace(of destination: PathDestination) -> PathEvidence.Trace? {
        // This applies only after a packet was sent. If the cause is known at once, as for a wrong address, no other observation
        // could say more about it.
        guard var trace = observedTrace(of: destination), trace.error == nil, trace.outcome == .silent,
            let refusal = attemptRefusal(to: destination)
        else { return observedTrace(of: destination) }
        // Routers report a few packets per second. An error for the connection itself is valid even if the router is silent
        // by now.
        (trace.outcome, trace.error) = (.refused, refusal)
        return trace
    }

    /// The ICMP error for a connection to the destination.
    package func attemptRefusal(to destination: PathDestination) -> ICMPError? {
        guard destination.transport == .tcp else { return nil }
        let attempts = proxy?.attempts.isEmpty == false ? proxy?.attempts : tcp?.attempts
        return attempts?.lazy.filter { $0.address == destination.address && $0.port == destination.port }
            .compactMap(\.refusal).first
    }

    private func observedTrace(of destination: PathDestination) -> PathEvidence.Trace? {
        let traced = path?.traces.first {
            $0.address == destination.address && $0.port == destination.port && $0.transport == destination.transport
        }
        if traced?.outcome == .silent, let refusal = refusalOfEverything(to: destination.address) { return refusal }
        if traced == nil, let known = datagramTrace(to: destination) { return known }
        if traced?.error == nil, traced?.outcome != .answered, let known = refusedQuestion(to: destination) {
            return known
        }
        guard traced == nil || traced?.outcome == .silent, destination.transport == .icmp, let echo,
            echo.address == destination.address
        else { return traced }
        // Routers report a few packets per second. One that reported the echo may be silent for the trace.
        if let error = echo.error {
            return .init(address: echo.address, port: 0, transport: .icmp, outcome: .refused, error: error)
        }
        guard traced == nil else { return traced }
        guard let failure = echo.failure else { return nil }
        return .init(address: echo.address, port: 0, transport: .icmp, outcome: .unsent, failure: failure)
    }

    /// The same for a datagram of a registered kind.
    private func datagramTrace(to destination: PathDestination) -> PathEvidence.Trace? {
        guard destination.transport == .udp, let datagrams = kind?.datagrams, datagrams.address == destination.address,
            datagrams.port == destination.port
        else { return nil }
        var trace = PathEvidence.Trace(
            address: destination.address, port: destination.port, transport: .udp, outcome: .unsent,
            failure: datagrams.failure)
        if let error = datagrams.error { (trace.outcome, trace.error) = (.refused, error) }
        return datagrams.error != nil || datagrams.failure != nil ? trace : nil
    }

    /// The same for a DNS query. Programs get the same error for their queries.
    private func refusedQuestion(to destination: PathDestination) -> PathEvidence.Trace? {
        guard destination.transport == .udp, let resolution = proxy?.resolution ?? dns?.resolution else { return nil }
        let refusals = resolution.failures.lazy.compactMap { failure in
            failure.server.flatMap(PathDestination.init(server:)) == destination ? failure.refusal : nil
        }
        return refusals.first.map {
            .init(
                address: destination.address, port: destination.port, transport: .udp, outcome: .refused, error: $0)
        }
    }

    /// The error of a router that has no route to a host. Routers report a few packets per second and ignore the others, so
    /// that such an error for one packet is valid for all packets to the host.
    private func refusalOfEverything(to address: IPAddress) -> PathEvidence.Trace? {
        path?.traces.first { trace in
            guard trace.address == address, let error = trace.error, error.reporter?.bytes != address.bytes else {
                return false
            }
            return error.isUndeliverable
        }
    }

    /// The next hop to an address; `nil` if that is not a gateway.
    package func gatewayHop(to address: IPAddress) -> GatewayEvidence.Hop? {
        hop(to: address).flatMap { $0.route.gateway == nil || $0.route.gateway == address ? nil : $0 }
    }

    /// The next hop of the most specific route to an address.
    func hop(to address: IPAddress) -> GatewayEvidence.Hop? {
        gateway?.hops.filter { $0.route.covers(address) }.max { $0.route.prefixLength < $1.route.prefixLength }
    }

    /// The host itself as the next hop, if its address is on the link; `nil` if it is not.
    func hopOnLink(to address: IPAddress) -> GatewayEvidence.Hop? {
        gateway?.hops.first { $0.route.gateway == nil && $0.route.covers(address) }
    }

    /// Whether ARP or NDP found no host with an address.
    func isMissingOnLink(_ address: IPAddress) -> Bool {
        gateway?.hops.first { $0.neighbour?.address.bytes == address.bytes }?.neighbour?.state.isUnanswered == true
    }

    private func failed(_ attempts: [TCPEvidence.Attempt]) -> [(PathDestination, Bool)] {
        guard !attempts.contains(where: { $0.outcome == .connected }) else { return [] }
        let missing = gateway?.familiesWithoutRoute ?? []
        return AddressFamily.allCases.compactMap { family in
            let tried = attempts.filter {
                $0.address.family == family && !missing.contains(family) && $0.outcome != .abandoned
                    && $0.outcome != .noResources
            }
            // An error says more than silence.
            guard let first = tried.first(where: { $0.outcome != .timeout }) ?? tried.first else { return nil }
            return (PathDestination(first.address, port: first.port, .tcp), first.outcome == .timeout)
        }
    }

    /// The servers for a name that was not resolved, if none of them responded at all.
    private var failedResolvers: [(PathDestination, Bool)] {
        guard let resolution = proxy?.resolution ?? dns?.resolution, resolution.answers.isEmpty else { return [] }
        let wire = resolution.failures.filter { $0.source == .dns }
        if wire.isEmpty, proxy == nil, let dns { return serversOfSystem(dns) }
        guard wire.allSatisfy({ $0.reason == .timeout || $0.reason == .closed }) else { return [] }
        var found: [(PathDestination, Bool)] = []
        for failure in wire {
            guard let server = failure.server.flatMap(PathDestination.init(server:)),
                !found.contains(where: { $0.0 == server })
            else {
                continue
            }
            found.append((server, failure.reason == .timeout))
        }
        return Array(found.prefix(Self.maxResolvers))
    }

    /// The servers for a name without a dot, for which only the system resolver is queried. It does not report which server
    /// failed, nor how.
    private func serversOfSystem(_ dns: DNSEvidence) -> [(PathDestination, Bool)] {
        guard DNSRules.hasSystemFailed(dns) else { return [] }
        let answered = (dns.followUps ?? []).filter { $0.failure != .timeout && $0.failure != .closed }.map(\.server)
        let servers = dns.servers.filter { !answered.contains($0) }
        return servers.compactMap(PathDestination.init(server:)).prefix(Self.maxResolvers).map {
            ($0, dns.resolution.system?.failure == .timeout)
        }
    }

    private static let maxResolvers = 3
}

extension PathEvidence {
    /// Whether a host beyond the first hop responded.
    var isHeardBeyond: Bool {
        traces.contains { trace in
            trace.outcome == .answered || trace.hops.contains { $0.limit > 1 && $0.address != nil }
        }
    }
}
