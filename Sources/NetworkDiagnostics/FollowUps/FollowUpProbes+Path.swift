import Diagnosis
import EventLoopKit
import HostResolution
import NetworkModel
import Probes

extension FollowUpProbes {
    /// The time limit for packets without a response. A rejection arrives at once.
    private static let patience = Duration.milliseconds(800)
    /// The time limit for packets of various sizes, whose requests are repeated until the result is certain.
    private static let patienceForSizes = Duration.milliseconds(1_200)
    /// The time limit for a series of echo requests: 20 in half a second, and the time for the last reply.
    private static let timeOfSeries = Duration.milliseconds(900)
    private static let shortPatience = Duration.milliseconds(300)
    private static let webPorts: Set<UInt16> = [80, 443]
    /// The maximum number of resolvers that are queried.
    private static let maxResolvers = 3

    func perform(_ followUp: PathFollowUp) async throws -> Amendment {
        switch followUp {
        case .packet(let destination): return try await trace(destination, hops: 0, within: Self.shortPatience)
        case .trace(let destination):
            return try await trace(destination, hops: TraceProbe.maxHops, within: Self.patience)
        case .hop(let destination, let limit): return try await hop(limit, to: destination)
        case .raisedLimit(let destination): return try await raisedLimit(to: destination)
        case .origin(let destination): return try await origin(destination)
        case .connections(let peer): return try await connections(to: peer)
        case .delivery(let destination): return try await delivery(destination)
        case .resolvers: return try await resolvers()
        case .sizes(let address): return try await sizes(address)
        case .smallSegments(let peer): return try await smallSegments(peer, isPage: false)
        case .pageInSmallSegments(let peer): return try await smallSegments(peer, isPage: true)
        case .burst(let address):
            return try await burst(address)
        case .losses(let address):
            // Packets of earlier questions, or of an assistant's earlier check, may still fill the queue of a slow link.
            var end = deadline
            if evidence.depth == .thorough || evidence.path?.sizes.isEmpty == false {
                let echo = EchoProbe(address: address, loop: engine.loop, attempts: 3)
                _ = try await echo.observe(within: left(Self.patienceForSizes))
                // A host that answers no pings uses up the time. An assistant's check then takes a little longer.
                if evidence.depth == .thorough { end = max(end, .now + Self.timeOfSeries) }
                // Replies that could not arrive in time would count as lost.
                guard ContinuousClock.now + Self.timeOfSeries <= end || evidence.depth == .thorough else {
                    throw CancellationError()
                }
            }
            let mark = engine.loop.loadMark()
            let echoes = try await engine.series(to: address, until: end)
            guard !engine.wasBusy(for: .milliseconds(300), since: mark) else { throw CancellationError() }
            return { $0.observedPath.echoes = echoes }
        case .uplink:
            // The queries of this check may have used up the ICMP errors of a host whose port is closed, so that it is silent now.
            if let dns = evidence.dns { engine.uplink.recordClosedPorts(in: dns.resolution) }
            // Beside a dead uplink, it shows a filter that this process cannot see, and takes about as long.
            let isExamined = isWebUnresolved
            async let output: [PathEvidence.Trace]? = isExamined ? engine.examinedOutput() : nil
            var uplink = try await engine.sharedUplink(
                within: left(Self.patience), isFamilyLost: evidence.isFamilyLost)
            uplink?.addRejections(evidence.dns?.resolution.rejections ?? [:])
            // A filter of port 443 says nothing about a target with another port, and a check that connects meets it itself. If a
            // device refuses the connection, the packets show whether it is the host.
            let isRefused = evidence.tcp?.attempts.contains { $0.outcome == .refused && $0.port == 443 } == true
            if evidence.tcp != nil && !isRefused || evidence.proxy != nil
                || evidence.asked.port.map(Self.webPorts.contains) != true
            {
                uplink?.otherPorts = nil
            }
            if let known = uplink, evidence.tcp == nil, evidence.proxy == nil, let port = evidence.asked.port,
                Self.webPorts.contains(port), UplinkProof(known) != .works
            {
                // If no address was found, the check itself does not encounter a filter of this machine.
                let examined = try await UplinkProof(known) == .broken ? output : nil
                let unsent = try await engine.unsentConnections(to: port, beside: known, among: examined)
                if !unsent.isEmpty { uplink?.unsent = unsent }
            }
            let forwarders = engine.uplink.forwarders(besides: evidence.target.text)
            if !forwarders.isEmpty { uplink?.forwarders = forwarders }
            let oneSided = try await oneSidedRoutes(beside: uplink)
            return { [uplink] evidence in
                if !oneSided.isEmpty { evidence.gateway?.hops += oneSided }
                // A device that responded to this check in place of others may have used up the limit of such requests.
                let met = evidence.uplink?.interception
                evidence.uplink = uplink
                if uplink?.interception == nil { evidence.uplink?.interception = met }
            }
        case .offers(let interface): return try await offers(on: interface)
        }
    }

