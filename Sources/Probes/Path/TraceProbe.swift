public import EventLoopKit
public import NetworkModel

/// Sends packets to one destination with the usual hop limit and, if requested, with every smaller one as well, and collects the
/// answers: who refuses the packets, and how far they get (traceroute(1)). It requires no privilege: a socket with an error queue
/// receives ICMP errors, since Linux 5.8 also while its SYN is in progress.
public struct TraceProbe: Sendable {
    /// Hop limits that are tried at most. What lies beyond is not looked at: the faults that can be mended are near.
    public static let maxHops = 16

    private let destination: SocketAddress
    private let transport: PathEvidence.Transport
    private let hops: Int
    private let loop: EventLoop
    /// From one packet to the next: routers limit how many ICMP errors they send at a time (RFC 4443 section 2.4).
    private static let spacing = Duration.milliseconds(2)

    /// - Parameters:
    ///   - destination: Its port is of no account to ICMP.
    ///   - hops: Hop limits to try, from 1 on; 0 to see only what a usual packet brings.
    public init(
        _ destination: SocketAddress, as transport: PathEvidence.Transport, hops: Int = maxHops, loop: EventLoop
    ) {
        self.destination = destination
        self.transport = transport
        self.hops = min(max(hops, 0), Self.maxHops)
        self.loop = loop
    }

    /// Ends once all is known, else when the time is over: a router that stays silent takes all of it.
    ///
    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration = .milliseconds(800)) async throws -> PathEvidence.Trace {
        let deadline = ContinuousClock.now + limit
        async let arrival = ArrivalProbe(destination: destination, transport: transport, loop: loop)
            .observe(until: deadline, after: min(ArrivalProbe.head, limit / 8))
        // 0 stands for the usual hop limit.
        var answers: [Int: TracePacket.Answer] = [:]
        try await withThrowingTaskGroup(of: (Int, TracePacket.Answer).self) { group in
            for hop in 0...hops {
                let packet = TracePacket(
                    destination: destination, transport: transport, hopLimit: hop == 0 ? nil : hop, loop: loop)
                let start = ContinuousClock.now + Self.spacing * hop
                group.addTask { [loop] in
                    if hop > 0 { try await loop.sleep(until: start) }
                    return (hop, try await packet.answer(until: deadline))
                }
            }
            while let (hop, answer) = try await group.next() {
                answers[hop] = answer
                guard isComplete(answers) else { continue }
                group.cancelAll()
                break
            }
        }
        var trace = trace(answers)
        // The kernel keeps it to itself where its own packet filter drops a SYN, and one that resets it looks like the peer.
        let mayBeOwn = trace.outcome == .silent || trace.outcome == .answered
        if transport == .tcp, mayBeOwn, let code = RawSYN.refusal(of: destination) {
            (trace.outcome, trace.failure, trace.hops) = (.unsent, SystemError.name(code), [])
        }
        if trace.outcome == .silent { trace.arrival = try await arrival }
        return trace
    }

    /// The usual packet's fate is known, and that of all hop limits up to the one that reached the end of the way.
    private func isComplete(_ answers: [Int: TracePacket.Answer]) -> Bool {
        guard let usual = answers[0] else { return false }
        if case .unsent = usual { return true }
        guard let last = end(of: answers) else { return answers.count == hops + 1 }
        return (1..<last).allSatisfy { answers[$0] != nil }
    }

    /// The smallest hop limit with which a packet met something other than its own end.
    private func end(of answers: [Int: TracePacket.Answer]) -> Int? {
        guard hops > 0 else { return 1 }
        return (1...hops).first { hop in
            switch answers[hop] {
            case .answered, .unsent: true
            case .error(let error, _): error.meaning != .timeExceeded
            case .silent, nil: false
            }
        }
    }

    /// What became of the usual packet. A router that has answered its share of packets by then keeps silent about it; what
    /// it says of one that would have got as far holds for both.
    private func fate(_ answers: [Int: TracePacket.Answer], _ end: Int?) -> TracePacket.Answer? {
        guard let end, end > 0, case .silent = answers[0] ?? .silent else { return answers[0] }
        return answers[end] ?? .silent
    }

    private func trace(_ answers: [Int: TracePacket.Answer]) -> PathEvidence.Trace {
        var trace = PathEvidence.Trace(
            address: destination.address, port: transport == .icmp ? 0 : destination.port, transport: transport,
            outcome: .silent)
        let end = end(of: answers)
        if hops > 0, let end, case .answered = answers[end] { trace.answeredAt = end }
        switch fate(answers, end) {
        case .answered: trace.outcome = .answered
        case .error(let error, _): (trace.outcome, trace.error) = (.refused, error)
        case .unsent(let name): (trace.outcome, trace.failure) = (.unsent, name)
        case .silent, nil: break
        }
        let last = end ?? hops + 1
        for limit in 1..<max(last, 1) where limit <= hops {
            guard case .error(let error, let roundTrip) = answers[limit] else {
                trace.hops.append(.init(limit: limit))
                continue
            }
            trace.hops.append(.init(limit: limit, address: error.reporter, roundTrip: roundTrip))
        }
        while let last = trace.hops.last, last.address == nil { trace.hops.removeLast() }
        return trace
    }
}
