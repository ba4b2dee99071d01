public import EventLoopKit
public import NetworkModel

/// Sends packets to a destination with the default hop limit and, if requested, with every smaller one as well, and collects
/// the responses: which host rejects the packets, and how far they get (traceroute(1)). It requires no privilege: a socket
/// with an error queue receives ICMP errors, since Linux 5.8 also while its SYN is in progress.
public struct TraceProbe: Sendable {
    /// The largest hop limit that is tried. Faults that users can correct are near.
    public static let maxHops = 16

    private let destination: SocketAddress
    private let transport: PathEvidence.Transport
    private let hops: Int
    private let loop: EventLoop
    /// The time between two packets, since routers limit the rate of their ICMP errors (RFC 4443 section 2.4).
    private static let spacing = Duration.milliseconds(2)

    /// Creates a trace.
    ///
    /// - Parameters:
    ///   - destination: The destination, whose port does not matter for ICMP.
    ///   - hops: The largest hop limit to try, from 1; 0 for only the packet with the default one.
    public init(
        _ destination: SocketAddress, as transport: PathEvidence.Transport, hops: Int = maxHops, loop: EventLoop
    ) {
        self.destination = destination
        self.transport = transport
        self.hops = min(max(hops, 0), Self.maxHops)
        self.loop = loop
    }

    /// Sends the packets. It ends when all results are known, or at the time limit, which a silent router exhausts.
    ///
    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration = .milliseconds(800)) async throws -> PathEvidence.Trace {
        let deadline = ContinuousClock.now + limit
        let damaged = ChecksumErrors.count
        async let arrival = ArrivalProbe(destination: destination, transport: transport, loop: loop)
            .observe(until: deadline, after: min(ArrivalProbe.head, limit / 8))
        // The key 0 denotes the default hop limit.
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
        // The kernel does not report that its own packet filter drops a SYN, and one that resets the connection looks like
        // the peer.
        let mayBeOwn = trace.outcome == .silent || trace.outcome == .answered
        if transport == .tcp, mayBeOwn, let code = RawSYN.refusal(of: destination) {
            (trace.outcome, trace.failure, trace.hops) = (.unsent, SystemError.name(code), [])
        }
        if trace.outcome == .silent {
            trace.arrival = try await arrival
            let count = ChecksumErrors.count - damaged
            if count > 0 { trace.damaged = count }
        }
        return trace
    }

    /// Whether the results are known for the default packet, and for all hop limits up to the one that reached the end of the
    /// path.
    private func isComplete(_ answers: [Int: TracePacket.Answer]) -> Bool {
        guard let usual = answers[0] else { return false }
        if case .unsent = usual { return true }
        guard let last = end(of: answers) else { return answers.count == hops + 1 }
        return (1..<last).allSatisfy { answers[$0] != nil }
    }

    /// The smallest hop limit with which the result is something else than silence or an exceeded hop limit.
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

    /// The result of the default packet. A router that has exhausted its rate of errors is silent about it. Its error for a
    /// packet that would have got as far applies to both.
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