    /// Whether the target is a page whose name has no address since the DNS servers are silent, so that nothing was sent to its port.
    private var isWebUnresolved: Bool {
        guard evidence.tcp == nil, evidence.proxy == nil, evidence.asked.port.map(Self.webPorts.contains) == true,
            let resolution = evidence.dns?.resolution
        else { return false }
        return resolution.answers.isEmpty && !resolution.failures.isEmpty
            && resolution.failures.allSatisfy { $0.reason == .timeout }
    }

    /// The remaining time, up to a limit.
    private func left(_ limit: Duration) -> Duration {
        min(limit, max(.zero, ContinuousClock.now.duration(to: deadline)))
    }

    private func trace(_ destination: PathDestination, hops: Int, within limit: Duration) async throws -> Amendment {
        let address = SocketAddress(destination.address, port: destination.port)
        if hops > 0 { engine.uplink.recordTrace() }
        var trace = try await TraceProbe(address, as: destination.transport, hops: hops, loop: engine.loop)
            .observe(within: left(limit))
        trace.findShortage()
        if trace.outcome == .silent, destination.transport == .tcp, address.address.family == .ipv6,
            try await engine.isDroppedHere(address)
        {
            (trace.outcome, trace.failure) = (.unsent, "EPERM")
        }
        record(trace)
        if trace.outcome == .silent {
            trace.emptyTunnel = try await engine.emptyTunnel(to: destination)
            trace.tunnelLoop = try await engine.tunnelLoop(towards: destination.address)
        }
        var known = trace
        if trace.outcome == .silent, let refusal = evidence.attemptRefusal(to: destination) {
            (known.outcome, known.error) = (.refused, refusal)
        }
        let changed = try await engine.detour(behind: known)
        if changed == nil { trace.rewriting = try await engine.rewriting(behind: known) }
        let mayBeRedirected = changed == nil && trace.rewriting == nil && known.mayBeRewritten
        let redirected = mayBeRedirected ? try await engine.redirected(to: destination.address) : nil
        let isUnexplained = trace.outcome == .silent && trace.rewriting == nil || trace.failure == "ENOBUFS"
        let withheld = isUnexplained ? try await engine.withheld(from: address) : nil
        // Its packets have greater hop limits than those of programs may have.
        let isLimitInQuestion = trace.error?.meaning == .timeExceeded || trace.answeredAt != nil
        let interface =
            isLimitInQuestion ? try await engine.routedSnapshot().snapshot.route(to: address.address)?.interface : nil
        let limits = interface.map { HopLimits.system([$0]) }
        return { [trace] evidence in
            evidence.observedPath.add(trace)
            if let limits { evidence.observedPath.hopLimit = limits.limit(of: address.address.family) }
            if let withheld { evidence.observedPath.add(withheld) }
            if let redirected { evidence.gateway?.hops.append(redirected) }
            guard let changed else { return }
            evidence.gateway?.hops.removeAll { $0.route.covers(destination.address) }
            evidence.gateway?.hops.append(changed)
        }
    }

    private func record(_ trace: PathEvidence.Trace) {
        engine.uplink.record(trace, behind: (evidence.gateway?.hops ?? []).compactMap(\.route.gateway))
    }

    /// A device within this number of hops that is not the host belongs to this network or its provider.
    private static let nearHops = 3

