import Diagnosis
import EventLoopKit
import HostResolution
import LinkFacts
import NetworkModel
import Probes

/// Observations of whether this machine itself blocks packets.
extension DiagnosticEngine {
    /// The maximum number of resolvers that are queried again.
    private static let maxResolvers = 3
    private static let patience = Duration.milliseconds(300)

    /// The results of packets to documentation addresses that end at the gateway, recent ones or new ones
    /// (``PacketBudget``); none with `uplink: off`.
    ///
    /// - Parameter occasion: Why they are sent.
    /// - Returns: The results, and whether they are new.
    /// - Throws: `CancellationError`.
    func recentOutput(
        in snapshot: NetworkSnapshot, _ occasion: PacketBudget.Occasion
    ) async throws -> (traces: [PathEvidence.Trace], isNew: Bool) {
        let earlier = uplink.earlierOutput
        // Packets that this machine itself refuses do not leave it.
        let isFree = earlier.traces.contains { $0.outcome == .unsent } && uplink.options.sendsPackets
        guard isFree || uplink.begin(.output, earlier.routes == snapshot.routes ? occasion : .change) else {
            return (earlier.traces, false)
        }
        let traces = try await observeOutput(in: snapshot)
        uplink.store(output: traces, by: snapshot.routes)
        return (traces, true)
    }

    /// The SYNs to a port of documentation addresses that this machine's packet filter refuses to send, or that stay here, over IPv4. A
    /// rule of policy routing is another fault.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - known: The evidence on the uplink. Only if something resets its SYNs, this machine may do that.
    ///   - examined: The results of ``examinedOutput()``; `nil` for those of ``recentOutput(in:_:)``.
    /// - Throws: `CancellationError`.
    func unsentConnections(
        to port: UInt16, beside known: UplinkEvidence, among examined: [PathEvidence.Trace]? = nil
    ) async throws -> [PathEvidence.Trace] {
        guard uplink.options.sendsPackets else { return [] }
        var traces = examined ?? []
        if examined == nil { traces = try await recentOutput(in: routedSnapshot().snapshot, .need).traces }
        let areReset = (known.packets + (known.otherPorts ?? [])).contains { $0.answer == .reset }
        var unsent: [PathEvidence.Trace] = []
        for var trace in traces where trace.transport == .tcp && trace.port == port && trace.address.family == .ipv4 {
            switch trace.outcome {
            case .unsent:
                if try await refusal(behind: trace) == nil { unsent.append(trace) }
            case .silent where areReset:
                trace.isAnsweredHere = try await isRefusedHere(SocketAddress(trace.address, port: port))
                if trace.isAnsweredHere == true { unsent.append(trace) }
            // A rule may reject them with an ICMP error or a RST of this machine.
            case .refused where trace.error?.isOwn == true: unsent.append(trace)
            case .silent, .answered, .refused: break
            }
        }
        return unsent
    }

    /// The results of ``recentOutput(in:_:)``, with those of new SYNs over IPv4 that this machine drops although this process cannot see
    /// it, as by ``droppedConnections(among:in:)``. This takes more than a second if nothing answers a SYN.
    ///
    /// - Throws: `CancellationError`.
    func examinedOutput() async throws -> [PathEvidence.Trace] {
        guard uplink.options.sendsPackets else { return [] }
        let snapshot = try await routedSnapshot().snapshot
        let (traces, isNew) = try await recentOutput(in: snapshot, .need)
        let silent = traces.filter { $0.isSilentSYN && $0.address.family == .ipv4 }
        guard isNew, !silent.isEmpty else { return traces }
        let examined = Self.marked(traces, dropped: try await droppedConnections(among: silent, in: snapshot))
        uplink.store(output: examined, by: snapshot.routes)
        return examined
    }

    /// Results with the SYNs that this machine drops as such.
    private static func marked(
        _ traces: [PathEvidence.Trace], dropped: [SocketAddress]
    ) -> [PathEvidence.Trace] {
        traces.map { known in
            guard known.isSilentSYN, dropped.contains(SocketAddress(known.address, port: known.port)) else {
                return known
            }
            var trace = known
            (trace.outcome, trace.failure) = (.unsent, "EPERM")
            return trace
        }
    }

    /// Sends packets to documentation addresses that end at the gateway.
    ///
    /// - Returns: The results, if an error of this machine itself is meaningful. Filters against bogons only drop
    ///   documentation addresses, which says nothing about others.
    /// - Throws: `CancellationError`.
    private func observeOutput(in snapshot: NetworkSnapshot) async throws -> [PathEvidence.Trace] {
        async let fourth = observeOutput(.ipv4, in: snapshot)
        async let sixth = observeOutput(.ipv6, in: snapshot)
        return try await fourth + sixth
    }

