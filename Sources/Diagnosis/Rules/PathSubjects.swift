package import NetworkModel

/// A destination that a check failed to reach, and what is known about the path to it.
struct PathSubject {
    var destination: PathDestination
    /// Whether anything came back, be it an error.
    var isSilent: Bool
    /// What one more packet met; `nil` if none was sent.
    var trace: PathEvidence.Trace?
    /// A target that a gateway lies before; `nil`: it is on the link.
    var gateway: GatewayEvidence.Hop?
}

extension Evidence {
    /// What could not be reached, one of each family: the proxy, the target, or else the resolvers that should have named
    /// it. Empty where all is well, and where this machine itself is the target.
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

    /// Whether it is a DNS server that was to name the target, and not the target itself.
    func isResolver(_ subject: PathSubject) -> Bool {
        subject.destination.transport == .udp && tcp == nil && echo == nil && kind?.datagrams == nil
            && asked.question == nil && dns?.resolution.answers.isEmpty == true
    }

    /// What is known of packets to a destination; an echo that failed says as much as one of a trace.
    func trace(of destination: PathDestination) -> PathEvidence.Trace? {
        // Not before a packet was sent: who names the cause at once has nobody ask for what would tell more of it, as of a wrong address.
        guard var trace = observedTrace(of: destination), trace.error == nil, trace.outcome == .silent,
            let refusal = attemptRefusal(to: destination)
        else { return observedTrace(of: destination) }
        // Routers report a few packets a second: what one said of the connection itself holds, though it is silent by now.
        (trace.outcome, trace.error) = (.refused, refusal)
        return trace
    }

    /// What a router has said of a connection to the destination.
    func attemptRefusal(to destination: PathDestination) -> ICMPError? {
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
        // Routers report few packets a second: who was named for the echo may be silent for the trace.
        if let error = echo.error {
            return .init(address: echo.address, port: 0, transport: .icmp, outcome: .refused, error: error)
        }
        guard traced == nil else { return traced }
        guard let failure = echo.failure else { return nil }
        return .init(address: echo.address, port: 0, transport: .icmp, outcome: .unsent, failure: failure)
    }

    /// Likewise a datagram of a registered kind.
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

    /// Likewise a question for a name: the error came back for what programs send, too.
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

    /// Routers answer a few packets a second and keep silent about the others: where one has no way to a host, its word on
    /// any packet there is its word on all.
    private func refusalOfEverything(to address: IPAddress) -> PathEvidence.Trace? {
        path?.traces.first { trace in
            guard trace.address == address, let error = trace.error, error.reporter?.bytes != address.bytes else {
                return false
            }
            return error.meaning == .networkUnreachable || error.meaning == .hostUnreachable
        }
    }

    /// The next hop to an address, where it is a gateway.
    package func gatewayHop(to address: IPAddress) -> GatewayEvidence.Hop? {
        gateway?.hops.filter { $0.route.covers(address) && $0.route.family == address.family }
            .max { $0.route.prefixLength < $1.route.prefixLength }
            .flatMap { $0.route.gateway == nil || $0.route.gateway == address ? nil : $0 }
    }

    private func failed(_ attempts: [TCPEvidence.Attempt]) -> [(PathDestination, Bool)] {
        guard !attempts.contains(where: { $0.outcome == .connected }) else { return [] }
        let missing = gateway?.familiesWithoutRoute ?? []
        return AddressFamily.allCases.compactMap { family in
            let tried = attempts.filter {
                $0.address.family == family && !missing.contains(family) && $0.outcome != .abandoned
                    && $0.outcome != .noResources
            }
            // Somebody's word says more than silence.
            guard let first = tried.first(where: { $0.outcome != .timeout }) ?? tried.first else { return nil }
            return (PathDestination(first.address, port: first.port, .tcp), first.outcome == .timeout)
        }
    }

    /// Servers of a name that nobody resolved, where none of them answered at all.
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

    /// The servers of a name without a dot, which the system's resolver alone is asked for: it does not say which failed, nor how.
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
    /// Somebody beyond the first hop has answered something.
    var isHeardBeyond: Bool {
        traces.contains { trace in
            trace.outcome == .answered || trace.hops.contains { $0.limit > 1 && $0.address != nil }
        }
    }
}