    private func origin(_ destination: PathDestination) async throws -> Amendment {
        let peer = SocketAddress(destination.address, port: destination.port)
        let limit = left(Self.shortPatience)
        engine.uplink.recordTrace()
        guard destination.transport != .udp else { return try await originOfError(destination, within: limit) }
        async let reset = TraceProbe(peer, as: .tcp, hops: Self.nearHops, loop: engine.loop).observe(within: limit)
        async let echo = TraceProbe(peer, as: .icmp, hops: Self.nearHops, loop: engine.loop).observe(within: limit)
        var traces = try await [reset, echo]
        traces.forEach(record)
        // A response with a hop limit of 1 is from the first router, or from this machine itself.
        if traces[0].outcome == .answered, traces[0].answeredAt == 1, try await engine.isRefusedHere(peer) {
            traces[0].isAnsweredHere = true
        }
        let found = traces
        return { evidence in
            for trace in found { evidence.observedPath.add(trace) }
        }
    }

    /// Finds out whether the ICMP error for a datagram is this machine's own.
    private func originOfError(_ destination: PathDestination, within limit: Duration) async throws -> Amendment {
        let peer = SocketAddress(destination.address, port: destination.port)
        let closed = evidence.dns?.resolution.failures.first { $0.reason == .closed && $0.server == peer.shownServer }
        let time = DiagnosticEngine.timeForError(after: closed?.duration.duration)
        let isKnown = await engine.resolver.client.isPortClosed(of: peer)
        var trace = try await DiagnosticEngine.traceOfClosedPort(peer, isKnown: isKnown) {
            try await TraceProbe(peer, as: .udp, hops: 0, loop: engine.loop).observe(within: min(limit, time))
        }
        if trace.outcome == .answered, try await engine.isRefusedHere(peer, isDatagram: true) {
            trace.isAnsweredHere = true
        }
        return { [trace] evidence in evidence.observedPath.add(trace) }
    }

    private func delivery(_ destination: PathDestination) async throws -> Amendment {
        guard try await engine.isLedAway(SocketAddress(destination.address, port: destination.port)) else {
            return { _ in }
        }
        return { evidence in
            let index = evidence.observedPath.traces.firstIndex {
                $0.address == destination.address && $0.port == destination.port
                    && $0.transport == destination.transport
            }
            if let index {
                evidence.observedPath.traces[index].isLedAway = true
            } else {
                var trace = PathEvidence.Trace(
                    address: destination.address, port: destination.port, transport: destination.transport,
                    outcome: .silent)
                trace.isLedAway = true
                evidence.observedPath.traces.append(trace)
            }
        }
    }