    private func observeOutput(
        _ family: AddressFamily, in snapshot: NetworkSnapshot
    ) async throws -> [PathEvidence.Trace] {
        guard let nobody = DocumentationAddress.any(family, in: snapshot) else { return [] }
        let found = try await OutputProbe(nobody, loop: loop).observe()
        guard found.allSatisfy({ $0.outcome == .unsent || $0.error?.isOwn == true }),
            let witness = DocumentationAddress.filterWitness(family), snapshot.route(to: witness)?.isDefault == true
        else { return found }
        return try await OutputProbe(witness, loop: loop).observe()
    }

    /// The first results of packets to documentation addresses that end at the gateway, in an observation of the machine.
    struct FirstOutput: Sendable {
        var traces: [PathEvidence.Trace]
        var isNew: Bool
        /// The SYNs among them that this machine drops, as by ``droppedConnections(among:in:)``; `nil` if that is not known.
        var dropped: [SocketAddress]?
    }

    /// The results of ``recentOutput(in:_:)``. If no SYN of the uplink's first round got a response, this machine may drop them, which is
    /// examined while further rounds follow.
    ///
    /// - Parameter rounds: The evidence on the uplink after its first round; ends when there is none, or no other will follow.
    /// - Throws: `CancellationError`.
    func firstOutput(
        in snapshot: NetworkSnapshot, beside rounds: AsyncStream<UplinkEvidence>
    ) async throws -> FirstOutput {
        let (traces, isNew) = try await recentOutput(in: snapshot, .routine)
        var first = FirstOutput(traces: traces, isNew: isNew)
        // A gateway without a route reports a packet every two seconds at most, and a further round needs that.
        guard isNew, !traces.contains(where: \.isUndeliverable) else { return first }
        for await evidence in rounds where evidence.mayConnectionsBeDropped {
            first.dropped = try await droppedConnections(among: traces, in: snapshot)
            break
        }
        return first
    }

    /// The results of packets to documentation addresses that end at the gateway, beside what the uplink shows: if they are earlier
    /// ones, and nothing shows that the uplink works any more, new ones.
    ///
    /// - Throws: `CancellationError`.
    func judgedOutput(
        _ first: FirstOutput, beside proof: UplinkEvidence?, in snapshot: NetworkSnapshot
    ) async throws -> [PathEvidence.Trace] {
        guard uplink.options.sendsPackets else { return [] }
        var (traces, isNew) = (first.traces, first.isNew)
        if !isNew, let proof, UplinkProof(proof) != .works {
            (traces, isNew) = try await recentOutput(in: snapshot, .need)
        }
        guard isNew else { return traces }
        let isDoubtful = proof?.mayConnectionsBeDropped == true
        // IPv4 may work, and a process without privileges sees of IPv6 that its datagrams are dropped alone.
        let sixth = traces.filter { $0.address.family == .ipv6 }
        let doubted = isDoubtful ? traces : sixth.contains(where: \.isRefusedDatagram) ? sixth : []
        if doubted.contains(where: \.isSilentSYN) {
            var dropped = isDoubtful ? first.dropped : nil
            if dropped == nil { dropped = try await droppedConnections(among: doubted, in: snapshot) }
            traces = Self.marked(traces, dropped: dropped ?? [])
        }
        uplink.store(output: traces, by: snapshot.routes)
        return traces
    }

    /// Lets the next observation send packets that end at the gateway, since the kernel reported a change.
    package func reexamineOutput() { uplink.store(output: uplink.earlierOutput.traces, by: nil) }