    /// Sends a query for the root's name servers, and an echo request, to each resolver behind a gateway.
    private func resolvers() async throws -> Amendment {
        let snapshot = try await engine.routedSnapshot().snapshot
        // Behind another link, they say nothing about the target's.
        let interfaces = Set((evidence.gateway?.hops ?? []).compactMap(\.route.interface))
        let beyond = snapshot.resolvers.servers.filter { server in
            guard !server.address.isLoopback, let route = snapshot.route(to: server.address),
                let gateway = route.gateway
            else { return false }
            return gateway != server.address
                && (interfaces.isEmpty || route.interface.map(interfaces.contains) ?? true)
        }
        let limit = left(Self.patience)
        let traces = try await withThrowingTaskGroup(of: PathEvidence.Trace.self) { [engine] group in
            for server in beyond.prefix(Self.maxResolvers) {
                for transport in [PathEvidence.Transport.udp, .icmp] {
                    let probe = TraceProbe(
                        SocketAddress(server.address, port: server.port), as: transport, hops: 0, loop: engine.loop)
                    group.addTask { try await probe.observe(within: limit) }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let sorted = traces.sorted { "\($0.address) \($0.transport)" < "\($1.address) \($1.transport)" }
        return { evidence in
            for trace in sorted { evidence.observedPath.add(trace) }
        }
    }

    private func sizes(_ address: IPAddress) async throws -> Amendment {
        let snapshot = try await engine.routedSnapshot().snapshot
        let link = snapshot.route(to: address)?.interface.flatMap(snapshot.link(named:))
        let probe = PathMTUProbe(address: address, interfaceMTU: link?.mtu ?? 1_500, loop: engine.loop)
        let sizes = try await probe.observe(within: left(Self.patienceForSizes))
        let withheld = try await engine.withheld(from: SocketAddress(address, port: 443))
        return { evidence in
            if let withheld { evidence.observedPath.add(withheld) }
            evidence.observedPath.sizes.removeAll { $0.address == address }
            evidence.observedPath.sizes.append(sizes)
        }
    }

    private func burst(_ address: IPAddress) async throws -> Amendment {
        let snapshot = try await engine.routedSnapshot().snapshot
        let link = snapshot.route(to: address)?.interface.flatMap(snapshot.link(named:))
        let known = evidence.path?.sizes.first { $0.address == address }
        let passing = known.flatMap { $0.tooBig == nil ? $0.blackHole : $0.answered.last }
        let largest = [link?.mtu, passing].compactMap(\.self).min() ?? 1_280
        let probe = BurstProbe(address: address, largest: largest, loop: engine.loop)
        let burst = try await probe.observe(within: left(Self.patience))
        return { $0.observedPath.burst = burst }
    }

    private func smallSegments(_ peer: SocketAddress, isPage: Bool) async throws -> Amendment {
        let asked = evidence.place ?? evidence.target
        let limit = left(Self.patience)
        let probe = SmallSegmentsProbe(peer: peer, loop: engine.loop)
        let found: SmallSegmentsProbe.Limit?
        if isPage {
            // The target's credentials and body are not sent, since any whole response is sufficient.
            var page = HTTPProbe(
                engine: engine.curl, secure: asked.beginsWithTLS, host: asked.host, port: peer.port, path: asked.path)
            page.tls = options.probe.tls
            let isTold = evidence.path?.sizes.contains { $0.address == peer.address && $0.tooBig != nil } == true
            found = try await probe.sizeLimit(page, within: limit, isCompared: !isTold)
        } else {
            let handshake = TLSProbe(
                engine: engine.curl, host: asked.host, port: peer.port, settings: options.probe.tls)
            found = try await probe.sizeLimit(handshake, within: limit)
        }
        var trial = PathEvidence.SmallSegments(
            address: peer.address, port: peer.port, size: found?.answered ?? SmallSegmentsProbe.sizes.last ?? 0,
            isAnswered: found != nil)
        trial.silent = found?.silent
        return { [trial] evidence in evidence.observedPath.smallSegments = trial }
    }

    private func offers(on interface: String) async throws -> Amendment {
        let snapshot = try await engine.routedSnapshot().snapshot
        guard let link = snapshot.link(named: interface), let probe = DHCPProbe(on: link, loop: engine.loop) else {
            return { _ in }
        }
        let offers = try await probe.observe(within: left(Self.patience))
        return { evidence in
            let others = evidence.address?.offers?.filter { $0.interface != interface } ?? []
            evidence.address?.offers = others + [offers]
        }
    }
}

extension Evidence {
    var observedPath: PathEvidence {
        get { path ?? PathEvidence() }
        set { path = newValue }
    }
}

extension PathEvidence.Trace {
    /// Finds out whether `ENOBUFS` is about the kernel's table of neighbours, or about its memory.
    mutating func findShortage() {
        guard outcome == .unsent, failure == "ENOBUFS" else { return }
        if NeighbourTable.isFull(to: address) {
            failure = Self.neighboursFull
        } else if PacketMemory.isExhausted(address.family) {
            failure = "ENOMEM"
        }
    }
}

extension PathEvidence {
    /// Adds a trace, which replaces an earlier one to the same destination unless it contains less.
    mutating func add(_ trace: Trace) {
        let known = traces.firstIndex {
            $0.address == trace.address && $0.port == trace.port && $0.transport == trace.transport
        }
        guard let known else { return traces.append(trace) }
        var trace = trace
        // A response that arrived once did so, even if that to another packet did not.
        if trace.outcome == .silent, trace.arrival == nil { trace.arrival = traces[known].arrival }
        if trace.mayBeRewritten, trace.rewriting == nil { trace.rewriting = traces[known].rewriting }
        if trace.outcome == traces[known].outcome, trace.isAnsweredHere == nil {
            trace.isAnsweredHere = traces[known].isAnsweredHere
        }
        if !trace.hops.isEmpty || traces[known].hops.isEmpty { traces[known] = trace }
    }
}