    /// The SYNs to documentation addresses that this machine drops although this process cannot see it: the kernel counts them when
    /// it repeats them. Filters against bogons only drop documentation addresses, so that others must be dropped as well.
    ///
    /// - Throws: `CancellationError`.
    private func droppedConnections(
        among traces: [PathEvidence.Trace], in snapshot: NetworkSnapshot
    ) async throws -> [SocketAddress] {
        let silent = traces.filter(\.isSilentSYN).map(\.address)
        let dropped = try await RepetitionProbe(
            silent.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }, loop: loop
        ).observe()
        guard !dropped.isEmpty else { return [] }
        let witnesses = Set(dropped.map(\.address.family)).compactMap(DocumentationAddress.filterWitness).filter {
            witness in
            !silent.contains(witness) && snapshot.route(to: witness)?.isDefault == true
        }
        let ports = Set(dropped.map(\.port)).sorted()
        let others = try await RepetitionProbe(witnesses, ports: ports, loop: loop).observe()
        return dropped.filter { peer in
            let witness = witnesses.first { $0.family == peer.address.family }
            return witness.map { others.contains(SocketAddress($0, port: peer.port)) } ?? true
        }
    }

    /// Whether this machine drops SYNs to a silent peer, although this process only sees that it refuses to send datagrams. All packets
    /// end at the gateway.
    ///
    /// - Throws: `CancellationError`.
    func isDroppedHere(_ peer: SocketAddress) async throws -> Bool {
        guard try await OutputProbe(peer.address, loop: loop).observe().contains(where: \.isRefusedDatagram) else {
            return false
        }
        return try await RepetitionProbe([peer.address], ports: [peer.port], loop: loop).observe().contains(peer)
    }

    /// Connects to resolvers whose responses this machine may block.
    ///
    /// A response that arrived damaged is requested once more, since single packets are damaged now and then.
    ///
    /// - Returns: The resolvers whose responses arrived and were dropped.
    /// - Throws: `CancellationError`.
    func observeInput(in snapshot: NetworkSnapshot) async throws -> [PathEvidence.Trace] {
        let far = snapshot.resolvers.servers.filter { !$0.address.isLoopback && $0.tls != .strict }
        guard let server = far.first, try await !isOwn(server.address, in: snapshot) else { return [] }
        let peer = SocketAddress(server.address, port: server.port)
        var trace = PathEvidence.Trace(address: peer.address, port: peer.port, transport: .tcp, outcome: .silent)
        for _ in 0..<2 {
            let damaged = ChecksumErrors.count
            trace.arrival = try await ArrivalProbe(destination: peer, transport: .tcp, loop: loop)
                .observe(until: .now + Self.patience, after: .zero)
            let count = ChecksumErrors.count - damaged
            guard trace.arrival != nil, count > 0 else { break }
            trace.damaged = (trace.damaged ?? 0) + count
        }
        return trace.arrival == nil ? [] : [trace]
    }

    /// Connects to port 443 of the gateway, whose answer a filter of this machine drops like those of servers: one by the source port
    /// of incoming packets keeps all programs from using HTTPS, and no packet to anybody else need show it.
    ///
    /// - Returns: The gateway if its answers reached this machine twice, and were dropped; `nil` for none.
    /// - Throws: `CancellationError`.
    func observeWebInput(in snapshot: NetworkSnapshot) async throws -> PathEvidence.Trace? {
        guard uplink.options.sendsPackets,
            let gateway = snapshot.preferredDefaultRoutes.lazy.compactMap(\.gateway).first,
            !snapshot.isOwn(gateway)
        else { return nil }
        let peer = SocketAddress(gateway, port: Self.securePort)
        var trace = PathEvidence.Trace(address: peer.address, port: peer.port, transport: .tcp, outcome: .silent)
        for _ in 0..<2 {
            trace.arrival = try await ArrivalProbe(destination: peer, transport: .tcp, loop: loop)
                .observe(until: .now + Self.patienceOfLink, after: .zero)
            // One that arrived damaged was dropped for that.
            guard trace.arrival?.isIntact == true else { return nil }
        }
        return trace
    }

    private static let securePort: UInt16 = 443
    /// A gateway answers at once, or not at all.
    private static let patienceOfLink = Duration.milliseconds(100)

    /// The rule of policy routing that selects by a protocol or port, if that is why a packet was not sent.
    ///
    /// - Throws: `CancellationError`.
    func refusal(behind trace: PathEvidence.Trace) async throws -> Route? {
        guard trace.outcome == .unsent, trace.transport != .icmp else { return nil }
        let flow = RouteFlow(ipProtocol: trace.transport == .tcp ? 6 : 17, port: trace.port)
        do {
            return try await links.refusal(of: flow, to: trace.address)
        } catch is LinkFactsError {
            return nil
        }
    }

    /// The result of a query. If there is a response, a filter may limit the rate of queries, so that more are sent at once.
    private func repeated(_ probe: TraceProbe, within limit: Duration) async throws -> PathEvidence.Trace {
        var trace = try await probe.observe(within: limit)
        for _ in 1..<Self.maxQueries where trace.outcome == .answered {
            trace = try await probe.observe(within: limit)
        }
        return trace
    }

    /// The time for one more error of a host whose port is closed. It may have sent all that it sends in a while.
    ///
    /// - Parameter time: The time until an earlier one; `nil` if that is not known.
    static func timeForError(after time: Duration?) -> Duration {
        time.map { min(Self.patience, ClosedPorts.timeForMore(after: $0)) } ?? Self.patience
    }

    /// The result of a datagram to the port of a DNS server that queries found closed. If its host itself has just said so, that is the
    /// response, and nothing is sent: the host limits its errors, and further queries and other programs need them.
    ///
    /// - Parameters:
    ///   - isKnown: Whether the host has just said so.
    ///   - send: Sends the datagram.
    /// - Throws: What `send` throws.
    static func traceOfClosedPort(
        _ server: SocketAddress, isKnown: Bool, _ send: () async throws -> PathEvidence.Trace
    ) async throws -> PathEvidence.Trace {
        guard isKnown else { return try await send() }
        return .init(address: server.address, port: server.port, transport: .udp, outcome: .answered)
    }

    private static let maxQueries = 4

    private enum ResolverPart: Sendable {
        case states([StatusDocument.ResolverStatus])
        case output([PathEvidence.Trace])
    }

    /// The time after the usual limit from which on resolvers are only waited for because they may be late.
    static let graceOfResolvers = Duration.milliseconds(500)

    /// Queries the resolvers, as by ``queryResolvers(_:within:)``. If they are silent for longer than usual, one more query is sent to each
    /// meanwhile, as by ``observeOutput(to:)``, instead of after the time of late responses.
    ///
    /// - Returns: The states, and the results of these queries; `nil` if none were sent.
    /// - Throws: `CancellationError`.
    func queryResolversWithOutput(
        in snapshot: NetworkSnapshot, within limit: Duration
    ) async throws -> (states: [StatusDocument.ResolverStatus], output: [PathEvidence.Trace]?) {
        let late = ContinuousClock.now + limit + Self.graceOfResolvers
        let asked = snapshot.resolvers.servers.map {
            StatusDocument.ResolverStatus(resolver: $0, status: .connectionDown, failure: .timeout)
        }
        return try await withThrowingTaskGroup(of: ResolverPart.self) { group in
            group.addTask { .states(try await self.queryResolvers(snapshot.resolvers, within: limit)) }
            group.addTask {
                try await self.loop.sleep(until: late)
                return .output(try await self.observeOutput(to: asked))
            }
            defer { group.cancelAll() }
            var output: [PathEvidence.Trace]?
            while let part = try await group.next() {
                switch part {
                case .states(let states): return (states, output)
                case .output(let traces): output = traces
                }
            }
            throw CancellationError()
        }
    }

    /// Sends one more query to each resolver that did not respond, to find out whether this machine blocks it.
    ///
    /// - Throws: `CancellationError`.
    func observeOutput(to resolvers: [StatusDocument.ResolverStatus]) async throws -> [PathEvidence.Trace] {
        let asked = resolvers.filter { $0.status == .connectionDown }
        let isAnswered = resolvers.contains { $0.status == .connectionUp }
        let silent = asked.filter { status in
            // If another one responds, this machine blocks the others only if it refused the queries at once.
            if isAnswered {
                return status.failure == .timeout && status.duration.map { $0.duration < Self.patience } == true
            }
            return status.failure == .timeout || status.failure == .closed || status.failure == nil
        }
        return try await withThrowingTaskGroup(of: (Int, PathEvidence.Trace).self) { group in
            for (place, status) in silent.prefix(Self.maxResolvers).enumerated()
            // A query to 0.0.0.0 goes to this machine itself.
            where !status.resolver.address.isLoopback && !status.resolver.address.isUnspecified {
                let server = SocketAddress(status.resolver.address, port: status.resolver.port)
                let probe = TraceProbe(server, as: .udp, hops: 0, loop: loop)
                let time = status.failure == .closed ? status.duration?.duration : nil
                group.addTask {
                    let isKnown = await self.resolver.client.isPortClosed(of: server)
                    var trace = try await Self.traceOfClosedPort(server, isKnown: isKnown) {
                        try await self.repeated(probe, within: Self.timeForError(after: time))
                    }
                    // The host itself may say so, or a rule for address translation of this machine.
                    if status.failure == .closed, trace.outcome == .answered,
                        try await self.isRefusedHere(server, isDatagram: true)
                    {
                        trace.isAnsweredHere = true
                    }
                    trace.findShortage()
                    trace.rewriting = try await self.rewriting(behind: trace)
                    return (place, trace)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

extension PathEvidence.Trace {
    /// Whether it is a SYN that got no response.
    fileprivate var isSilentSYN: Bool { transport == .tcp && outcome == .silent }

    /// Whether this machine's packet filter refused to send a datagram.
    fileprivate var isRefusedDatagram: Bool { transport == .udp && outcome == .unsent && failure == "EPERM" }

    /// Whether a router reports that it cannot deliver the packet.
    var isUndeliverable: Bool {
        guard let error, !error.isOwn else { return false }
        return error.isUndeliverable
    }
}
